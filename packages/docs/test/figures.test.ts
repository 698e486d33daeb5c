import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { counts } from './support/counts.ts';
import { adviceOnFigures, checkFigures, documents, number, proseOf, results, type Page } from './support/figures.ts';
import { dist } from './support/serve.ts';

const read = (page: string) => readFileSync(new URL(page, dist), 'utf8');
/** Whether figures originate on this page: a decision, a benchmark, or the changelog, which describes past versions. */
const isSource = (page: string) => /^(?:decisions\/|project\/)/.test(page);
const pages: readonly Page[] = [
  ...globSync('**/*.md', { cwd: fileURLToPath(dist) })
    .filter((page) => !isSource(page))
    .map((page) => [page, proseOf(read(page))] as const),
  ...documents,
];

test('every figure with a unit is in the results, in a decision or in the code', () => {
  const { foreign, found, unused } = checkFigures(pages);
  console.log(`${found} figures on ${pages.length} pages`);
  assert.ok(found > 50, `${found} figures`);
  assert.deepEqual(foreign, [], adviceOnFigures);
  assert.deepEqual(unused, [], 'an exception is not used');
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
  // The page shows the cores that other work used with two digits.
  for (const { coresInUse } of results.suites) if (coresInUse !== undefined) known.add(coresInUse.toFixed(2));
  // Counts of goals, suites and tables are derived from the same file.
  const text = proseOf(read('project/benchmarks.md')).replace(/\d+ (?:of \d+ (?:goals|suites)|tables?)/g, '');
  const unknown = [...text.matchAll(/\d+(?:,\d{3})*(?:\.\d+)*/g)]
    .map(([token]) => token)
    .filter((token) => !known.has(token));
  assert.deepEqual([...new Set(unknown)], []);
});
