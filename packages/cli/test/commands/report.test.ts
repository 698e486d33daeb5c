import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createTracker, historySource } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { describe, expect, test } from 'vitest';
import { exitStatus } from '../../src/command/exit-status.ts';
import { parseReport } from '../../../ops/src/report/earlier-report.ts';
import { setUp, type SetUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { runOf, write as writeRuns } from '../../../runs/test/support/stored.ts';
import { diagnose, freshness, type ReportOptions, report, status as printStatus } from '../support/commands.ts';

async function write(options: Partial<ReportOptions> = {}, set: SetUp = {}, files: Record<string, string> = {}) {
  const folder = folderWith(files);
  const out = join(folder, 'report.html');
  const { context, ...rest } = await setUp(set);
  const again = (more: Partial<ReportOptions> = {}) => report({ out, ...options, ...more }, context);
  const status = await again();
  return { status, out, folder, again, page: () => readFileSync(out, 'utf8'), context, ...rest };
}

test('writes a page about every job of the service, and prints those that need attention', async () => {
  const { status, page, text, notes, folder } = await write({ since: '30d' });
  const data = parseReport(page());
  expect(status).toBe(exitStatus.no);
  expect(data?.jobs.length).toBeGreaterThanOrEqual(12);
  expect(data?.findings?.length).toBeGreaterThan(0);
  const wanting = data?.jobs.filter(({ result }) => result === 'error' || result === 'unknown') ?? [];
  expect(text().split('\n')).toHaveLength(wanting.length + 1);
  expect(notes.join()).toContain(`${wanting.length} of ${data?.jobs.length} jobs need`);
  expect(readdirSync(folder)).toEqual(['report.html']);
});

test('a report that replaces another one shows what has changed', async () => {
  const { again, page } = await write({ since: '30d' });
  expect(page()).not.toContain('Since the last report');
  await again();
  expect(page()).toContain('Since the last report');
  expect(page()).toContain('Nothing has changed.');
});

test('a file that is not a report is replaced without a comparison', async () => {
  const { page } = await write({}, {}, { 'report.html': '<p>mine</p>' });
  expect(page()).toContain('<h1 id="answer">');
  expect(page()).not.toContain('Since the last report');
});

test('freshness is judged by the configuration, over a longer period than the page shows', async () => {
  const { page, status } = await write(
    { since: '1h', definitions: false },
    { environment: { freshness: [{ jobs: '*', errorAfter: '1s' }] } },
  );
  expect(status).toBe(exitStatus.no);
  expect(page()).toContain('fails after 1s');
  expect(page()).toContain('The definitions of the jobs were not read');
});

test.each([
  ['never', exitStatus.yes],
  ['error', exitStatus.no],
] as const)('--fail-on %s', async (failOn, expected) => {
  expect((await write({ since: '30d', definitions: false, failOn })).status).toBe(expected);
});

test('only the requested jobs', async () => {
  const all = parseReport((await write({ since: '30d' })).page());
  const name = all?.jobs[0]?.name ?? '';
  const { page } = await write({ since: '30d', job: name });
  expect(parseReport(page())?.jobs.map((job) => job.name)).toEqual([name]);
});

test('the runs of the store give the same report as those of the service', async () => {
  const folder = folderWith({});
  const { context } = await setUp();
  const { odata, history, classify } = context.environment;
  const file = join(folder, 'runs.db');
  const store = openSqliteStore(file, { environment: 'production' });
  const source = historySource(odata!, history!);
  const since = context.clock.date() - 30 * 86_400_000;
  await createTracker({ source, classify: classify!, store, since, clock: context.clock }).tick();
  await store.close();
  const own = { ...context, environment: { ...context.environment, store: { sqlite: file } } };
  const outs = [join(folder, 'service.html'), join(folder, 'store.html')] as const;
  await report({ out: outs[0], since: '20d' }, own);
  await report({ out: outs[1], since: '20d', from: 'store' }, own);
  const [service, stored] = outs.map((out) => readFileSync(out, 'utf8'));
  expect(stored).toBe(service);
});

test.each([
  [2, true],
  [4, false],
])('a store that a monitor read %d hours ago', async (hours, isCurrent) => {
  const { context, notes } = await setUp({ environment: { freshness: [] } });
  const folder = folderWith({});
  const [file, out] = [join(folder, 'runs.db'), join(folder, 'report.html')];
  const store = openSqliteStore(file, { environment: 'production' });
  await writeRuns(store, { runs: [runOf('a', { outcome: 'succeeded', start: context.clock.date() - 3_600_000 })] });
  await store.noteRead();
  await store.close();
  const database = new DatabaseSync(file);
  database.prepare("UPDATE store SET value = value - ? WHERE name = 'readAt'").run(hours * 3_600_000);
  database.close();
  const own = { ...context, environment: { ...context.environment, store: { sqlite: file } } };
  const status = await report({ out, since: '20d', from: 'store', definitions: false }, own);
  expect(status).toBe(isCurrent ? exitStatus.yes : exitStatus.unknown);
  const page = readFileSync(out, 'utf8');
  if (isCurrent) expect(page).toMatch(/class="good"/);
  else expect(page).not.toMatch(/class="good"/);
  const note = 'The monitor last read the history 4h ago, so later runs are not in the store.';
  const readers = {
    report: async () => undefined,
    status: () => printStatus({ since: '20d', from: 'store' }, own),
    freshness: () =>
      freshness(
        { from: 'store' },
        { ...own, environment: { ...own.environment, freshness: [{ jobs: '*', errorAfter: '1d' }] } },
      ),
    diagnose: () => diagnose({ run: 'a' }, own),
  };
  for (const [name, read] of Object.entries(readers)) {
    await read();
    expect([name, notes.splice(0).some((line) => line.includes(note))]).toEqual([name, !isCurrent]);
  }
});

describe('bad input is refused before anything is sent', () => {
  test.each([
    [{ out: '' }, /--out must name the file/],
    [{ since: 'yesterday' }, /--since/],
    [
      { sinceReport: '/nowhere/old.html' },
      /--since-report names \/nowhere\/old\.html, which cannot be read \(ENOENT\)/,
    ],
    [{ from: 'store' as const }, /store must be set in the configuration/],
  ])('%j', async (options, message) => {
    const { context, sandbox } = await setUp();
    await expect(report({ out: join(folderWith({}), 'r.html'), ...options }, context)).rejects.toThrow(message);
    expect(sandbox.requests).toHaveLength(0);
  });
  test('a store that does not exist', async () => {
    const { context } = await setUp({ environment: { store: { sqlite: '/nowhere/runs.db' } } });
    await expect(report({ out: 'x.html', from: 'store' }, context)).rejects.toThrow(/runs\.db, which does not exist/);
  });
  test('a file that cannot be written', async () => {
    const { context } = await setUp();
    await expect(report({ out: '/nowhere/report.html' }, context)).rejects.toThrow(/cannot be written \(ENOENT\)/);
  });
});
