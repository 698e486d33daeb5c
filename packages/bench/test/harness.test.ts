import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compare } from '../src/harness/compare.ts';
import { coresInUse } from '../src/harness/cores-in-use.ts';
import { machine } from '../src/harness/machine.ts';
import { loop } from '../src/harness/loop.ts';
import { cell, toMarkdown } from '../src/harness/markdown.ts';
import { merge } from '../src/harness/merge.ts';
import { type SuiteResults, writeResults } from '../src/harness/results.ts';
import { compareSamples } from '../src/harness/rounds.ts';
import { median, spread } from '../src/harness/statistics.ts';
import { goal } from '../src/harness/suite.ts';

const settings = { rounds: 3, slotMs: 5, quick: true, only: [] };

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
  [[], Number.NaN],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('ratios are taken round by round, so that a slow round slows both', () => {
  expect(spread([100, 10, 100], [50, 5, 50])).toEqual({ median: 2, min: 2, max: 2 });
});

test('contenders take turns, every second round backwards, and the warm-up round is thrown away', async () => {
  const order: string[] = [];
  const rates = { a: [1000, 4, 6, 8], b: [1, 2, 2, 2] };
  const contender = (name: 'a' | 'b') => ({
    name,
    sample: () => (order.push(name), { rate: rates[name].shift() ?? 0 }),
  });
  const table = await compareSamples(
    {
      title: 't',
      unit: 'x/s',
      baseline: 'b',
      contenders: [contender('a'), contender('b')],
      goals: (ratio) => [goal('3 ×', ratio('a'), 3), goal('4 ×', ratio('a', 'b'), 4)],
    },
    settings,
  );
  expect(order.join('')).toMatch(/^(abba|baab){2}$/);
  expect(table.rows[0]?.values).toMatchObject({ rate: 6, ratio: 3, min: 2, max: 4 });
  expect(table.goals.map(({ met }) => met)).toEqual([true, false]);
});

test('the turns of a round alternate, and count as one sample of all their work', async () => {
  const order: string[] = [];
  const rates = { a: [9, 9, 2, 6], b: [9, 9, 1, 1] };
  const contender = (name: 'a' | 'b') => ({
    name,
    sample: () => (order.push(name), { rate: rates[name].shift() ?? 0, cpu: rates[name].length }),
  });
  const table = await compareSamples(
    {
      title: 't',
      unit: 'x/s',
      baseline: 'b',
      turns: 2,
      contenders: [contender('a'), contender('b')],
      extras: [{ key: 'cpu', label: 'CPU' }],
    },
    { ...settings, rounds: 1 },
  );
  expect(order.join('')).toMatch(/^(abba|baab){2}$/);
  // As much work at 2/s and at 6/s is 3/s.
  expect(table.rows[0]?.values).toMatchObject({ rate: 3, ratio: 3, cpu: 0.5 });
});

test('pairs of turns begin in an order of their own', async () => {
  const order: string[] = [];
  const contenders = [...'abcde'].map((name) => ({ name, sample: () => (order.push(name), { rate: 1 }) }));
  const turns = 100;
  await compareSamples({ title: 't', unit: 'x/s', baseline: 'b', turns, contenders }, { ...settings, rounds: 1 });
  const orders = order.join('').match(/.{5}/g) ?? [];
  expect(orders).toHaveLength(2 * turns);
  for (let turn = 0; turn < orders.length; turn += 2)
    expect(orders[turn + 1]).toBe([...(orders[turn] as string)].reverse().join(''));
  for (const name of 'abcde') expect(orders.filter((each) => each.startsWith(name)).length).toBeGreaterThan(2);
  // A neighbor on the left for each of the others.
  expect(new Set(order.join('').match(/[a-d](?=e)/g))).toHaveProperty('size', 4);
});

test('a baseline that is not a contender is refused', async () => {
  await expect(compareSamples({ title: 't', unit: 'x/s', baseline: 'b', contenders: [] }, settings)).rejects.toThrow(
    'baseline b',
  );
});

