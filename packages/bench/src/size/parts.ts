/**
 * Prints what each folder, or each module with `--modules`, weighs in the first chunk of the first program: how many
 * bytes the chunk loses without it, minified and after gzip -9. Folders share repeated text, so the rows add up to less
 * than the whole.
 *
 *     node packages/bench/src/size/parts.ts [--modules]
 */
import { gzipSync } from 'node:zlib';
import { minifySync } from 'rolldown/utils';
import { bundleChunks } from './bundle.ts';
import { ourPrograms } from './programs.ts';

const [first] = await bundleChunks(ourPrograms['OData client, header key, one filter'], new URL('.', import.meta.url), {
  conditions: ['@syncline/source'],
  minify: false,
});
const [beginning = '', ...rest] = (first?.code ?? '').split(/^\/\/ (?:.*\/)?packages\/(.*)$/m);
const modules = rest.flatMap((text, index) => (index % 2 === 0 ? [{ name: text, code: rest[index + 1] ?? '' }] : []));

/** Unused code stays, because leaving out one module must not leave out what only it uses. */
function weigh(parts: readonly { readonly code: string }[]): number {
  const source = beginning + parts.map(({ code }) => code).join('');
  const { code } = minifySync('chunk.js', source, { module: true, compress: false, mangle: { toplevel: true } });
  return gzipSync(code, { level: 9 }).length;
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
