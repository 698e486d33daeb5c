import { join } from 'node:path';
import { createTracker, historySource } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, test } from 'vitest';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { type SetUp, setUp } from '../../../ops/test/support/command-context.ts';
import { diagnose, freshness, history as runHistory, status } from '../support/commands.ts';

const minute = 60_000;
const at = (minutes: number) => new Date(Date.parse('2026-03-02T12:00:00Z') - minutes * minute).toISOString();
const record = (jobname: string, minutes: number, status: string) => ({
  historyid: `${jobname} ${minutes}`,
  jobname,
  status,
  runstartdate: at(minutes),
  runenddate: at(minutes - 2),
});
const names = Array.from({ length: 30 }, (_, index) => `Job ${String(index).padStart(2, '0')}`);
const history = [
  ...names.map((name) => record(name, 60, 'SUCCESS')),
  record('Orders', 500, 'SUCCESS'),
  record('Orders', 30, 'FAILED'),
  record('Stock', 400, 'SUCCESS'),
];
const start = async (more: SetUp = {}) => {
  const set = await setUp({
    sandbox: { data: { history } } as never,
    environment: { v2: undefined, freshness: [{ jobs: '*', warnAfter: '2h', errorAfter: '6h' }] },
    ...more,
  });
  const { view } = set.context.output;
  return {
    ...set,
    onTerminal: { ...set.context, output: { ...set.context.output, view: { ...view, width: 80, height: 24 } } },
  };
};

test('on a small terminal, status shows what failed, and the answer is the last line', async () => {
  const { onTerminal, text, notes } = await start();
  expect(await status({}, onTerminal)).toBe(0);
  expect(text().split('\n')).toHaveLength(2);
  expect(text()).toContain('Orders');
  expect(notes).toEqual([
    '31 more jobs ran well. Show them with --all.',
    '1 of 32 jobs failed. Next: syncline diagnose Orders',
  ]);
});

test('with --all, status shows every job, and the failed one is next to the answer', async () => {
  const { onTerminal, text } = await start();
  expect(await status({ all: true }, onTerminal)).toBe(0);
  expect(text().split('\n')).toHaveLength(33);
  expect(text().split('\n').at(-1)).toContain('Orders');
});

test('without a terminal, status shows every job, the failed one first, and the answer', async () => {
  const { context, text, notes } = await start();
  expect(await status({}, context)).toBe(0);
  expect(text().split('\n')).toHaveLength(33);
  expect(text().split('\n')[1]).toContain('Orders');
  expect(notes).toEqual(['1 of 32 jobs failed. Next: syncline diagnose Orders']);
});

test('if all jobs are well, status says so', async () => {
  const { context, notes } = await start();
  expect(await status({ job: 'Job*' }, context)).toBe(0);
  expect(notes).toEqual(['All 30 jobs succeeded.']);
});

test('freshness shows what is stale, and the answer is the last line', async () => {
  const { onTerminal, text, notes } = await start();
  expect(await freshness({}, onTerminal)).toBe(1);
  expect(text().split('\n').at(-1)).toMatch(/error +Orders .*older than 6h$/);
  expect(notes).toEqual([
    expect.stringMatching(/^Jobs that did not run in the last 7d are not judged/),
    '30 more jobs with fresh data. Show them with --all.',
    '2 of 32 jobs are stale. Next: syncline diagnose Orders',
  ]);
});

test.each([
  ['status', status, '30 more jobs ran well. Show them with --all.'],
  ['freshness', freshness, '30 more jobs with fresh data. Show them with --all.'],
] as const)('on a small terminal, %s of jobs that are well prints no table', async (_name, command, left) => {
  const { onTerminal, text, notes } = await start();
  expect(await command({ job: 'Job*' }, onTerminal)).toBe(0);
  expect(text()).toBe('');
  expect(notes).toContain(left);
});

test('with --from store, status and freshness are those of the runs in the store', async () => {
  const { context, text } = await start({ format: 'json' });
  const { history: accessors, classify, odata } = context.environment;
  const file = join(folderWith({}), 'runs.db');
  const store = openSqliteStore(file, { environment: 'production' });
  const source = historySource(odata!, accessors!);
  const since = Date.parse('2026-03-01T00:00:00Z');
  await createTracker({ source, classify: classify!, store, since, clock: context.clock }).tick();
  await store.close();
  const own = { ...context, environment: { ...context.environment, store: { sqlite: file } } };
  for (const command of [status, freshness]) {
    const results = [];
    for (const from of ['service', 'store'] as const) {
      const before = text().length;
      const exit = await command({ from }, own);
      results.push([exit, text().slice(before).trim()]);
    }
    expect(results[1]).toEqual(results[0]);
  }
  expect(await status({ from: 'store', job: 'O*', since: '1h' }, own)).toBe(0);
  await expect(status({ from: 'store' }, context)).rejects.toThrow(/store must be set in the configuration/);
});

test('on a small terminal, history shows the newest runs that fit, and the answer names the run that failed last', async () => {
  const { onTerminal, text, notes } = await start();
  expect(await runHistory({}, onTerminal)).toBe(0);
  const lines = text().split('\n');
  expect(lines.length + notes.length).toBeLessThan(24);
  expect(lines[1]).toMatch(/failed +Orders/);
  expect(notes).toEqual([
    '13 earlier runs left out. Show them with --all.',
    "1 of 33 runs failed. Next: syncline diagnose 'Orders 30'",
  ]);
});

test.each<[string, object, number]>([
  ['with --all', { all: true }, 34],
  ['with --limit', { limit: '30' }, 31],
])('%s, history shows more runs than fit', async (_name, options, lines) => {
  const { onTerminal, text } = await start();
  expect(await runHistory(options, onTerminal)).toBe(0);
  expect(text().split('\n')).toHaveLength(lines);
});

test('without a terminal, history shows every run, and programs get nothing but rows', async () => {
  const { context, text, notes } = await start();
  expect(await runHistory({}, context)).toBe(0);
  expect(text().split('\n')).toHaveLength(34);
  const programs = await start({ format: 'json' });
  expect(await runHistory({}, programs.context)).toBe(0);
  expect(JSON.parse(programs.text())).toHaveLength(33);
  expect([notes.length, programs.notes]).toEqual([1, []]);
});

test.each([
  ['status', () => status, { job: 'Ordrs' }, 0, /^No runs of Ordrs since \S+\. Did you mean Orders\?$/],
  ['history', () => runHistory, { job: 'Ordrs' }, 0, /^No runs of Ordrs since \S+\. Did you mean Orders\?$/],
  [
    'freshness',
    () => freshness,
    { job: 'Ordrs' },
    3,
    /^No job with the name Ordrs is checked\. Did you mean Orders\?$/,
  ],
  [
    'diagnose',
    () => diagnose,
    { run: 'Ordrs' },
    3,
    /no job with this name has run in .* Did you mean the job Orders\?$/,
  ],
  ['status, for nothing like it', () => status, { job: 'Xylophone' }, 0, /^No runs of Xylophone since .* Look further/],
] as const)('%s names the job that was meant', async (_name, command, options, exit, says) => {
  const { context, text, notes } = await start();
  expect(await command()(options as never, context)).toBe(exit);
  expect(`${text()}${notes.filter((note) => !note.startsWith('Jobs that did not run')).join('')}`).toMatch(says);
});
