/**
 * Prints the size of each folder, or of each module with `--modules`, in the first chunk of a program: how many bytes
 * smaller the chunk is without it, minified and after gzip -9. Folders share repeated text, so the rows add up to less
 * than the whole. The last line has the size without the texts of messages.
 *
 *     node packages/bench/src/size/parts.ts [--modules] ['odata: the filter builder alone']
 */
import { gzipSync } from 'node:zlib';
import { parseAst } from 'rolldown/parseAst';
import { minifySync } from 'rolldown/utils';
import { bundleChunks } from './bundle.ts';
import { ourPrograms } from './programs.ts';

const named = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const program = named ?? 'OData client, header key, one filter';
const source = (ourPrograms as Readonly<Record<string, string>>)[program];
if (source === undefined) throw new Error(`The programs are: ${Object.keys(ourPrograms).join('; ')}`);
const [first] = await bundleChunks(source, new URL('.', import.meta.url), {
  conditions: ['@syncline/source'],
  minify: false,
});
const [beginning = '', ...rest] = (first?.code ?? '').split(/^\/\/ (?:.*\/)?packages\/(.*)$/m);
const modules = rest.flatMap((text, index) => (index % 2 === 0 ? [{ name: text, code: rest[index + 1] ?? '' }] : []));

function compressed(code: string, compress: boolean): number {
  const minified = minifySync('chunk.js', code, { module: true, compress, mangle: { toplevel: true } });
  return gzipSync(minified.code, { level: 9 }).length;
}

/** Unused code is kept, because leaving out one module must not leave out the code that only it uses. */
function weigh(parts: readonly { readonly code: string }[]): number {
  return compressed(beginning + parts.map(({ code }) => code).join(''), false);
}

/** The code without texts of several words. The values in them are kept. */
function withoutTexts(code: string): string {
  const texts: (readonly [start: number, end: number, instead: string])[] = [];
  const isText = (text: unknown): boolean => typeof text === 'string' && / \w+ /.test(text);
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    const { type, start, end, value, ...children } = Object(node) as Record<string, unknown>;
    if (type === 'Literal' && isText(value)) texts.push([Number(start), Number(end), '""']);
    else if (type === 'TemplateElement' && isText((value as { readonly raw: string }).raw))
      texts.push([Number(start), Number(end), '']);
    else for (const child of [value, ...Object.values(children)]) if (typeof child === 'object') visit(child);
  };
  visit(parseAst(code).body);
  let rest = code;
  for (const [start, end, instead] of texts.toSorted(([one], [other]) => other - one))
    rest = rest.slice(0, start) + instead + rest.slice(end);
  return rest;
}

const groupOf = (name: string): string => (process.argv.includes('--modules') ? name : name.replace(/\/[^/]*$/, ''));
const whole = weigh(modules);
const rows = [...new Set(modules.map(({ name }) => groupOf(name)))].map((group) => ({
  part: group,
  bytes: whole - weigh(modules.filter(({ name }) => groupOf(name) !== group)),
}));
console.table(rows.toSorted((one, other) => other.bytes - one.bytes));
console.log(
  `The whole: ${whole} bytes with unused code, ${first?.isEntry === true ? 'in one chunk' : 'in several chunks'}`,
);
const code = first?.code ?? '';
console.log(
  `${program}: ${compressed(code, true)} bytes, without the texts of messages ${compressed(withoutTexts(code), true)}`,
);
