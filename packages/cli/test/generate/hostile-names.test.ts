import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { generateFiles } from '../../src/index.ts';
import { BIG, FLAG, get, load, record, ref } from '../support/any-document.ts';

/** Texts that end a string, a comment, a template or a type if they are printed as they are. */
const injections = [
  "'; attacked(); '",
  '"; attacked(); "',
  '`; attacked(); `${attacked()}',
  '*/ attacked(); /*',
  '// \n attacked();',
  '\u2028attacked();\u2029',
  "'] = attacked(); x['",
  '}; attacked(); export {',
  '\\',
  "\\'; attacked(); //",
  '</script><script>attacked()</script>',
  '__proto__',
  'constructor',
];

/** A document in which a text stands wherever a document has one. */
const documentOf = (text: string) => ({
  schemas: {
    Pet: record(
      {
        [text]: { ...FLAG, description: text },
        big: { ...BIG, description: text, default: 1 },
        word: { type: 'string', enum: [text, 'b'], default: text, description: text },
      },
      { description: text, title: text, required: [text], 'x-key': text },
    ),
  },
  paths: {
    [`/pets/${encodeURIComponent(text)}`]: get(ref('Pet'), {
      operationId: text,
      summary: text,
      description: text,
      tags: [text],
      parameters: [{ name: text, in: 'query', description: text, schema: { type: 'string', enum: [text] } }],
    }),
  },
  more: { servers: [{ url: 'https://a.example', description: text }], tags: [{ name: text, description: text }] },
});

describe('a text of a document', () => {
  test.each(injections)('%j never becomes code', async (text) => {
    const files = generateFiles(await load(documentOf(text)), { sources: '', extension: '.ts' });
    for (const [name, code] of files) {
      if (!name.endsWith('.ts')) continue;
      const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
      const { parseDiagnostics } = source as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] };
      expect(
        parseDiagnostics.map(({ messageText }) => messageText),
        name,
      ).toEqual([]);
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isIdentifier(node) && node.text === 'attacked') found.push(node.parent.getText());
        ts.forEachChild(node, visit);
      };
      visit(source);
      expect(found, name).toEqual([]);
    }
  });

  test('is printed, so that this test sees it', async () => {
    const files = generateFiles(await load(documentOf("it's")), { sources: '', extension: '.ts' });
    expect([...files.values()].join('')).toContain("it\\'s");
  });
});
