/**
 * Prints the size of each folder, or of each module with `--modules`, in the first chunk of a program: how many bytes
 * smaller the chunk is without it, minified and after gzip -9. Folders share repeated text, so the rows add up to less
 * than the whole. The last line has the size without the texts of messages.
 *
 *     node packages/bench/src/size/parts.ts [--modules] ['odata: the filter builder alone']
 */
import { compressed, firstChunkOf, withoutTexts } from './first-chunk.ts';
import { ourPrograms } from './programs.ts';

const named = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const program = named ?? 'OData client, header key, one filter';
const source = (ourPrograms as Readonly<Record<string, string>>)[program];
if (source === undefined) throw new Error(`The programs are: ${Object.keys(ourPrograms).join('; ')}`);
const { code, isEntry, modules, weigh } = await firstChunkOf(source);

const groupOf = (name: string): string => (process.argv.includes('--modules') ? name : name.replace(/\/[^/]*$/, ''));
const whole = weigh(modules);
const rows = [...new Set(modules.map(({ name }) => groupOf(name)))].map((group) => ({
  part: group,
  bytes: whole - weigh(modules.filter(({ name }) => groupOf(name) !== group)),
}));
console.table(rows.toSorted((left, right) => right.bytes - left.bytes));
console.log(`The whole: ${whole} bytes with unused code, ${isEntry ? 'in one chunk' : 'in several chunks'}`);
console.log(
  `${program}: ${compressed(code, true)} bytes, without the texts of messages ${compressed(withoutTexts(code), true)}`,
);
