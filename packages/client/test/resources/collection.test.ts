import { basic } from '@syncline/auth';
import { allOf, anyOf, filter, odata as template } from '@syncline/odata';
import type { HistoryRecordProperties } from '@syncline/openapi';
import { createSandbox, type ListeningSandbox } from '@syncline/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createODataClient } from '../../src/index.ts';
import { serveInTurn } from '../support/serve.ts';

const credential = basic({ username: 'ada', password: 'secret' });
const clientFor = async (...bodies: unknown[]) => {
  const { url, requests } = await serveInTurn(...bodies.map((body) => ({ body })));
  const filters = () => requests.map((request) => new URL(request.url, url).searchParams.get('$filter'));
  return { odata: createODataClient({ baseUrl: url, credential }), requests, filters };
};
const collect = async <Item>(stream: AsyncIterable<Item>): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of stream) items.push(item);
  return items;
};
const ids = (count: number) => Array.from({ length: count }, (_, at) => `connector ${at}`);

describe('a filter that no record can match sends nothing and gives no records', () => {
  it('for a list and a stream', async () => {
    const { odata, requests } = await clientFor([{ connectorid: 'a' }]);
    for (const none of [
      filter<HistoryRecordProperties>((h) => h.connectorid.in([])),
      filter<HistoryRecordProperties>((h) => h.connectorid.in([]).and(h.details.contains('x'))),
      anyOf<HistoryRecordProperties>(),
    ]) {
      expect(await odata.history.list({ filter: none, select: ['details'], split: true })).toEqual([]);
      expect(await odata.history.list({ filter: none })).toEqual([]);
      expect(await collect(odata.history.stream({ filter: none }))).toEqual([]);
    }
    await expect(odata.history.list({ filter: () => anyOf() }).withResponse()).rejects.toThrow('no request was sent');
    expect(requests).toEqual([]);
    // Other options are still checked.
    await expect(odata.history.list({ filter: (h) => h.connectorid.in([]), select: [] })).rejects.toThrow('select');
  });

  it('a filter that every record matches is left out', async () => {
    const { odata, requests } = await clientFor([{ connectorid: 'a' }]);
    await odata.history.list({ filter: () => allOf() });
    await collect(odata.history.stream({ filter: () => allOf(undefined) }));
    expect(requests.map(({ url }) => url)).toEqual(['/history', '/history']);
  });
});

describe('an error of a filter comes before anything is sent', () => {
  it('for a dropped condition, and for a filter beyond the limits', async () => {
    const { odata, requests } = await clientFor([]);
    const dropped = { filter: (h: { connectorid: never }) => template`a eq ${1}` && template`b eq ${h && 2}` };
    await expect(odata.history.list(dropped as never)).rejects.toThrow('filter must not drop a condition');
    await expect(collect(odata.history.stream(dropped as never))).rejects.toThrow('filter must not drop a condition');
    await expect(odata.history.list({ filter: (h) => h.connectorid.in(ids(400)) })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'filter',
    });
    expect(requests).toEqual([]);
  });
});

