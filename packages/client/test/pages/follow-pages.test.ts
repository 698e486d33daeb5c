import { apiKeyQuery, basic } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { type ClientOptions, createODataClient, createV2Client, settle } from '../../src/index.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { inProcess, json, rejection, type Reply } from '../support/in-process.ts';
import { serve, serveInTurn } from '../support/serve.ts';

const row = (id: number) => ({ instanceid: `${id}` });
const page = (ids: number[], next?: unknown, more: object = {}) => ({
  ...more,
  value: ids.map(row),
  '@odata.nextLink': next,
});
const credential = basic({ username: 'ada', password: 'secret' });
const ids = (records: readonly { instanceid?: string | undefined }[]) =>
  records.map(({ instanceid }) => Number(instanceid));
const drain = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
};
/** The two ways to read a collection. */
const ways = [
  ['list', (options: ClientOptions) => createODataClient(options).history.list({ pages: 'follow' })],
  ['stream', (options: ClientOptions) => drain(createODataClient(options).history.stream({ pages: 'follow' }))],
] as const;

describe.each(ways)('%s with pages: follow', (_, read) => {
  it('reads every page, from relative and absolute links, with the credential', async () => {
    const requests: string[] = [];
    const url = await serve((request, response) => {
      requests.push(`${request.url} ${request.headers.authorization?.slice(0, 5)}`);
      const body = [
        page([1, 2], 'history?$skip=2', { '@odata.count': 5 }),
        page([3], `http://${request.headers.host}/app/history?$skip=3#part`),
        page([], '?$skip=4'),
        page([4, 5], null),
      ][requests.length - 1];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    expect(ids(await read({ baseUrl: `${url}/app`, credential }))).toEqual([1, 2, 3, 4, 5]);
    expect(requests).toEqual([
      '/app/history Basic',
      '/app/history?$skip=2 Basic',
      '/app/history?$skip=3 Basic',
      '/app/history?$skip=4 Basic',
    ]);
  });
  it('reads every page of bare lists, from links in a header', async () => {
    const links = [
      '</first>; rel="first", <history?$skip=1>; rel="next"',
      '<?$skip=2>; title="more"; rel=next; type="text/html"',
      '</history>; rel="prev"',
    ];
    const requests: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      const link = links[requests.push(request.url) - 1] as string;
      response.writeHead(200, { 'content-type': 'application/json', link }).end(JSON.stringify([row(requests.length)]));
    });
    expect(ids(await read({ baseUrl: url, credential }))).toEqual([1, 2, 3]);
    expect(requests).toEqual(['/history', '/history?$skip=1', '/history?$skip=2']);
  });
  it.each([
    '<history?p=2>; rel="last next"',
    '<history?p=2>; rel = "next"',
    '<history?p=2>; title="a <b>, \\"c\\"; d"; rel="next"',
    '</first>; rel="first"; title="<x>; rel=next", <history?p=2>; rel="next"',
    '<history?p=2>; anchor="/history"; rel="next"',
  ])('finds the next page in the header %s', async (link) => {
    const { url, requests } = await serveInTurn({ headers: { link }, body: [row(1)] }, { body: [row(2)] });
    expect(ids(await read({ baseUrl: url, credential }))).toEqual([1, 2]);
    expect(requests.map((request) => request.url)).toEqual(['/history', '/history?p=2']);
  });
  it.each([
    ['an empty link', { body: page([1], '') }],
    ['an empty link in front of the records', { body: { '@odata.nextLink': '', value: [row(1)] } }],
    ['no link', { body: page([1], null) }],
    ['an empty link in the header', { headers: { link: '<>; rel="next"' }, body: [row(1)] }],
    ['a link to another kind of page', { headers: { link: '<a>; rel="next-archive"' }, body: [row(1)] }],
    ['a second relation', { headers: { link: '<a>; rel="last"; rel="next"' }, body: [row(1)] }],
    ['a link of another resource', { headers: { link: '<a>; anchor="#x"; rel="next"' }, body: [row(1)] }],
  ])('ends at a page with %s, which is also a list without pages', async (_, reply) => {
    const { url, requests } = await serveInTurn(reply, reply);
    expect(ids(await read({ baseUrl: url, credential }))).toEqual([1]);
    expect(ids(await createODataClient({ baseUrl: url, credential }).history.list())).toEqual([1]);
    expect(requests).toHaveLength(2);
  });
  it.each([
    ['another origin', '<https://evil.example/history>; rel="next"'],
    ['its own page', '</history>; rel="next"'],
  ])('does not follow a link in a header to %s', async (_, link) => {
    const { odata } = inProcess([json([row(1)], 200, { link })]);
    expect(await rejection(odata.history.list({ pages: 'follow' }))).toMatchObject({ reason: 'next-page' });
  });
  it('reads a list without pages', async () => {
    const { url } = await serveInTurn({ body: [row(1)] });
    expect(ids(await read({ baseUrl: url, credential }))).toEqual([1]);
  });
  it('sends a key in the query once, even if the link repeats it', async () => {
    const { url, requests } = await serveInTurn(
      { body: page([1], 'history?%40authtoken=the-key&$skip=1') },
      { body: page([2]) },
    );
    await read({ baseUrl: url, credential: apiKeyQuery({ value: 'the-key' }) });
    expect(requests[1]?.url).toBe('/history?$skip=1&@authtoken=the-key');
  });
  it.each([
    ['another origin', 'https://evil.example/history', 'another origin'],
    ['a user name', 'http://ada@HOST/history?a', 'another origin'],
    ['another scheme', 'ftp://HOST/history', 'another origin'],
    ['the address of an object', 'blob:http://HOST/history', 'another origin'],
    ['no address', 'http://[', 'not an address'],
    ['a number', 7, 'not an address'],
    ['the same page', 'history', 'read before'],
    ['the same page with a fragment', '#again', 'read before'],
    ['a secret in its path', '/secret/history', 'contains a credential'],
  ])('refuses %s', async (_name, link, why) => {
    const requests: unknown[] = [];
    const url = await serve((request, response) => {
      requests.push(request.url);
      const next = typeof link === 'string' ? link.replace('HOST', String(request.headers.host)) : link;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page([1], next)));
    });
    const error = await rejection(read({ baseUrl: url, credential }));
    expect(error).toMatchObject({ code: 'RESPONSE_FORMAT', reason: 'next-page', operation: 'listHistory' });
    expect((error as Error).message).toContain(why);
    expect((error as Error).message).not.toContain('secret/');
    expect(requests).toHaveLength(1);
  });
  it('refuses a loop of several pages', async () => {
    const { url, requests } = await serveInTurn(
      { body: page([1], 'history?p=2') },
      { body: page([2], 'history?p=3') },
      { body: page([3], 'history?p=2') },
    );
    expect(await rejection(read({ baseUrl: url, credential }))).toMatchObject({ reason: 'next-page' });
    expect(requests).toHaveLength(3);
  });
  it('compares the count with the records of all pages', async () => {
    const replies = [
      json(page([1, 2], '?p=2', { '@odata.count': 4 })),
      json(page([3], undefined, { '@odata.count': 4 })),
    ];
    expect(await rejection(read(inProcess(replies).options))).toMatchObject({ reason: 'count' });
  });
  it('fails as a whole when a page fails, and retries a page', async () => {
    const failing = [json(page([1], '?p=2')), json({ error: { code: 'E1', message: 'gone' } }, 410)];
    expect(await rejection(read(inProcess(failing).options))).toMatchObject({ code: 'HTTP_ERROR', serviceCode: 'E1' });
    const retried = [json(page([1], '?p=2')), json({}, 503), json(page([2]))];
    expect(ids(await read(inProcess(retried).options))).toEqual([1, 2]);
  });
  it('ends at one deadline when no page brings a record', async () => {
    const { clock, advance } = createManualClock();
    let count = 0;
    const endless: Reply = () => {
      advance(100);
      return json(page([], `?p=${(count += 1)}`))({} as never);
    };
    const { transport } = { transport: async () => endless({} as never) };
    const options = { baseUrl: 'https://api.example', credential, clock, fetch: transport, deadline: 1000 };
    // When no time is left, a wait of zero length ends at once.
    const timed = {
      ...options,
      clock: { ...clock, wait: (ms: number, end: () => void) => (ms === 0 ? (end(), () => {}) : clock.wait(ms, end)) },
    };
    expect((await settle(read(timed))).error).toMatchObject({ code: 'TIMEOUT', limit: 'deadline', milliseconds: 1000 });
    expect(count).toBeLessThanOrEqual(11);
  });
});

