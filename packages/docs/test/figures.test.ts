import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { constantsOfCode } from './support/constants.ts';
import { counts } from './support/counts.ts';
import { dist } from './support/serve.ts';

const root = new URL('../../../', import.meta.url);
const read = (file: string, base = root) => readFileSync(new URL(file, base), 'utf8');
/** The prose of a page. Code and link addresses are removed, because they make no claims. */
const proseOf = (markdown: string) =>
  markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
    .replace(/`[^`\n]*`/g, '`…`')
    .replace(/\]\([^)]*\)/g, ']');

const decisions = globSync('packages/docs/decisions/*.md', { cwd: fileURLToPath(root) }).map((file) => read(file));
/** Whether figures originate on this page: a decision, a benchmark, or the changelog, which describes past versions. */
const isSource = (page: string) => /^(?:decisions\/|project\/)/.test(page);
const pages = [
  ...globSync('**/*.md', { cwd: fileURLToPath(dist) })
    .filter((page) => !isSource(page))
    .map((page) => [page, proseOf(read(page, dist))] as const),
  ...globSync(['{README,SECURITY}.md', 'packages/*/README.md'], { cwd: fileURLToPath(root) }).map(
    (file) => [file, proseOf(read(file))] as const,
  ),
];

interface Figure {
  readonly text: string;
  readonly value: number;
  readonly unit: string;
  readonly context: string;
}
const number = String.raw`(?<![\w.,/-])(\d[\d,]*(?:\.\d+)?)`;
const units = String.raw`[×%]|µs|ns|ms|kB|MB|GB|KiB|MiB|GiB|bytes?|times as \w+|times|s|min|h|seconds?|minutes?|hours?|days?|weeks?|\w+\/s`;
const pattern = new RegExp(`${number}[ -]?(${units})(?![\\w%])`, 'g');

const figuresIn = (text: string): readonly Figure[] =>
  [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    value: Number(match[1]!.replaceAll(',', '')),
    unit: match[2]!,
    context: text.slice(Math.max(0, match.index - 40), match.index + 60).replaceAll('\n', ' '),
  }));

/** The units of limits and defaults, in milliseconds or bytes. Figures with any other unit were measured. */
const second = 1e3;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const limits: Readonly<Record<string, number>> = Object.fromEntries([
  ...Object.entries({ ms: 1, second, s: second, minute, min: minute, hour, h: hour, day, week: 7 * day, times: 1 }),
  ...Object.entries({ byte: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }),
]);

const limitOf = (unit: string): number | undefined => limits[unit] ?? limits[unit.replace(/s$/, '')];

const surface = Buffer.byteLength(JSON.stringify(JSON.parse(read('packages/mcp/tool-surface.json'))));
/** Figures that are not in the results, a decision or the code, each with the reason for the exception. */
const others: readonly (readonly [page: RegExp, figure: string, reason: string])[] = [
  [/^api\/core/, '200 MB', 'says what compression can do, not what was measured'],
  [/./, '1.4826 ×', 'turns a median absolute deviation into a standard deviation'],
  [/^reference\/mcp-tools/, `${surface.toLocaleString('en')} bytes`, 'the page counts them in the file of the tools'],
];

const results = JSON.parse(read('packages/bench/results/latest.json')) as { readonly suites: readonly Suite[] };
interface Suite {
  readonly tables: readonly {
    readonly columns: readonly { readonly key: string; readonly label: string; readonly unit?: string }[];
    readonly rows: readonly { readonly values: Readonly<Record<string, number | string | undefined>> }[];
  }[];
}

/** Whether a measured value with the same unit rounds to the figure. */
const isMeasured = ({ value, unit, text }: Figure): boolean =>
  results.suites.some(({ tables }) =>
    tables.some(({ columns, rows }) =>
      columns
        .filter((column) => `${column.unit ?? ''} ${column.label}`.includes(unit.startsWith('times') ? '×' : unit))
        .some(({ key }) =>
          rows.some(
            ({ values }) => Number(Number.parseFloat(String(values[key])).toPrecision(digitsOf(text))) === value,
          ),
        ),
    ),
  );
const digitsOf = (text: string) => Math.max(1, /[\d.,]+/.exec(text)![0].replace(/[.,]|^0+\.?0*/g, '').length);
const compact = (text: string) => text.replace(/[ -](?=\D)/g, '');
/**
 * The figures in the decisions. In a sentence such as “15.9 kB: `raw` 3.5, pages 0.7”, the unit applies to all of them.
 */
const decided = new Set(
  decisions
    .flatMap((text) => text.split(/(?<=\.)\s/))
    .flatMap((sentence) =>
      figuresIn(sentence).flatMap(({ text, unit }) => [
        compact(text),
        ...[...sentence.matchAll(/\d+\.\d+/g)].map(([value]) => `${value}${unit}`),
      ]),
    ),
);

test('every figure with a unit is in the results, in a decision or in the code', () => {
  const constants = constantsOfCode();
  const used = new Set<string>();
  let found = 0;
  const foreign = pages.flatMap(([page, text]) =>
    figuresIn(text)
      .filter((figure) => {
        found += 1;
        if (decided.has(compact(figure.text))) return false;
        if (constants.has(figure.value * (limitOf(figure.unit) ?? Number.NaN))) return false;
        const other = others.find(([where, what]) => where.test(page) && what === figure.text);
        if (other !== undefined) used.add(other[1]);
        // Last, because a measured value may round to the figure of an exception by chance.
        return other === undefined && !isMeasured(figure);
      })
      .map(({ text: figure, context }) => `${page}: ${figure} in “${context}”`),
  );
  console.log(`${found} figures on ${pages.length} pages`);
  assert.ok(found > 50, `${found} figures`);
  assert.deepEqual(foreign, [], 'Take the figure from packages/bench, a decision or the code, or leave it out.');
  assert.deepEqual([...new Set(others.map(([, what]) => what))].sort(), [...used].sort(), 'an exception is not used');
});

const words = 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');

test('every count is that of what is counted', () => {
  const nouns = Object.keys(counts).join('|');
  const counted = new RegExp(
    `${number.replace('(\\d', `(${words.join('|')}|\\d`)} (?:error |lint )?(${nouns})\\b`,
    'gi',
  );
  let found = 0;
  const wrong = pages.flatMap(([page, text]) =>
    [...text.matchAll(counted)].flatMap(([all, amount = '', noun = '']) => {
      const word = words.indexOf(amount.toLowerCase());
      const value = word === -1 ? Number(amount.replaceAll(',', '')) : word + 2;
      const { are, from } = counts[noun.toLowerCase()]!;
      if (value < from || amount.startsWith('0')) return [];
      found += 1;
      return are.includes(value) ? [] : [`${page}: “${all}”, but there are ${are.join(' or ')}`];
    }),
  );
  console.log(`${found} counts`);
  assert.ok(found > 10, `${found} counts`);
  assert.deepEqual(wrong, []);
});

test('every number of the page of benchmarks is in the results', () => {
  const show = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 4 });
  const known = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'number') known.add(show(value)).add(String(value));
    else if (typeof value === 'string')
      for (const [token] of value.matchAll(/\d+(?:,\d{3})*(?:\.\d+)*/g)) known.add(token);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(results);
  // Counts of goals and tables are derived from the same file.
  const text = proseOf(read('project/benchmarks.md', dist)).replace(/\d+ (?:of \d+ goals|tables?)/g, '');
  const unknown = [...text.matchAll(/\d+(?:,\d{3})*(?:\.\d+)*/g)]
    .map(([token]) => token)
    .filter((token) => !known.has(token));
  assert.deepEqual([...new Set(unknown)], []);
});
