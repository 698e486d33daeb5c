import { basic } from '@syncline/auth';
import { createSandbox, type SandboxOptions } from '@syncline/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createODataClient,
  type FilterProperties,
  type HistoryRecordProperties,
  isConfigError,
  type ODataClient,
  settle,
} from '../../src/index.ts';
import { isVerificationError, verifyReads } from '../../src/verify/index.ts';
import { serveInTurn } from '../support/serve.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

/** A sandbox on loopback with the same history for every behavior, or with the given data. */
async function serve(behavior: SandboxOptions['behavior'] = {}, data?: SandboxOptions['data']): Promise<ODataClient> {
  const sandbox = createSandbox({
    seed: 7,
    scale: { jobs: 12, history: 400 },
    clock: { start: '2026-03-02T12:00:00Z' },
    life: false,
    edgeCases: false,
    behavior,
    data,
  });
  const { urls, credentials } = await sandbox.listen();
  cleanUp.push(() => sandbox.close());
  return createODataClient({ baseUrl: urls.odata, credential: basic(credentials.basic), retry: 0 });
}

const since = new Date('2026-03-01T12:00:00Z');
const query = {
  filter: (h: FilterProperties<HistoryRecordProperties>) => h.runstartdate.ge(since),
  orderBy: 'runstartdate desc',
} as const;

describe('a service that applies the query', () => {
  it.each([
    {},
    { duplicates: 0.5 },
    { pageCap: 50, nextLink: true },
  ])('returns the same records: %j', async (behavior) => {
    const odata = await serve(behavior);
    const plain = await odata.history.list({ ...query, pages: 'follow' });
    const { history } = verifyReads(odata);
    expect(plain.length).toBeGreaterThan(5);
    expect(await history.list({ ...query, pages: 'follow', verify: true })).toEqual(plain);
    const streamed = [];
    for await (const record of history.stream({ ...query, pages: 'follow', verify: true })) streamed.push(record);
    expect(streamed).toEqual(plain);
    const { data, status } = await history.list({ ...query, pages: 'follow', verify: true }).withResponse();
    expect([data, status]).toEqual([plain, 200]);
  });

  it('passes with texts, in the collation that the service has', async () => {
    const { history, connectors } = verifyReads(await serve());
    const verify = { collation: 'exact' } as const;
    const [first] = await history.list();
    const id = first?.connectorid ?? '';
    const same = await history.list({
      filter: (h) => h.connectorid.eq(id),
      orderBy: ['connectorid', 'runstartdate'],
      verify,
    });
    expect(same.length).toBeGreaterThan(0);
    expect((await connectors.list({ orderBy: 'connectorid', verify })).length).toBeGreaterThan(0);
    expect(await history.list({ filter: (h) => h.connectorid.in([]), verify: true })).toEqual([]);
  });

  it('passes with texts that look like timestamps', async () => {
    const ids = ['2026-01-01T00:30:00Z', '2026-01-01T01:00:00+01:00'];
    const odata = await serve({}, { connectors: ids.map((connectorid) => ({ connectorid })) });
    for (const verify of [true, { collation: 'exact' }] as const) {
      const records = await verifyReads(odata).connectors.list({ orderBy: 'connectorid', verify });
      expect(records.map(({ connectorid }) => connectorid)).toEqual(ids);
    }
  });
});

describe('a service that ignores the filter', () => {
  it('is detected by list, withResponse and stream, and shows no value of a record', async () => {
    const { history } = verifyReads(await serve({ filter: 'ignore' }));
    const streamed = async () => {
      for await (const record of history.stream({ ...query, orderBy: 'runstartdate', verify: true }))
        expect(Date.parse(record.runstartdate ?? '')).toBeGreaterThanOrEqual(Number(since));
    };
    for (const read of [
      history.list({ ...query, verify: true }),
      history.list({ ...query, verify: true }).withResponse(),
      streamed(),
    ]) {
      const { error } = await settle(read as Promise<unknown>);
      expect(isVerificationError(error)).toBe(true);
      expect(error).toMatchObject({ code: 'VERIFICATION_FAILED', reason: 'filter', collection: 'history' });
      expect(String(error)).not.toMatch(/20\d\d-/);
    }
  });

  it('is not detected without verify, which is why it exists', async () => {
    const odata = await serve({ filter: 'ignore' });
    expect((await verifyReads(odata).history.list(query)).length).toBe((await odata.history.list()).length);
  });
});

