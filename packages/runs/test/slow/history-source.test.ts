import { basic } from '@syncline/auth';
import { createODataClient, type HistoryRecord, isHttpError } from '@syncline/client';
import { createSandbox, type SandboxOptions } from '@syncline/sandbox';
import { afterEach, describe, expect, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import { defineOutcomes, historySource, type RunPage, waitForRun } from '../../src/index.ts';
import { historyNames } from '../support/history-names.ts';

const now = '2026-03-02T12:00:00Z';
const since = Date.parse('2026-03-02T00:00:00Z');

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

/** A sandbox on loopback with the same history for every behavior. */
async function serve(behavior: SandboxOptions['behavior'] = {}) {
  const sandbox = createSandbox({
    seed: 7,
    scale: { jobs: 12, history: 600 },
    clock: { start: now },
    life: false,
    edgeCases: false,
    behavior,
  });
  const { urls, credentials } = await sandbox.listen();
  cleanUp.push(() => sandbox.close());
  const odata = createODataClient({ baseUrl: urls.odata, credential: basic(credentials.basic), retry: 0 });
  return { odata, requests: () => sandbox.requests.length };
}

const facts = ({ runs }: RunPage<HistoryRecord>) => runs.map(({ record: _record, ...run }) => run);

describe('every service gives the same runs', () => {
  const behaviors: [NonNullable<SandboxOptions['behavior']>, Partial<RunPage>][] = [
    [{}, { filter: 'applied', order: 'applied', requests: 1 }],
    [{ filter: 'ignore' }, { filter: 'ignored', order: 'applied', requests: 1 }],
    [{ filter: 'refuse' }, { filter: 'refused', order: 'applied', requests: 3 }],
    [
      { orderBy: 'ignore', shuffle: true },
      { filter: 'applied', order: 'ignored', requests: 1 },
    ],
    [
      { filter: 'ignore', orderBy: 'ignore', shuffle: true, duplicates: 0.3 },
      { filter: 'ignored', order: 'ignored' },
    ],
    [{ duplicates: 1 }, { filter: 'applied' }],
    [
      { pageCap: 10, nextLink: true },
      { filter: 'applied', order: 'applied' },
    ],
    [{ zoneless: 'Europe/Berlin' }, { filter: 'applied' }],
    [{ zoneless: 'America/Los_Angeles' }, { filter: 'applied' }],
    [{ zoneless: 'Pacific/Auckland', filter: 'refuse' }, { filter: 'refused' }],
  ];
  test.each(behaviors)('%j', async (behavior, expected) => {
    const plain = historySource((await serve()).odata, historyNames);
    const different = historySource((await serve(behavior)).odata, { ...historyNames, timeZone: behavior.zoneless });
    const truth = await plain.read({ since });
    expect(truth.runs.length).toBeGreaterThan(20);
    const page = await different.read({ since });
    expect(facts(page)).toEqual(facts(truth));
    expect(page).toMatchObject(expected);

    const job = truth.runs[0]?.job as string;
    const ofJob = truth.runs.filter((run) => run.job === job);
    expect((await different.read({ since, job })).runs.map(({ key }) => key)).toEqual(ofJob.map(({ key }) => key));

    const until = truth.runs[9]?.start as number;
    const early = truth.runs.filter(({ start }) => start < until);
    expect(early.length).toBeGreaterThan(0);
    expect((await different.read({ since, until })).runs.map(({ key }) => key)).toEqual(early.map(({ key }) => key));

    const keys = truth.runs.slice(-3).map(({ key }) => key);
    const byKey = await different.read({ since: Date.parse(now) + 1, keys });
    expect(byKey.runs.map(({ key }) => key)).toEqual(keys);
  });
});

test('a refused filter is not sent again', async () => {
  const { odata, requests } = await serve({ filter: 'refuse' });
  const source = historySource(odata, historyNames);
  await source.read({ since });
  const before = requests();
  expect(await source.read({ since })).toMatchObject({ requests: 1, filter: 'refused' });
  expect(requests() - before).toBe(1);
});

test('accessors that are functions are read without a filter', async () => {
  const { odata } = await serve();
  const functions = { ...historyNames, start: (record: HistoryRecord) => record.runstartdate };
  const page = await historySource(odata, functions).read({ since });
  expect(page).toMatchObject({ filter: 'none', order: 'none' });
  expect(facts(page)).toEqual(facts(await historySource(odata, historyNames).read({ since })));
});

test('a wait finds its run in the history', async () => {
  const { odata } = await serve({ filter: 'ignore', orderBy: 'ignore' });
  const source = historySource(odata, historyNames);
  const ended = (await source.read({ since })).runs.find(({ status }) => status === 'SUCCESS');
  const clock = new ManualClock(Date.parse(now));
  const classify = defineOutcomes({ succeeded: ['SUCCESS'] });
  const { job, key } = ended as { job: string; key: string };
  expect(await waitForRun({ source, classify, job, run: key, timeout: '1m', clock })).toMatchObject({ ok: true });
});

/** A service that treats filters as the test decides. `answer` returns a status or the records to send. */
function clientOf(answer: (filter: string | null, order: string | null) => number | readonly object[]) {
  const sent: (string | null)[] = [];
  const odata = createODataClient({
    baseUrl: 'https://sync.example/app',
    credential: basic({ username: 'u', password: 'p' }),
    retry: 0,
    fetch: async (url) => {
      const query = new URL(String(url)).searchParams;
      sent.push(query.get('$filter'));
      const given = answer(query.get('$filter'), query.get('$orderby'));
      const body = typeof given === 'number' ? { error: { code: 'x', message: 'no' } } : { value: given };
      const status = typeof given === 'number' ? given : 200;
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    },
  });
  return { odata, sent };
}

const record = { historyid: 12, jobname: 'a', status: 'OK', runstartdate: '2026-03-02T08:00:00Z' };

test('numeric keys are detected from the records', async () => {
  const { odata, sent } = clientOf(() => [record]);
  const source = historySource(odata, { ...historyNames, job: () => 'a' });
  await source.read({ since, keys: ['12'] });
  await source.read({ since, keys: ['12'] });
  expect(sent).toEqual(["historyid eq '12' or historyid eq 12", 'historyid eq 12']);
});

test('a service that compares types strictly gets the right type', async () => {
  const { odata, sent } = clientOf((filter) => (filter === 'historyid eq 12' ? [record] : 400));
  const page = await historySource(odata, historyNames).read({ since, keys: ['12'] });
  expect(page).toMatchObject({ filter: 'applied', runs: [{ key: '12' }] });
  expect(sent.at(-1)).toBe('historyid eq 12');
});

test('a service that refuses only the order keeps the filter', async () => {
  const { odata } = clientOf((_filter, order) => (order === null ? [record] : 501));
  expect(await historySource(odata, historyNames).read({ since })).toMatchObject({
    filter: 'applied',
    order: 'refused',
    runs: [{ key: '12' }],
  });
});

test('quotes in a job stay inside their literal', async () => {
  const { odata, sent } = clientOf(() => []);
  await historySource(odata, historyNames).read({ since, job: "O'Brien' or 1 eq 1" });
  expect(sent[0]).toBe("runstartdate ge 2026-03-02T00:00:00.000Z and jobname eq 'O''Brien'' or 1 eq 1'");
});

test.each([400, 403, 500])('a service that responds to everything with %d is an error', async (status) => {
  const { odata } = clientOf(() => status);
  const source = historySource(odata, historyNames);
  const error = await source.read({ since }).catch((thrown: unknown) => thrown);
  expect(isHttpError(error) && error.status).toBe(status);
});

test('after a service refused everything, the filters are tried again', async () => {
  let isBroken = true;
  const { odata } = clientOf(() => (isBroken ? 400 : [record]));
  const source = historySource(odata, historyNames);
  await source.read({ since }).catch(() => {});
  isBroken = false;
  expect(await source.read({ since })).toMatchObject({ filter: 'applied', requests: 1 });
});

test('records that are not runs are counted, and never returned', async () => {
  const wrong = { ...record, runstartdate: 'yesterday' };
  const { odata } = clientOf(() => [wrong, record, { ...record, historyid: null }]);
  expect(await historySource(odata, historyNames).read({ since })).toMatchObject({
    runs: [{ key: '12' }],
    rows: 3,
    unreadable: { count: 2, problem: 'start is not a timestamp' },
  });
});

test('a key that runs of two jobs share is refused', async () => {
  const { odata } = clientOf(() => [record, { ...record, jobname: 'another job' }]);
  await expect(historySource(odata, historyNames).read({ since })).rejects.toThrow('key must identify a run');
});

test('the latest copy of a record counts', async () => {
  const { odata } = clientOf(() => [{ ...record, status: 'RUNNING' }, record]);
  expect((await historySource(odata, historyNames).read({ since })).runs).toMatchObject([{ status: 'OK' }]);
});

test('a timestamp without an offset needs a time zone', async () => {
  const { odata } = clientOf(() => [{ ...record, runstartdate: '2026-03-02T08:00:00' }]);
  await expect(historySource(odata, historyNames).read({ since })).rejects.toThrow('timeZone must be set');
});

test('queries that cannot be sent are refused', async () => {
  const { odata, sent } = clientOf(() => []);
  const source = historySource(odata, historyNames);
  await expect(source.read({ since: Number.NaN })).rejects.toThrow('since must be milliseconds since 1970');
  for (const until of [since, since - 1, Number.NaN, 1e18])
    await expect(source.read({ since, until })).rejects.toThrow(
      'until must be milliseconds since 1970, later than since',
    );
  const keys = Array.from({ length: 41 }, (_, index) => `k${index}`);
  await expect(source.read({ since, keys })).rejects.toThrow('keys must be at most 40');
  expect(await source.read({ since, keys: [] })).toMatchObject({ runs: [], requests: 0 });
  expect(sent).toEqual([]);
  expect(() => historySource({} as never, historyNames)).toThrow('client must be an OData client');
  expect(() => historySource(odata, { ...historyNames, key: undefined as never })).toThrow(
    'key must be the name of a property',
  );
});

test('a service that compares local times with the instants of a filter loses no run', async () => {
  const zones = [
    ['America/Los_Angeles', '2026-03-01T16:00:00.000'],
    ['Pacific/Kiritimati', '2026-03-02T14:00:00.000'],
  ] as const;
  for (const [timeZone, runstartdate] of zones) {
    const { odata } = clientOf((filter) => {
      const [, from = ''] = / ge (\S+)Z/.exec(filter ?? '') ?? [];
      const [, to = '9'] = / lt (\S+)Z/.exec(filter ?? '') ?? [];
      return [{ ...record, runstartdate }].filter((each) => each.runstartdate >= from && each.runstartdate < to);
    });
    const source = historySource(odata, { ...historyNames, timeZone });
    expect(await source.read({ since })).toMatchObject({ filter: 'applied', runs: [{ start: since }] });
    expect((await source.read({ since: since + 1 })).runs).toEqual([]);
    expect((await source.read({ since: since - 1, until: since })).runs).toEqual([]);
    expect((await source.read({ since, until: since + 1 })).runs).toHaveLength(1);
  }
});

test('a missing accessor is a type error', () => {
  const { start: _start, ...others } = historyNames;
  const { odata } = clientOf(() => []);
  // @ts-expect-error: Property 'start' is missing
  expect(() => historySource(odata, others)).toThrow('start must be the name of a property');
});
