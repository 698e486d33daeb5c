import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Outcome, outcomes } from '../../src/index.ts';
import {
  createRunLineage,
  type LineageOptions,
  type LineageRun,
  type OpenLineageEvent,
  toNdjson,
} from '../../src/openlineage/create-run-lineage.ts';
import { createSchemaCheck } from '../support/openlineage-schema.ts';

const start = Date.parse('2026-03-02T05:00:00Z');
const orders = { namespace: 'postgres://db.example.com:5432', name: 'sales.public.orders' };
const shop = { namespace: 'mysql://shop.example.com:3306', name: 'shop.orders' };
const options: LineageOptions = {
  namespace: 'https://sync.example.com',
  connections: { Warehouse: orders, Shop: [shop], Lake: [orders, shop] },
  jobs: {
    Orders: { source: 'Shop', destination: 'Warehouse' },
    Wide: { source: ['Shop', 'Nowhere'], destination: 'Lake' },
  },
  includeErrors: true,
};
const run = (others: Partial<LineageRun> = {}): LineageRun => ({
  key: '17',
  job: 'Orders',
  outcome: 'succeeded',
  start,
  end: start + 61_000,
  rows: 12,
  ...others,
});
const types = (events: readonly OpenLineageEvent[]): string[] => events.map(({ eventType }) => eventType);

describe('the events of a run', () => {
  test('are one START and one end, with the same id, job and datasets', async () => {
    const [first, last, ...others] = await createRunLineage(options).eventsOf(run());
    expect(others).toEqual([]);
    const common = {
      job: {
        namespace: 'https://sync.example.com',
        name: 'Orders',
        facets: {
          jobType: {
            _producer: 'https://github.com/syncline/syncline/tree/main/packages/runs',
            _schemaURL: 'https://openlineage.io/spec/facets/2-0-3/JobTypeJobFacet.json#/$defs/JobTypeJobFacet',
            processingType: 'BATCH',
            integration: 'SYNCLINE',
            jobType: 'JOB',
          },
        },
      },
      producer: 'https://github.com/syncline/syncline/tree/main/packages/runs',
      schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
      inputs: [shop],
    };
    expect(first).toEqual({
      ...common,
      eventType: 'START',
      eventTime: '2026-03-02T05:00:00.000Z',
      run: { runId: first?.run.runId },
      outputs: [orders],
    });
    expect(last).toMatchObject({ ...common, eventType: 'COMPLETE', eventTime: '2026-03-02T05:01:01.000Z' });
    expect(last?.run.runId).toBe(first?.run.runId);
    expect(last?.outputs[0]?.outputFacets?.['outputStatistics']).toMatchObject({ rowCount: 12 });
  });

  test.each([
    ['succeeded', ['START', 'COMPLETE']],
    ['warned', ['START', 'COMPLETE']],
    ['partial', ['START', 'FAIL']],
    ['failed', ['START', 'FAIL']],
    ['cancelled', ['START', 'ABORT']],
    ['unknown', ['START', 'OTHER']],
    ['running', ['START']],
  ] as const)('a run that %s gives %j', async (outcome, expected) => {
    expect(types(await createRunLineage(options).eventsOf(run({ outcome })))).toEqual(expected);
  });

  test('datasets come only from the map: an unknown job or connection has none', async () => {
    const lineage = createRunLineage(options);
    const datasets = async (job: string) => {
      const [first] = await lineage.eventsOf(run({ job }));
      return [first?.inputs, first?.outputs];
    };
    expect(await datasets('Unknown')).toEqual([[], []]);
    expect(await datasets('constructor')).toEqual([[], []]);
    expect(await datasets('Wide')).toEqual([[shop], [orders, shop]]);
  });

  test('rows are included only if they belong to one dataset', async () => {
    const lineage = createRunLineage(options);
    const facets = async (each: LineageRun) =>
      (await lineage.eventsOf(each)).at(-1)?.outputs.map((o) => o.outputFacets);
    expect(await facets(run({ job: 'Wide' }))).toEqual([undefined, undefined]);
    expect(await facets(run({ rows: undefined }))).toEqual([undefined]);
    expect(await facets(run({ rows: 1.5 }))).toEqual([undefined]);
  });

  test('the error is included only if configured, on one line and shortened', async () => {
    const failed = run({ outcome: 'failed', error: `disk\n\u001b[31mfull\u202e ${'x'.repeat(5_000)}` });
    const [, shown] = await createRunLineage(options).eventsOf(failed);
    const message = shown?.run.facets?.['errorMessage']?.['message'] as string;
    expect(message).toMatch(/^disk \[31mfull {2}x+$/);
    expect(message.length).toBeLessThanOrEqual(1_000);
    const quiet = await createRunLineage({ ...options, includeErrors: false }).eventsOf(failed);
    expect(JSON.stringify(quiet)).not.toContain('disk');
  });

  test('are NDJSON, one event per line', async () => {
    const text = toNdjson(await createRunLineage(options).eventsOf(run({ job: 'two\nlines' })));
    expect(text.endsWith('\n')).toBe(true);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as OpenLineageEvent).job.name),
    ).toEqual(['two\nlines', 'two\nlines']);
  });
});