describe('split', () => {
  it('divides a long in into several requests, each value in one of them', async () => {
    const { odata, requests, filters } = await clientFor([{ details: '1' }], [{ details: '2' }], []);
    const values = [...ids(500), ...ids(500), 'CONNECTOR 0'];
    const options = {
      filter: filter<HistoryRecordProperties>((h) => h.connectorid.in(values), {
        maxLength: Infinity,
        maxNodes: Infinity,
      }),
      split: true,
    };
    const records = await odata.history.list({ ...options, select: ['details'] });
    expect(records.slice(0, 2)).toEqual([{ details: '1' }, { details: '2' }]);
    const sent = filters().flatMap((text) => (text as string).split(' or '));
    expect(sent.sort()).toEqual([...ids(500), 'CONNECTOR 0'].map((id) => `connectorid eq '${id}'`).sort());
    expect(requests.length).toBeGreaterThan(2);
    expect(Math.max(...requests.map(({ url }) => url.length))).toBeLessThan(8000);
    expect(new Set(requests.map(({ url }) => new URL(url, 'http://h').searchParams.get('$select')))).toEqual(
      new Set(['details']),
    );
    // A service that ignores case would return the same records for both spellings.
    expect(filters()[0]).toContain("'CONNECTOR 0'");
    const before = requests.length;
    expect(await collect(odata.history.stream(options))).toEqual([]);
    expect(requests.length).toBe(2 * before);
  });

  it('keeps the other conditions, and divides what the function builds', async () => {
    const { odata, filters } = await clientFor([]);
    await odata.history.list({ filter: (h) => h.details.contains('x').and(h.connectorid.in(ids(300))), split: true });
    expect(filters().length).toBeGreaterThan(1);
    for (const text of filters()) expect(text).toMatch(/^\(connectorid eq .*\) and contains\(details,'x'\)$/);
  });

  it('merges the records in the order that was requested', async () => {
    const [first, second, third] = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => ({
      runstartdate: `${day}T00:00:00Z`,
    }));
    const { odata, requests } = await clientFor([third, first], [second]);
    const options = {
      filter: filter<HistoryRecordProperties>((h) => h.connectorid.in(ids(150))),
      split: true,
    };
    expect(await odata.history.list({ ...options, orderBy: 'runstartdate desc' })).toEqual([third, second, first]);
    expect(requests[0]?.url).toContain('$orderby=runstartdate%20desc');
    const sent = requests.length;
    await expect(odata.history.list({ ...options, orderBy: 'runstartdate', select: ['details'] })).rejects.toThrow(
      'select must include runstartdate',
    );
    await expect(collect(odata.history.stream({ ...options, orderBy: 'runstartdate' }))).rejects.toThrow(
      'orderBy must not',
    );
    expect(requests.length).toBe(sent);
  });

  it('is refused without an in at the top level', async () => {
    const { odata, requests } = await clientFor([]);
    for (const build of [() => template`not (a eq 1)`, () => template`a eq 1 or b eq 2`])
      await expect(odata.history.list({ filter: build, split: true })).rejects.toMatchObject({ option: 'split' });
    const long = 'x'.repeat(9000);
    await expect(
      odata.history.list({ filter: (h) => h.connectorid.in(['a', 'b']).and(h.details.eq(long)), split: true }),
    ).rejects.toMatchObject({ code: 'CONFIG_INVALID', option: 'filter' });
    expect(requests).toEqual([]);
  });
});

describe('against the sandbox', () => {
  let listening: ListeningSandbox;
  const history = Array.from({ length: 600 }, (_, at) => ({
    connectorid: `connector ${at}`,
    runstartdate: new Date(1.7e12 + ((at * 7919) % 600) * 1000).toISOString(),
  }));
  const sandbox = createSandbox({ data: { jobs: [{ JobName: '..' }, { JobName: '.' }], history } });
  beforeAll(async () => {
    listening = await sandbox.listen();
  });
  afterAll(() => sandbox.close());
  const client = () =>
    createODataClient({
      baseUrl: listening.urls.odata,
      credential: basic(sandbox.credentials.basic),
    });

  it.each(['..', '.'])('a job is read by the name %j', async (name) => {
    expect(await client().jobs.get(name)).toMatchObject({ JobName: name });
    const { data } = await client().raw.GET("/jobs('{JobName}')", { params: { path: { JobName: name } } });
    expect(data).toMatchObject({ JobName: name });
  });

  it('split gives the records and the order of one request', async () => {
    const all = await client().history.list({ orderBy: 'runstartdate desc' });
    const split = await client().history.list({
      filter: (h) => h.connectorid.in(ids(600)),
      orderBy: 'runstartdate desc',
      split: true,
    });
    expect(split).toEqual(all);
  });

  it('takes what the builder makes at its limits', async () => {
    let negated = template`connectorid eq ${'none'}`;
    for (let level = 0; level < 50; level++) negated = negated.not();
    expect(await client().history.list({ filter: negated })).toEqual([]);
    expect(await client().history.list({ filter: (h) => h.connectorid.in(ids(150)) })).toHaveLength(150);
    expect(await client().history.list({ filter: (h) => h.details.eq("'".repeat(1500)) })).toEqual([]);
    expect(await client().history.list({ filter: (h) => h.details.eq('名'.repeat(900)) })).toEqual([]);
  });
});
