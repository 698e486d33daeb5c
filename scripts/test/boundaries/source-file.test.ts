import { describe, expect, it } from 'vitest';
import { readSource } from '../../boundaries/source-file.ts';

describe('readSource', () => {
  it.each<[string, string, [specifier: string, typeOnly: boolean, target: string | undefined][]]>([
    ['an import', "import { a } from './b.ts';", [['./b.ts', false, 'src/a/b.ts']]],
    ['an import of types', "import type { A } from '../b.ts';", [['../b.ts', true, 'src/b.ts']]],
    ['an import with a type among its names', "import { type A } from 'b';", [['b', false, undefined]]],
    ['an import for its effects', "import 'b';", [['b', false, undefined]]],
    ['an import over several lines', "import {\n  a,\n  b,\n} from\n  'c';", [['c', false, undefined]]],
    ['a re-export', "export { a } from 'b';", [['b', false, undefined]]],
    ['a re-export of types', "export type { A } from 'b';", [['b', true, undefined]]],
    ['a re-export of everything', "export * from 'b';", [['b', false, undefined]]],
    ['an import at run time', "export const a = async () => (await import('b')).c;", [['b', false, undefined]]],
    ['an import in a type', "export type A = import('b').B;", [['b', true, undefined]]],
    ["a module that Node's process is asked for", "process.getBuiltinModule?.('b').c;", [['b', false, undefined]]],
    ['an import in a string', 'export const a = `\nimport { b } from "c";\n`;', []],
    ['an import in a comment', "// import { a } from 'b';\n/* import 'c'; */", []],
  ])('finds %s', (_title, code, found) => {
    const { imports } = readSource('src/a/a.ts', code);
    expect(imports.map(({ specifier, typeOnly, target }) => [specifier, typeOnly, target])).toEqual(found);
  });

  it('reads the script at the top of an Astro component', () => {
    const { imports } = readSource('src/a.astro', "---\nimport b from './b.ts';\n---\n<p>import 'c'</p>");
    expect(imports.map(({ target }) => target)).toEqual(['src/b.ts']);
  });

  it.each([
    ["export { a } from './a.ts';\nexport type * from './b.ts';", true],
    ["export { a } from './a.ts';\nexport const b = 1;", false],
    ["import { a } from './a.ts';\nexport { a };", false],
    ['', false],
  ])('knows whether %j only re-exports', (code, onlyReexports) => {
    expect(readSource('src/index.ts', code).onlyReexports).toBe(onlyReexports);
  });
});

describe('the functions by which a file writes files', () => {
  it.each<[string, readonly string[]]>([
    ["import { writeFileSync, readFileSync } from 'node:fs';", ['writeFileSync']],
    ["import { rename as move } from 'fs/promises';", ['rename']],
    ["import * as fs from 'node:fs';", ['the whole module']],
    ["import fs from 'node:fs';", ['the whole module']],
    ["const { appendFileSync } = process.getBuiltinModule('node:fs');", ['appendFileSync']],
    ["(await import('node:fs')).copyFileSync('a', 'b');", ['copyFileSync']],
    ["import { openSync } from 'node:fs';\nopenSync('a', 'wx');", ['open with wx']],
    ["import { open } from 'node:fs/promises';\nopen('a', flags);", ['open with other flags']],
    ["import { openSync } from 'node:fs';\nopenSync('a', 'r');\nopenSync('a');", []],
    ["import { rmSync, mkdirSync, statSync } from 'node:fs';\nprocess.stdout.write('a');", []],
    ["import type { writeFileSync } from 'node:fs';", []],
    ["import { writeFileSync } from './own.ts';", []],
  ])('in %j are %j', (code, found) => {
    expect(readSource('src/a.ts', code).fileWrites).toEqual(found);
  });
});
