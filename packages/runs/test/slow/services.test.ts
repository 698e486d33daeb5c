import { basic } from '@syncline/auth';
import { createODataClient, createV2Client, type ODataClient, type V2Client } from '@syncline/client';
import { createSandbox, type SandboxOptions } from '@syncline/sandbox';
import { afterEach, describe, expect, test } from 'vitest';
import {
  completeSource,
  defineOutcomes,
  historySource,
  type RunSource,
  statusSource,
  type TickResult,
  type TrackerEvent,
  type TrackerOptions,
} from '../../src/index.ts';
import { historyNames } from '../support/history-names.ts';
import { createTracker, drain, isRunEvent, JumpingClock, memory, optionsOf } from '../support/tracker-set-up.ts';

const start = Date.parse('2026-03-02T12:00:00Z');
const classify = defineOutcomes({
  succeeded: ['SUCCESS'],
  failed: ['FAILED'],
  running: ['RUNNING'],
  cancelled: ['CANCELLED'],
});

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

/** Follows a sandbox over loopback while its clock moves forward by a day. */
async function follow(
  options: Partial<SandboxOptions>,
  given: Partial<TrackerOptions> = {},
  sourceOf?: (odata: ODataClient, v2: V2Client) => RunSource,
) {
  const sandbox = createSandbox({
    seed: 7,
    scale: { jobs: 8, history: 400 },
    clock: { start: new Date(start).toISOString() },
    edgeCases: false,
    ...options,
  });
  const { urls, credentials } = await sandbox.listen();
  cleanUp.push(() => sandbox.close());
  const credential = basic(credentials.basic);
  const odata = createODataClient({ baseUrl: urls.odata, credential, retry: 0 });
  const timeZone = options.behavior?.zoneless;
  const v2 = createV2Client({ baseUrl: urls.v2, credential, retry: 0 });
  const source = sourceOf?.(odata, v2) ?? (historySource(odata, { ...historyNames, timeZone }) as RunSource);
  const clock = new JumpingClock(start);
  const tracker = createTracker({
    ...optionsOf(clock.timeless(source), memory(), clock),
    classify,
    since: start - 2 * 86_400_000,
    overlap: '1h',
    ...given,
  });
  const results: TickResult[] = [];
  for (let tick = 0; tick < 36; tick += 1) {
    results.push(await tracker.tick());
    sandbox.clock.advance('40m');
    clock.set(clock.date() + 40 * 60_000);
  }
  return { events: await drain(tracker), results, sandbox };
}

const versions = (events: readonly TrackerEvent[]) =>
  events
    .filter(isRunEvent)
    .map(({ type, run: { key, job, outcome, start: at, end, rows } }) =>
      [type, key, job, outcome, at, end, rows].join(' '),
    )
    .sort();

describe('every service gives the same events', () => {
  const services: [NonNullable<SandboxOptions['behavior']>, Partial<TrackerOptions>, Partial<TickResult>][] = [
    [{ filter: 'ignore' }, {}, { filter: 'ignored' }],
    [{ filter: 'refuse' }, {}, { filter: 'refused' }],
    [{ orderBy: 'ignore', shuffle: true }, {}, { filter: 'applied' }],
    [{ filter: 'ignore', orderBy: 'ignore', shuffle: true, duplicates: 0.3 }, {}, { filter: 'ignored' }],
    [{ filter: 'refuse', pageCap: 100, nextLink: true }, {}, { filter: 'refused' }],
    [{ pageCap: 20, nextLink: true }, {}, { filter: 'applied' }],
    [{ pageCap: 20 }, { pageCap: 20 }, { filter: 'applied' }],
    [{ zoneless: 'Europe/Berlin' }, {}, { filter: 'applied' }],
    [{ zoneless: 'America/Los_Angeles', filter: 'ignore' }, {}, { filter: 'ignored' }],
  ];
  let plain: Awaited<ReturnType<typeof follow>> | undefined;
  test.each(services)('%j', async (behavior, options, expected) => {
    plain ??= await follow({});
    expect(plain.events.length).toBeGreaterThan(200);
    expect(new Set(plain.events.map(({ type }) => type))).toEqual(new Set(['started', 'ended']));
    const { events, results } = await follow({ behavior }, options);
    expect(versions(events)).toEqual(versions(plain.events));
    expect(results.at(-1)).toMatchObject(expected);
  });

  test('a bare array whose next page is in a Link header', async () => {
    plain ??= await follow({});
    const { events } = await follow({ envelope: 'array', behavior: { pageCap: 20, nextLink: true } });
    expect(versions(events)).toEqual(versions(plain.events));
    expect(events.filter(({ type }) => type === 'truncated')).toHaveLength(0);
  });

  test('a clock two hours ahead, also in the Date header', async () => {
    const { events } = await follow({ behavior: { clockOffset: '2h' } });
    const ends = events.filter(({ type }) => type === 'ended').map((event) => isRunEvent(event) && event.run.key);
    expect(new Set(ends).size).toBe(ends.length);
    expect(ends.length).toBeGreaterThan(100);
  });
});