describe('the id of a run', () => {
  test('is a UUID of version 7 with the start, and a hash of namespace and key', async () => {
    const [event] = await createRunLineage(options).eventsOf(run());
    const hash = createHash('sha256').update('["https://sync.example.com","17"]').digest('hex');
    const time = start.toString(16).padStart(12, '0');
    const variant = ((Number.parseInt(hash[16] as string, 16) & 0x3) | 0x8).toString(16);
    expect(event?.run.runId).toBe(
      `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`,
    );
  });

  test('is the same in every process, and differs only by key, start and namespace', async () => {
    const id = async (others: Partial<LineageRun>, namespace = 'a') =>
      (await createRunLineage({ namespace }).eventsOf(run(others)))[0]?.run.runId;
    expect(await id({})).toBe(await id({ outcome: 'failed', end: undefined, rows: 3 }));
    const ids = [await id({}), await id({ key: '18' }), await id({ start: start + 1 }), await id({}, 'b')];
    expect(new Set(ids).size).toBe(4);
  });

  test.each([1, 2 ** 32 - 1, 2 ** 32, 253_000_000_000_000])('contains the time %i', async (time) => {
    const [event] = await createRunLineage(options).eventsOf(run({ start: time, end: undefined }));
    expect(Number.parseInt(event?.run.runId.replace('-', '').slice(0, 12) ?? '', 16)).toBe(time);
  });
});

describe('the events of the tracker', () => {
  const at = start + 120_000;
  const event = (type: string, others: Partial<LineageRun> = {}, previous?: Outcome) => ({
    id: 'x',
    type,
    at,
    run: run(others),
    previous,
  });

  test('a run has one START and one end, and an event that is delivered again gives the same', async () => {
    const lineage = createRunLineage(options);
    const started = await lineage.eventsFor(event('started', { outcome: 'running', end: undefined }));
    const ended = await lineage.eventsFor(event('ended', {}, 'running'));
    expect([types(started), types(ended)]).toEqual([['START'], ['COMPLETE']]);
    const other = createRunLineage(options);
    expect(await other.eventsFor(event('ended', {}, 'running'))).toEqual(ended);
    expect(await other.eventsFor(event('started', { outcome: 'running', end: undefined }))).toEqual(started);
  });

  test('a run that appears only when it has ended gets its START with its end', async () => {
    expect(types(await createRunLineage(options).eventsFor(event('ended')))).toEqual(['START', 'COMPLETE']);
  });

  test.each<[string, Outcome, Outcome, string]>([
    ['changed', 'running', 'running', 'RUNNING'],
    ['reopened', 'running', 'failed', 'RUNNING'],
    ['changed', 'failed', 'succeeded', 'OTHER'],
    ['changed', 'unknown', 'unknown', 'OTHER'],
    ['changed', 'succeeded', 'unknown', 'COMPLETE'],
    ['changed', 'cancelled', 'unknown', 'ABORT'],
  ])('%s to %s from %s gives %s', async (type, outcome, previous, expected) => {
    const lineage = createRunLineage(options);
    expect(types(await lineage.eventsFor(event(type, { outcome }, previous)))).toEqual([expected]);
  });

  test('a gap is not an event of a run', async () => {
    const lineage = createRunLineage(options);
    expect(await lineage.eventsFor({ type: 'gap', at })).toEqual([]);
    expect(await lineage.eventsFor(event('later version'))).toEqual([]);
  });

  test('no event of a run that starts in the future is earlier than its START', async () => {
    const lineage = createRunLineage(options);
    const future = at + 2 * 3_600_000;
    for (const [type, outcome, previous] of [
      ['ended', 'succeeded', undefined],
      ['ended', 'failed', 'running'],
      ['changed', 'running', 'running'],
      ['changed', 'unknown', undefined],
      ['changed', 'failed', 'succeeded'],
      ['reopened', 'running', 'failed'],
    ] as const)
      for (const { eventTime } of await lineage.eventsFor(
        event(type, { outcome, start: future, end: undefined }, previous),
      ))
        expect(eventTime, `${type} ${outcome}`).toBe(new Date(future).toISOString());
  });

  test('an end without a time has the time at which it was found', async () => {
    const [ended] = await createRunLineage(options).eventsFor(event('ended', { end: undefined }, 'running'));
    expect(ended?.eventTime).toBe(new Date(at).toISOString());
  });
});

