import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInventory, takeSnapshot } from '@syncline/jobs';
import { writeSnapshot } from '@syncline/jobs/node';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, test } from 'vitest';
import { requireInterface } from '../../../ops/src/environment/environment.ts';
import { now, type SetUp, setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { diagnose } from '../support/commands.ts';

const minute = 60_000;
const at = (minutes: number) => new Date(now - minutes * minute).toISOString();
const record = (historyid: string, minutes: number, status: string, error?: string, jobname = 'Orders') => ({
  historyid,
  jobname,
  status,
  runstartdate: at(minutes),
  runenddate: at(minutes - 2),
  ...(error === undefined ? {} : { error }),
});
const history = [
  record('r1', 400, 'FAILED', 'Timed out after 12 s', 'Stock'),
  record('r2', 300, 'SUCCESS'),
  record('r3', 200, 'FAILED', 'Disk full'),
  record('r4', 100, 'FAILED', "Timed out after 30 s reading 'Orders'"),
  record('r5', 50, 'FAILED', "Timed out after 31 s reading 'Orders'"),
  record('r6', 10, 'SUCCESS'),
];
const jobs = [
  { JobName: 'Orders', JobId: 'j1', Source: 'A', Destination: 'B', CommandTimeout: '60', Scheduled: 'true' },
];
const causes = [{ origin: 'network', type: 'timeout', contains: ['timed out'], advice: 'Raise CommandTimeout.' }];
const start = (given: SetUp = {}) =>
  setUp({
    sandbox: { data: { jobs, history }, scale: undefined, seed: undefined } as never,
    ...given,
    environment: { causes, ...given.environment },
  });

test.each([undefined, 2])('a service that returns two runs at once hides none, with pageCap %s', async (pageCap) => {
  const capped = { data: { jobs, history }, scale: undefined, seed: undefined, behavior: { pageCap: 2 } } as never;
  const { context, json } = await start({ sandbox: capped, format: 'json', environment: { pageCap } });
  expect(await diagnose({ run: 'r5' }, context)).toBe(0);
  expect(json()).toMatchObject([{ failures_in_a_row: 3, last_good: { key: 'r2' }, count: 2 }]);
});

test('says why a run failed, and what is known about such failures', async () => {
  const { context, text } = await start({ width: 100 });
  expect(await diagnose({ run: 'r5' }, context)).toBe(0);
  expect(text()).toMatchInlineSnapshot(`
    "Run          ✗ failed  Orders  r5
    Started      50m ago, took 2m
    Error        Timed out after 31 s reading 'Orders'
    Cause        network, timeout (causes[0]: "timed out" in its error)
    Advice       Raise CommandTimeout.
    Seen         2 times in 1 job in the last 30d: first 1h ago, last 50m ago
    Fingerprint  f1-ea3aaf8048e1a55e  timed out after <n> s reading <name>
    Last good    5h ago, r2; 3 failures since
    Changed      not known: no snapshot was named; create one with \`syncline snapshot\`, and name it with
                 --snapshot
    Lint         error  scheduled-without-cron: The job is scheduled, but it has no cron string.
                 warn  continue-without-notification: The job continues when a table fails, and sends no
                 notification.
    Steps        not known: the interface does not list the tasks of a transformation; name them with
                 --task"
  `);
});

test.each([
  ['Orders', 'r5', 'failed'],
  ['Stock', 'r1', 'failed'],
  ['Prices', 'p1', 'succeeded'],
])('the name of the job %s means its run %s, which %s', async (job, key, outcome) => {
  const more = [...history, record('p1', 20, 'SUCCESS', undefined, 'Prices')];
  const sandbox = { data: { jobs, history: more }, scale: undefined, seed: undefined } as never;
  const { context, json } = await start({ sandbox, format: 'json' });
  expect(await diagnose({ run: job }, context)).toBe(0);
  expect(json()).toMatchObject([{ key, job, outcome }]);
});

test('returns the same for programs', async () => {
  const { context, json } = await start({ format: 'json' });
  expect(await diagnose({ run: 'r5' }, context)).toBe(0);
  const [row] = json() as readonly Record<string, unknown>[];
  expect(row).toMatchObject({
    key: 'r5',
    job: 'Orders',
    outcome: 'failed',
    start: at(50).replace('.000Z', 'Z'),
    error: "Timed out after 31 s reading 'Orders'",
    origin: 'network',
    type: 'timeout',
    because: { rule: 0, contains: 'timed out', in: 'error' },
    first_seen: at(100).replace('.000Z', 'Z'),
    count: 2,
    jobs: 1,
    failures_in_a_row: 3,
    last_good: { key: 'r2' },
    changes: { unknown: expect.stringContaining('no snapshot was named') },
    steps: { unknown: expect.stringContaining('--task') },
  });
  expect(row?.['findings']).toContainEqual(expect.objectContaining({ rule: 'scheduled-without-cron' }));
});

test('is 3 if no rule matches or there is no such run', async () => {
  const { context, notes } = await start();
  expect(await diagnose({ run: 'r3' }, context)).toBe(3);
  expect(await diagnose({ run: 'nobody' }, context)).toBe(3);
  expect(notes.join('\n')).toMatch(
    /No entry of `causes` .* matches this failure[^]*No run has the key "nobody", and no job with this name has run/,
  );
});

test('is 0 for a run that did not fail', async () => {
  const { context, text, sandbox } = await start();
  expect(await diagnose({ run: 'r6' }, context)).toBe(0);
  expect(text()).toContain('The run did not fail, so there is nothing to diagnose.');
  expect(sandbox.requests.map(({ path }) => path).filter((path) => path?.includes('jobs('))).toEqual([]);
});

test('finds a run that is older than the compared period', async () => {
  const { context, json } = await start({ format: 'json' });
  expect(await diagnose({ run: 'r1', since: '1h' }, context)).toBe(0);
  expect(json()).toMatchObject([{ key: 'r1', count: 1, first_seen: at(400).replace('.000Z', 'Z') }]);
});

test('reads the run from the store if it has it, and only the job from the service', async () => {
  const file = join(folderWith({}), 'runs.db');
  const store = openSqliteStore(file, { environment: 'production' });
  const runs = history.map(({ historyid: key, jobname: job, status, runstartdate, runenddate, ...rest }) => ({
    key,
    job,
    outcome: status === 'SUCCESS' ? ('succeeded' as const) : ('failed' as const),
    status,
    start: Date.parse(runstartdate),
    end: Date.parse(runenddate),
    rows: undefined,
    version: key,
    firstSeen: now,
    raw: JSON.stringify({ ...rest, details: 'x' }),
  }));
  const { fence = '' } = (await store.begin()) ?? {};
  await store.write({ fence, state: 's', runs, events: [], at: now });
  await store.close();
  const { context, json, sandbox } = await start({ format: 'json', environment: { store: { sqlite: file } } });
  expect(await diagnose({ run: 'r5' }, context)).toBe(0);
  expect(json()).toMatchObject([{ key: 'r5', count: 2, details: 'x', last_good: { key: 'r2' } }]);
  expect(sandbox.requests.filter(({ path }) => path?.includes('/history'))).toEqual([]);
});

test('shows what changed in the job since its last success, from the snapshots of a git repository', async () => {
  const { context, json, sandbox } = await start({ format: 'json' });
  const folder = join(folderWith({}), 'jobs');
  mkdirSync(folder);
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: at(350), GIT_AUTHOR_DATE: at(350) },
    });
  const changed = async (facts: Record<string, string>) => {
    const data = { jobs: [{ ...jobs[0], ...facts }], history };
    const { context: other } = await setUp({ sandbox: { data, scale: undefined, seed: undefined } as never });
    const inventory = await readInventory({ odata: requireInterface(other.environment, 'odata'), names: ['Orders'] });
    await writeSnapshot(folder, await takeSnapshot(inventory));
  };
  await changed({ CommandTimeout: '600' });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'one');
  // Changes in the folder that are not committed must not count.
  await changed({ CommandTimeout: '700' });
  writeFileSync(join(folder, 'notes.txt'), 'x');
  expect(await diagnose({ run: 'r5', snapshot: folder }, context)).toBe(0);
  expect(json()).toMatchObject([{ changes: [{ field: 'CommandTimeout', before: 600, after: 60 }] }]);
  expect(sandbox.requests.length).toBeGreaterThan(0);

  const before = await start({ format: 'json' });
  expect(await diagnose({ run: 'r1', snapshot: folder }, before.context)).toBe(0);
  expect(before.json()).toMatchObject([{ changes: { unknown: 'no earlier success of the job is known' } }]);
});

