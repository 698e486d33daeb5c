import { basic } from '@syncline/auth';
import { createV2Client } from '@syncline/client';
import { createSandbox } from '@syncline/sandbox';
import { afterAll, describe, expect, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import { defineOutcomes, statusSource, waitForRun } from '../../src/index.ts';

const record = { history_id: 'h1', status: 'OK', run_start_at: '2026-03-02T08:00:00Z', records_affected: 5 };
const clientOf = (records: Record<string, readonly object[]>) => ({
  jobs: { status: async (job: string) => (records[job] ?? []) as never },
});

test('reads the facts of a run from the fields of the specification', async () => {
  const source = statusSource(clientOf({ a: [record] }), { jobs: ['a'] });
  expect(await source.read({ since: 0 })).toEqual({
    runs: [
      {
        key: 'h1',
        job: 'a',
        start: Date.parse(record.run_start_at),
        end: undefined,
        rows: 5,
        status: 'OK',
        error: '',
        record,
      },
    ],
    requests: 1,
    rows: 1,
    unreadable: { count: 0, problem: undefined },
    readings: {},
  });
});

describe('returns only runs that match the query', () => {
  const later = { ...record, history_id: 'h2', run_start_at: '2026-03-02T09:00:00Z' };
  const source = statusSource(clientOf({ a: [later, record], b: [{ ...record, history_id: 'h3' }] }), {
    jobs: ['a', 'b'],
  });
  const keys = async (query: object) => (await source.read({ since: 0, ...query })).runs.map(({ key }) => key);

  test('of all jobs, oldest first', async () => {
    expect(await keys({})).toEqual(['h1', 'h3', 'h2']);
  });
  test('by start, job or key', async () => {
    expect(await keys({ since: Date.parse(later.run_start_at) })).toEqual(['h2']);
    expect(await keys({ until: Date.parse(later.run_start_at) })).toEqual(['h1', 'h3']);
    expect(await keys({ job: 'b' })).toEqual(['h3']);
    expect(await keys({ keys: ['h1'], since: Number.MAX_SAFE_INTEGER })).toEqual(['h1']);
  });
});

test('reads a job that is named twice once', async () => {
  const source = statusSource(clientOf({ a: [record], b: [] }), { jobs: ['a', 'b', 'a'] });
  expect(await source.read({ since: 0 })).toMatchObject({ requests: 2, rows: 1, runs: [{ key: 'h1' }] });
});

test('counts what it cannot read', async () => {
  const records = [{}, { ...record, run_start_at: 'soon' }, record];
  const page = await statusSource(clientOf({ a: records }), { jobs: ['a'] }).read({ since: 0 });
  expect(page).toMatchObject({ rows: 3, unreadable: { count: 2, problem: 'key is missing' } });
  expect(page.runs).toHaveLength(1);
});

test('a timestamp without an offset is in UTC, or in the configured zone', async () => {
  const local = { ...record, run_start_at: '2026-03-02 08:00:00' };
  const startIn = async (timeZone?: string) =>
    (await statusSource(clientOf({ a: [local] }), { timeZone }).read({ since: 0, job: 'a' })).runs[0]?.start;
  expect(await startIn()).toBe(Date.parse('2026-03-02T08:00:00Z'));
  expect(await startIn('Europe/Berlin')).toBe(Date.parse('2026-03-02T07:00:00Z'));
});

test('needs a job', async () => {
  await expect(statusSource(clientOf({})).read({ since: 0 })).rejects.toThrow('jobs must name at least one job id');
  expect(() => statusSource(clientOf({}), { jobs: [''] })).toThrow('jobs must be a list of job ids');
});

describe('with the sandbox', () => {
  // The start time decides which of the sandbox's runs get stuck.
  const sandbox = createSandbox({
    clock: { start: '2026-03-01T00:20:30Z' },
    data: { jobs: [{ JobName: 'Nightly', JobId: 'j1', ScheduledCron: '0 * * * *', Scheduled: 'true' }] },
  });
  afterAll(() => sandbox.close());

  test('waits for the next run of a job', async () => {
    const { username, password } = sandbox.credentials.basic;
    const v2 = createV2Client({
      baseUrl: sandbox.urls.v2,
      credential: basic({ username, password }),
      fetch: sandbox.fetch,
    });
    const [words] = [new Set<string>()];
    sandbox.clock.advance('1d');
    for (const { status } of await v2.jobs.status('j1')) if (status !== undefined) words.add(status);
    expect(words.size).toBeGreaterThan(0);
    const started = sandbox.clock.now();
    const clock = new ManualClock(started.getTime());
    const { run, outcome, tally } = await clock.run(
      waitForRun({
        source: clock.timeless(statusSource(v2)),
        classify: defineOutcomes({ succeeded: [...words] }),
        job: 'j1',
        after: started,
        timeout: '3h',
        clock,
        onPoll: ({ pauseMs }) => sandbox.clock.advance(`${Math.ceil(pauseMs / 1_000)}s`),
      }),
    );
    expect(run.start).toBeGreaterThanOrEqual(started.getTime());
    expect([outcome, tally.found]).not.toContain(undefined);
    expect(tally.missing).toBeGreaterThan(0);
  });
});