describe('the official schema of OpenLineage 2-0-2', () => {
  test('accepts every created event', async () => {
    const errorsOf = createSchemaCheck();
    const lineage = createRunLineage(options);
    let count = 0;
    for (const outcome of outcomes)
      for (const job of ['Orders', 'Wide', 'Unknown'])
        for (const error of [undefined, 'disk full'])
          for (const rows of [undefined, 0, 12])
            for (const event of await lineage.eventsOf(run({ outcome, job, error, rows }))) {
              expect(errorsOf(event)).toEqual([]);
              count += 1;
            }
    expect(count).toBe(13 * 18);
    for (const type of ['started', 'changed', 'ended', 'reopened'])
      for (const event of await lineage.eventsFor({ type, at: start, run: run() })) expect(errorsOf(event)).toEqual([]);
  });

  test('refuses a wrong event (the check can fail)', async () => {
    const errorsOf = createSchemaCheck();
    const [event] = await createRunLineage(options).eventsOf(run());
    expect(errorsOf({ ...event, run: { runId: '17' } })).toHaveLength(1);
    expect(errorsOf({ ...event, eventType: 'DONE' })).toHaveLength(1);
    expect(errorsOf({ ...event, eventTime: 'today' })).toHaveLength(1);
    expect(errorsOf({ ...event, producer: undefined })).toHaveLength(1);
  });
});

test.each<[string, unknown]>([
  ['namespace', {}],
  ['namespace', { namespace: '' }],
  ['producer', { namespace: 'a', producer: 'us' }],
  ['includeErrors', { namespace: 'a', includeErrors: 1 }],
  ['connections', { namespace: 'a', connections: [] }],
  ['connections.W', { namespace: 'a', connections: { W: { namespace: 'x' } } }],
  ['connections.W', { namespace: 'a', connections: { W: 'postgres' } }],
  ['jobs', { namespace: 'a', jobs: null }],
  ['jobs.J.source', { namespace: 'a', jobs: { J: { source: 7 } } }],
  ['jobs.J.destination', { namespace: 'a', jobs: { J: { destination: [''] } } }],
  ['jobs.J.sources', { namespace: 'a', jobs: { J: { sources: 'W' } } }],
  ['name', { namespace: 'a', name: 'b' }],
])('the option %s is refused in %j', (option, given) => {
  expect(() => createRunLineage(given as LineageOptions)).toThrow(
    expect.objectContaining({ code: 'CONFIG_INVALID', option }),
  );
});

test.each<[string, Partial<Record<keyof LineageRun, unknown>>]>([
  ['run', { key: '' }],
  ['run', { job: 7 }],
  ['run.outcome', { outcome: 'DONE' }],
  ['run.start', { start: -1 }],
  ['run.start', { start: 2 ** 48 }],
  ['run.start', { end: Number.NaN }],
  ['run.error', { error: {} }],
])('a value that is not a run is refused: %s', async (option, others) => {
  const given = { ...run(), ...others } as LineageRun;
  await expect(createRunLineage(options).eventsOf(given)).rejects.toMatchObject({ option });
});