test('shows the failed steps of the run, and finds its cause in them', async () => {
  const step = (facts: object) => ({
    job_history_id: 'r3',
    task_id: '1',
    table: 'orders',
    status: 'SUCCESS',
    ...facts,
  });
  const taskHistory = {
    '7/1': [
      step({}),
      step({ status: 'FAILED', table: 'lines', error: 'Deadlock found\u001b[2J', query: 'SELECT secret' }),
      step({ status: 'FAILED', job_history_id: 'r9', error: 'of another run' }),
    ],
  };
  const rules = [{ origin: 'destination', type: 'lock', contains: ['deadlock'] }];
  const sandbox = { data: { jobs, history, taskHistory }, scale: undefined, seed: undefined } as never;
  const { context, json } = await setUp({ format: 'json', sandbox, environment: { causes: rules } });
  expect(await diagnose({ run: 'r3', task: ['7/1'] }, context)).toBe(0);
  expect(json()).toMatchObject([
    {
      origin: 'destination',
      because: { in: 'step' },
      steps: [{ task: '7/1', table: 'lines', status: 'FAILED', error: 'Deadlock found [2J', details: '' }],
    },
  ]);
  expect(JSON.stringify(json())).not.toContain('secret');
  await expect(diagnose({ run: 'r3', task: ['7'] }, context)).rejects.toThrow(
    '--task must be the id of a transformation',
  );
});