describe('on a clock that only the work moves', () => {
  let now: number;
  beforeEach(() => {
    now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => vi.restoreAllMocks());

  test('asynchronous work keeps as many calls in flight as requested', async () => {
    let inFlight = 0;
    let most = 0;
    const run = async (): Promise<void> => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      now += 1;
      inFlight--;
    };
    const contenders = [{ name: 'a', run }];
    await compare({ title: 't', unit: 'x/s', baseline: 'a', concurrency: 7, contenders }, settings);
    expect(most).toBe(7);
  });

  test('synchronous work that takes twice as long is measured as half as fast', async () => {
    const work = (ms: number) => () => void (now += ms);
    const contenders = [
      { name: 'a', run: work(0.5) },
      { name: 'b', run: work(1) },
    ];
    const table = await compare({ title: 't', unit: 'x/s', baseline: 'a', contenders }, settings);
    expect(table.rows[0]?.values.rate).toBe(2000);
    expect(table.rows[1]?.values.ratio).toBe(0.5);
  });

  test('calls to warm up come once, before the first sample, with as many at once', async () => {
    let calls = 0;
    let inFlight = 0;
    let most = 0;
    const run = async (): Promise<void> => {
      most = Math.max(most, ++inFlight);
      now += ++calls <= 500 ? 10 : 1;
      await Promise.resolve();
      inFlight--;
    };
    const { sample } = loop({ name: 'a', run }, settings, { concurrency: 4, warmUpCalls: 500 });
    expect(await sample()).toMatchObject({ rate: 1000 });
    expect(most).toBe(4);
    const before = calls;
    expect(await sample()).toMatchObject({ rate: 1000 });
    expect(calls - before).toBeLessThan(500);
  });
});

test('a table is printed with its goals', () => {
  const text = toMarkdown({
    title: 'T',
    columns: [{ key: 'rate', label: 'x/s' }],
    rows: [{ name: 'a', version: '1.0.0', values: { rate: 12_345.6 } }],
    goals: [goal('≥ 2', 1, 2)],
  });
  expect(text).toBe(
    '### T\n\n| contender | version |    x/s |\n|-----------|---------|-------:|\n| a         | 1.0.0   | 12,346 |\n\n- MISSED: ≥ 2 (measured 1)\n',
  );
});

test.each([
  [0.123456, '0.123'],
  [12.345, '12.3'],
  [1_234_567, '1,234,567'],
  [undefined, '-'],
  [Number.NaN, '-'],
  ['n/a', 'n/a'],
])('%j prints as %s', (value, text) => {
  expect(cell(value)).toBe(text);
});

test('results of a suite replace its own earlier ones and leave the others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-results-'));
  const path = join(folder, 'results.json');
  const suite = (name: string, seconds: number) => ({
    name,
    title: name,
    machine: machine(),
    coresInUse: 0.123456,
    rounds: 3,
    quick: true,
    seconds,
    tables: [],
  });
  writeResults(path, [suite('b', 1), suite('c', 1)]);
  writeResults(path, [suite('a', 2), suite('b', 2)]);
  const { suites } = JSON.parse(readFileSync(path, 'utf8')) as { suites: ReturnType<typeof suite>[] };
  rmSync(folder, { recursive: true });
  expect(suites.map(({ name, seconds }) => `${name} ${seconds}`)).toEqual(['a 2', 'b 2', 'c 1']);
  expect(suites[0]?.coresInUse).toBe(0.1235);
});

test('the cores in use are a number from 0 to all cores', async () => {
  const inUse = await coresInUse(100);
  expect(inUse).toBeGreaterThanOrEqual(0);
  expect(inUse).toBeLessThanOrEqual(cpus().length);
});

test('several processes are merged to the median and the smallest and largest ratio', () => {
  const run = (rate: number, ratio: number, coresInUse: number): SuiteResults => ({
    name: 's',
    title: 'S',
    machine: machine(),
    coresInUse,
    rounds: 7,
    quick: false,
    seconds: 10,
    tables: [
      {
        title: 't',
        columns: [],
        rows: [{ name: 'a', version: '1', values: { rate, ratio, min: ratio - 1, max: ratio + 1, note: 'x' } }],
        goals: [goal('2 ×', ratio, 2)],
      },
    ],
  });
  const merged = merge([run(10, 1, 0), run(30, 3, 0.5), run(20, 2, 0.1)]);
  expect(merged).toMatchObject({ processes: 3, rounds: 7, seconds: 30, coresInUse: 0.5 });
  expect(merged.tables[0]).toMatchObject({
    rows: [{ name: 'a', version: '1', values: { rate: 20, ratio: 2, min: 0, max: 4, note: 'x' } }],
    goals: [{ text: '2 ×', measured: 2, met: true }],
  });
  expect(merge([run(10, 1, 0), run(10, 1, 0), run(30, 3, 1)]).tables[0]?.goals).toEqual([
    { text: '2 ×', measured: 1, met: false },
  ]);
});

test.each([
  [['--processes', '2'], '--processes must be an odd'],
  [['--processes', 'x', '--rounds', '0'], '--rounds must be a whole number of at least 1.\n--processes must be an odd'],
  [['nothing'], 'No suite is called nothing'],
])('%j is refused before anything runs', (args, message) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--conditions=@syncline/source',
      '--no-warnings',
      fileURLToPath(new URL('../src/bench.ts', import.meta.url)),
      ...args,
    ],
    { encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
});