test('a service that ignores filters and cuts without a link is an error', async () => {
  const failed = follow({ behavior: { filter: 'ignore', pageCap: 100 } }, { pageCap: 100 });
  await expect(failed).rejects.toMatchObject({ code: 'HISTORY_INCOMPLETE' });
});

describe('a service that says nothing about its limit', () => {
  type Behavior = NonNullable<SandboxOptions['behavior']>;
  const complete = (odata: ODataClient): RunSource => completeSource(historySource(odata, historyNames) as RunSource);
  test.each<[Behavior]>([
    [{ pageCap: 20 }],
    [{ orderBy: 'ignore', shuffle: true, pageCap: 20 }],
    [{ filter: 'ignore' }],
    [{ filter: 'refuse' }],
  ])('is read completely: %j', async (behavior) => {
    const plain = await follow({});
    const { events } = await follow({ behavior }, {}, complete);
    expect(versions(events)).toEqual(versions(plain.events));
  });
  test.each<[Behavior]>([
    [{ filter: 'ignore', pageCap: 20 }],
    [{ filter: 'refuse', pageCap: 20 }],
    [{ filter: 'ignore', orderBy: 'ignore', pageCap: 20 }],
    [{ filter: 'ignore', orderBy: 'ignore', shuffle: true, pageCap: 20 }],
    [{ filter: 'ignore', orderBy: 'ignore', shuffle: true }],
  ])('is an error where nothing shows that its records are complete: %j', async (behavior) => {
    await expect(follow({ behavior }, {}, complete)).rejects.toMatchObject({ code: 'HISTORY_INCOMPLETE' });
  });
  test('may apply neither filter nor order, if a number of records that it never reaches is known', async () => {
    const plain = await follow({});
    const behavior: Behavior = { filter: 'ignore', orderBy: 'ignore', shuffle: true };
    const { events } = await follow({ behavior }, {}, (odata) =>
      completeSource(historySource(odata, historyNames) as RunSource, { pageCap: 1_000_000 }),
    );
    expect(versions(events)).toEqual(versions(plain.events));
  });
});

test('a page is read with one request: 600 runs in pages of 100', async () => {
  const history = Array.from({ length: 600 }, (_, at) => ({
    historyid: `h${at}`,
    jobname: 'Orders',
    status: 'SUCCESS',
    runstartdate: new Date(start - 400 * 86_400_000 + at * 60_000).toISOString(),
  }));
  const behavior = { pageCap: 100, nextLink: true };
  const given = { since: start - 2_000 * 86_400_000 };
  const { results, sandbox } = await follow({ data: { history }, behavior, life: false } as never, given);
  expect(results[0]).toMatchObject({ changed: 600 });
  const { length } = sandbox.requests;
  // The other 35 ticks read the window of the newest run.
  expect(length).toBe(6 + 35 * Math.ceil(61 / 100));
});

test('timestamps without an offset need a time zone', async () => {
  const failed = follow(
    { behavior: { zoneless: 'Europe/Berlin' } },
    {},
    (odata) => historySource(odata, historyNames) as RunSource,
  );
  await expect(failed).rejects.toMatchObject({ code: 'CONFIG_INVALID', option: 'timeZone' });
});

test('the job status is followed with one request per job', async () => {
  const jobs = ['j1', 'j2', 'j3'].map((JobId) => ({
    JobName: JobId,
    JobId,
    ScheduledCron: '0 * * * *',
    Scheduled: 'true',
  }));
  const { events, results } = await follow(
    { data: { jobs } },
    {},
    (_odata, v2) => statusSource(v2, { jobs: jobs.map(({ JobId }) => JobId) }) as RunSource,
  );
  expect(results.every(({ requests }) => requests === jobs.length)).toBe(true);
  const ended = events.filter(({ type }) => type === 'ended').map((event) => isRunEvent(event) && event.run.key);
  expect(ended.length).toBeGreaterThan(3 * 15);
  expect(new Set(ended).size).toBe(ended.length);
});