describe('a service that ignores the order', () => {
  it('is detected between dates with different offsets, if the filter shows that they are dates', async () => {
    const starts = ['2026-03-02T01:00:00+01:00', '2026-03-02T00:30:00Z'].reverse();
    const history = starts.map((runstartdate) => ({ runstartdate }));
    const odata = await serve({ orderBy: 'ignore' }, { history });
    const sent = await odata.history.list();
    const isRight = sent[0]?.runstartdate === starts[1];
    const orderBy = isRight ? 'runstartdate desc' : 'runstartdate';
    const { error } = await settle(verifyReads(odata).history.list({ ...query, orderBy, verify: true }));
    expect(error).toMatchObject({ code: 'VERIFICATION_FAILED', reason: 'order', position: 2 });
  });
  it('is detected, with the position of the record', async () => {
    const { history } = verifyReads(await serve({ orderBy: 'ignore', shuffle: true }));
    const { error } = await settle(history.list({ ...query, verify: true }));
    expect(error).toMatchObject({ code: 'VERIFICATION_FAILED', reason: 'order', position: expect.any(Number) });
  });
});

describe('a service that refuses the filter', () => {
  it('makes the read fail as without verify', async () => {
    const { history } = verifyReads(await serve({ filter: 'refuse' }));
    expect((await settle(history.list({ ...query, verify: true }))).error).toMatchObject({
      code: 'HTTP_ERROR',
      status: 400,
    });
  });
});

describe('what cannot be checked', () => {
  const odata = createODataClient({
    baseUrl: 'https://sync.example.com',
    credential: basic({ username: 'ada', password: 'pw' }),
    fetch: () => Promise.reject(new Error('nothing is sent')),
  });
  const { history } = verifyReads(odata);

  it.each<[string, Parameters<typeof history.list>[0]]>([
    ['verify', { filter: (h) => h.details.contains('x'), verify: true }],
    ['verify', { filter: (h) => h.runstartdate.ge(since).or(h.details.contains('x')), verify: true }],
    ['verify.collation', { verify: { collation: 'binary' as never } }],
    ['verify.collate', { verify: { collate: 'exact' } as never }],
    ['verify', { verify: 'yes' as never }],
    ['orderBy', { orderBy: 'runstartdate down' as never, verify: true }],
    ['filter', { filter: 'a eq 1' as never, verify: true }],
    ['fitler', { fitler: 1, verify: true } as never],
  ])('the option %s is refused before anything is sent: %j', async (option, options) => {
    for (const read of [history.list(options), history.list(options).withResponse(), history.stream(options).next()]) {
      const { error } = await settle(read as Promise<unknown>);
      expect(isConfigError(error) && error.option).toBe(option);
    }
  });

  it.each([
    [true, 'set verify to { collation: "exact" }'],
    [{ collation: 'exact' }, 'each record may match it'],
  ] as const)('with verify %j, a filter that only compares with null is refused: %s', async (verify, message) => {
    const { error } = await settle(history.list({ filter: (h) => h.details.ne(null), verify }));
    expect(error).toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'verify',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    [{ filter: query.filter, select: ['details'], verify: true }, 'runstartdate'],
    [{ orderBy: 'instanceid', select: ['details'], verify: true }, 'instanceid'],
  ] as const)('a selection without a property that is checked is refused: %j', async (options, missing) => {
    const { error } = await settle(history.list(options));
    expect(error).toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'select',
      message: expect.stringContaining(missing),
    });
  });

  it('is refused: a value that is not a client', () => {
    expect(() => verifyReads({} as never)).toThrow(expect.objectContaining({ option: 'client' }));
  });
});

it('keeps the other members of the client', async () => {
  const odata = await serve();
  const verified = verifyReads(odata);
  expect(verified.jobs).toBe(odata.jobs);
  expect(verified.raw).toBe(odata.raw);
  expect(await verified.call('listHistory')).toEqual(await odata.history.list());
});

it('closes the connection of a stream that it refuses, and of one that is left early', async () => {
  const body = [1, 2, 3].map((day) => ({ runstartdate: `2026-0${day}-01T00:00:00Z` }));
  const { url } = await serveInTurn({ body }, { body });
  const ended: string[] = [];
  const odata = createODataClient({
    baseUrl: url,
    credential: basic({ username: 'ada', password: 'pw' }),
    onEvent: (event) => event.type === 'outcome' && ended.push(event.error?.code ?? 'ok'),
  });
  const { history } = verifyReads(odata);
  const refused = history.stream({ orderBy: 'runstartdate desc', verify: true });
  await refused.next();
  await expect(refused.next()).rejects.toMatchObject({ reason: 'order', position: 2 });
  expect(await refused.next()).toEqual({ done: true, value: undefined });
  for await (const record of history.stream({ verify: true })) {
    expect(record.runstartdate).toBeDefined();
    break;
  }
  expect(ended).toHaveLength(2);
});

it('returns the response of a stream', async () => {
  const { history } = verifyReads(await serve());
  const stream = history.stream({ verify: true });
  expect(await stream.response()).toBeUndefined();
  await stream.next();
  expect(await stream.response()).toMatchObject({ status: 200, headers: { date: expect.any(String) } });
  await stream.return?.();
});