describe('pages', () => {
  it('are refused by default, with the option that follows them', async () => {
    const error = await rejection(inProcess([json(page([1], '?p=2'))]).odata.history.list());
    expect((error as Error).message).toContain("set pages to 'follow'");
  });
  it('are followed by every list of a client with that option', async () => {
    const { url } = await serveInTurn(
      { body: { value: [{ history_id: '1' }], '@odata.nextLink': 'status?p=2' } },
      { body: [{ history_id: '2' }] },
    );
    const v2 = createV2Client({ baseUrl: url, credential, pages: 'follow' });
    expect((await v2.jobs.status('42')).map(({ history_id }) => history_id)).toEqual(['1', '2']);
    const odata = () =>
      createODataClient({ ...inProcess([json(page([1], '?p=2')), json(page([2]))]).options, pages: 'follow' });
    expect(ids(await odata().history.list())).toEqual([1, 2]);
    expect(ids(await odata().call('listHistory'))).toEqual([1, 2]);
    expect(ids(await drain(odata().history.stream()))).toEqual([1, 2]);
    await expect(odata().history.list({ pages: 'refuse' })).rejects.toMatchObject({ reason: 'next-page' });
  });
  it('are separate calls in events', async () => {
    const { options, events } = inProcess([json(page([1], '?p=2')), json(page([2]))], { pages: 'follow' });
    await createODataClient(options).history.list();
    expect(events.map(({ type }) => type)).toEqual(['start', 'attempt', 'outcome', 'start', 'attempt', 'outcome']);
  });
  it('stop when the loop is left', async () => {
    const { options, asked } = inProcess([json(page([1, 2], '?p=2')), json(page([3]))], { pages: 'follow' });
    for await (const record of createODataClient(options).history.stream()) if (record.instanceid === '2') break;
    expect(asked).toHaveLength(1);
  });
});

describe.each([
  ['a short list', 1],
  ['a long list', 3000],
])('%s with a link to the next page in a header', (_, length) => {
  const reply = () =>
    json(
      Array.from({ length }, (__, index) => ({ ...row(index), details: 'x'.repeat(100) })),
      200,
      {
        link: '</history?$skip=1>; rel="next"',
      },
    );
  it('is refused by list', async () => {
    const { odata } = inProcess([reply()]);
    expect(await rejection(odata.history.list())).toMatchObject({ code: 'RESPONSE_FORMAT', reason: 'next-page' });
  });
  it('is refused by stream after its records', async () => {
    const { odata } = inProcess([reply()]);
    let seen = 0;
    const read = async () => {
      for await (const record of odata.history.stream()) seen += Number(record.instanceid !== undefined);
    };
    expect(await rejection(read())).toMatchObject({ code: 'RESPONSE_FORMAT', reason: 'next-page' });
    expect(seen).toBe(length);
  });
});
