import { describe, expect, it } from 'vitest';
import type { HarRecording } from '../../src/replay/read-har.ts';
import { createSandbox } from '../../src/index.ts';
import { openSandbox } from '../support/sandbox.ts';

let minute = 0;
/** An entry as a recorder writes it, one minute after the previous one. */
const entry = (url: string, response: object, request: object = {}): object => ({
  startedDateTime: new Date(Date.UTC(2026, 2, 1, 0, minute++)).toISOString(),
  request: { method: 'GET', url: `https://sync.example.com/app/api.rsc${url}`, headers: [], ...request },
  response: {
    status: 200,
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { size: 2, mimeType: 'application/json', text: '{}' },
    ...response,
  },
});
const body = (value: unknown): object => {
  const text = JSON.stringify(value);
  return { content: { size: text.length, mimeType: 'application/json', text } };
};
const har = (...entries: unknown[]): HarRecording => ({ log: { entries } });
const replaying = (...entries: unknown[]) => openReplay(har(...entries));
function openReplay(replay: HarRecording) {
  const sandbox = openSandbox({ data: undefined as never, replay });
  const ask = async (path: string, init?: RequestInit): Promise<[number, string]> => {
    const response = await sandbox.fetch(`http://sandbox.localhost${path}`, init);
    return [response.status, await response.text()];
  };
  return { sandbox, ask };
}

describe('a replay', () => {
  it('responds by operation and parameters, whatever the base path is, and accepts every credential', async () => {
    const { ask, sandbox } = replaying(
      entry("/jobs('A')", body({ JobName: 'A' })),
      entry("/jobs('O''Brien%2FX')", body({ JobName: "O'Brien/X" })),
      entry('/history?$select=details&$filter=connectorid%20eq%20%27a%27', body({ value: [1] })),
      entry('/v2/jobs/j%2F1/status', body([{ status: 'SUCCESS' }])),
    );
    expect(await ask("/odata/jobs('O%27%27Brien%2FX')")).toEqual([200, '{"JobName":"O\'Brien/X"}']);
    expect(await ask("/elsewhere/jobs('A')", { headers: { authorization: 'Basic nonsense' } })).toEqual([
      200,
      '{"JobName":"A"}',
    ]);
    expect(await ask("/odata/history?%24filter=connectorid+eq+'a'&$select=details")).toEqual([200, '{"value":[1]}']);
    expect(await ask('/json/v2/jobs/j%2F1/status')).toEqual([200, '[{"status":"SUCCESS"}]']);
    expect(sandbox.requests.map(({ operationId, scheme }) => [operationId, scheme])).toEqual([
      ['getJob', undefined],
      ['getJob', undefined],
      ['listHistory', undefined],
      ['listJobStatus', undefined],
    ]);
    expect(sandbox.examples).toMatchObject({ JobName: 'A', job_id: 'j/1' });
    expect(sandbox.life).toBeUndefined();
  });

  it('responds in the order of the recording, then with the last response, and from the beginning after a reset', async () => {
    const { ask, sandbox } = replaying(
      ...[3, 1, 2].map((place) => ({
        ...entry("/jobs('A')", body(place)),
        startedDateTime: `2026-03-01T00:00:0${place}+00:00`,
      })),
    );
    const four = async () =>
      [
        await ask("/odata/jobs('A')"),
        await ask("/odata/jobs('A')"),
        await ask("/odata/jobs('A')"),
        await ask("/odata/jobs('A')"),
      ].map(([, text]) => text);
    expect(await four()).toEqual(['1', '2', '3', '3']);
    sandbox.reset();
    expect(await four()).toEqual(['1', '2', '3', '3']);
  });

  it('distinguishes requests by their body, regardless of spaces and the order of members', async () => {
    const post = (text: string) => ({ method: 'POST', postData: { mimeType: 'application/json', text } });
    const { ask } = replaying(
      entry('/api/query', body('a'), post('{"query":"SELECT a"}')),
      entry('/api/query', body('b'), post('{"query":"SELECT b","limit":[1,{"y":1,"x":2}]}')),
      entry('/api/query', body('c'), post('no JSON')),
    );
    const query = (text: string) => ask('/cloud/api/query', { method: 'POST', body: text });
    expect(await query('{"limit":[1,{"x":2,"y":1}], "query":"SELECT b"}')).toEqual([200, '"b"']);
    expect(await query('{ "query": "SELECT a" }')).toEqual([200, '"a"']);
    expect(await query('no JSON')).toEqual([200, '"c"']);
    expect((await query('{"query":"SELECT c"}'))[0]).toBe(501);
    expect((await query('x'.repeat(1024 * 1024 + 1)))[0]).toBe(413);
  });

  it('leaves secrets out of the comparison: redacted parameters, keys in the query, and the fields of a token request', async () => {
    const { ask } = replaying(
      entry('/connectors?@authtoken=[redacted]&$orderby=connectorid', body('keyed')),
      entry('/oauth/token', body({ access_token: 'redacted' }), {
        method: 'POST',
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          text: 'grant_type=client_credentials&client_id=redacted',
        },
      }),
    );
    expect(await ask('/odata/connectors?$orderby=connectorid')).toEqual([200, '"keyed"']);
    expect(await ask('/odata/connectors?%40authtoken=mine&$orderby=connectorid')).toEqual([200, '"keyed"']);
    const form = new URLSearchParams({ client_secret: 'x', client_id: 'y', grant_type: 'client_credentials' });
    expect(await ask('/auth/oauth/token', { method: 'POST', body: form })).toEqual([
      200,
      '{"access_token":"redacted"}',
    ]);
  });

  it('ignores different dates in a request if no recorded one has the same dates', async () => {
    const since = (text: string) => `/history?$filter=runstartdate%20gt%20${text}%20and%20records%20gt%205`;
    const { ask } = replaying(
      entry(since('2026-03-01T00:00:00.000Z'), body('first')),
      entry(since('2026-03-02T00:00:00Z'), body('second')),
    );
    expect(await ask(`/odata${since('2026-03-02T00:00:00Z')}`)).toEqual([200, '"second"']);
    expect(await ask(`/odata${since('2027-01-01')}`)).toEqual([200, '"first"']);
    expect((await ask(`/odata${since('2027-01-01').replace('5', '6')}`))[0]).toBe(501);
  });

  it('refuses what was not recorded, and says how many requests were', async () => {
    const { ask, sandbox } = replaying(entry("/jobs('A')", {}), entry("/jobs('B')", {}), entry('/elsewhere.css', {}));
    expect(await ask("/odata/jobs('C')")).toEqual([
      501,
      '{"error":{"code":"NotRecorded","message":"The recording has 2 requests for getJob, none with these parameters. Record it first."}}',
    ]);
    expect((await ask('/json/v2/workspaces'))[1]).toContain('The recording has no request for listWorkspaces.');
    expect(await ask('/odata/nowhere')).toEqual([404, expect.stringContaining('There is no such resource.')]);
    expect(await ask("/odata/jobs('%zz')")).toEqual([400, expect.stringContaining('percent-encoding')]);
    expect(sandbox.replaying).toBe('2 recorded responses of 1 operation; 1 other request is left out');
    const service = await sandbox.fetch(`${sandbox.urls.control}service`, { headers: { host: 'localhost' } });
    expect(await service.json()).toMatchObject({ replaying: sandbox.replaying });
    expect(sandbox.requests[0]?.reason).toContain('none with these parameters');
  });

  it('replays statuses, headers, redirects and broken connections', async () => {
    const { ask, sandbox } = replaying(
      entry("/jobs('A')", {
        status: 503,
        headers: [
          { name: 'Retry-After', value: '2' },
          { name: 'content-length', value: '999' },
          { name: 'content-encoding', value: 'gzip' },
          { name: 'x-key', value: '[redacted]' },
          { name: ':status', value: '503' },
          { name: 'x-bad', value: 'a\r\nb: c' },
        ],
      }),
      entry("/jobs('B')", {
        status: 302,
        headers: [{ name: 'location', value: "https://sync.example.com/app/api.rsc/jobs('C')" }],
      }),
      entry("/jobs('C')", body('found')),
      entry("/jobs('D')", { status: 0, content: { size: 0, mimeType: '' }, _error: 'ECONNRESET' }),
      entry("/jobs('E')", { ...body({ value: [1, 2] }), _error: 'CANCELLED' }),
      entry("/jobs('F')", { status: 302, headers: [{ name: 'location', value: 'https://other.example/' }] }),
    );
    const response = await sandbox.fetch(`${sandbox.urls.odata}/jobs('A')`);
    const shown = ['retry-after', 'content-encoding', 'content-length', 'x-key', 'x-bad'];
    expect([response.status, ...shown.map((name) => response.headers.get(name))]).toEqual([
      503,
      '2',
      null,
      null,
      null,
      null,
    ]);
    expect(await ask("/odata/jobs('B')")).toEqual([200, '"found"']);
    await expect(ask("/odata/jobs('D')")).rejects.toThrow('fetch failed');
    await expect(ask("/odata/jobs('E')")).rejects.toThrow();
    const away = await sandbox.fetch(`${sandbox.urls.odata}/jobs('F')`, { redirect: 'manual' });
    expect(away.headers.get('location')).toBe('https://other.example/');
  });

  it.each([
    [
      '@odata.nextLink',
      'https://sync.example.com/app/api.rsc/history?$skiptoken=2',
      '/app/api.rsc/history?$skiptoken=2',
    ],
    ['nextLink', 'history?cursor=2', '/app/api.rsc/history?cursor=2'],
    ['@odata.nextLink', 'https://other.example/history', 'https://other.example/history'],
    ['details', 'https://sync.example.com/', 'https://sync.example.com/'],
  ])('leads a next page within the recorded service to the sandbox: %s of %s', async (name, recorded, replayed) => {
    const link = { headers: [{ name: 'Link', value: `<${recorded}>; rel="next"` }] };
    const { sandbox } = replaying(entry('/history', { ...body({ value: [], [name]: recorded }), ...link }));
    const response = await sandbox.fetch(`${sandbox.urls.odata}/history`);
    expect(await response.json()).toEqual({ value: [], [name]: replayed });
    if (name !== 'details') expect(response.headers.get('link')).toBe(`<${replayed}>; rel="next"`);
  });

  it('changes only the addresses of a Link header', async () => {
    const at = 'https://sync.example.com/app/api.rsc';
    const value = `<${at}/history?p=2>; title="<a>, <b>"; anchor="${at}/history"; rel = "next", <b>; anchor="${at}/jobs"`;
    const { sandbox } = replaying(entry('/history', { ...body([]), headers: [{ name: 'Link', value }] }));
    const response = await sandbox.fetch(`${sandbox.urls.odata}/history`);
    expect(response.headers.get('link')).toBe(
      '</app/api.rsc/history?p=2>; title="<a>, <b>"; anchor=""; rel = "next", </app/api.rsc/b>; anchor="/app/api.rsc/jobs"',
    );
  });

  it('replays a connection that failed before the body, and a body that the client did not read', async () => {
    const empty = { content: { size: 0, mimeType: '', text: '' } };
    const { ask } = replaying(
      entry("/jobs('A')", { ...empty, _error: 'ECONNRESET' }),
      entry("/jobs('B')", { ...empty, status: 302, _error: 'CANCELLED' }),
    );
    await expect(ask("/odata/jobs('A')")).rejects.toThrow();
    expect(await ask("/odata/jobs('B')")).toEqual([302, '']);
  });

  it('sends the headers of a recording over a port, except those of its connection', async () => {
    const names = ['trailer', 'upgrade', 'te', 'proxy-connection', 'transfer-encoding', 'x-a', 'x-b', 'x-b'];
    const headers = names.map((name, index) => ({ name, value: `h${index}` }));
    const { sandbox } = replaying(entry("/jobs('A')", { ...body('a'), headers }));
    const { urls } = await sandbox.listen();
    const response = await fetch(`${urls.odata}/jobs('A')`);
    expect(await response.json()).toBe('a');
    expect(names.map((name) => response.headers.get(name))).toEqual([
      ...Array.from({ length: 5 }, () => null),
      'h5',
      'h6, h7',
      'h6, h7',
    ]);
  });

  it('orders entries without a valid time before all others', async () => {
    const at = (startedDateTime: unknown, value: unknown) => ({ ...entry("/jobs('A')", body(value)), startedDateTime });
    const { ask } = replaying(
      at('2026-03-01T00:00:01Z', 'second'),
      at('yesterday', 'first'),
      at('2026-03-01T00:00:00Z', 'then'),
    );
    const answers = [];
    for (let count = 0; count < 3; count++) answers.push((await ask("/odata/jobs('A')"))[1]);
    expect(answers).toEqual(['"first"', '"then"', '"second"']);
  });

  it('reads bodies that a browser has encoded, and says where a body is missing', async () => {
    const { ask } = replaying(
      entry("/jobs('A')", { content: { size: 3, mimeType: 'x', text: btoa('abc'), encoding: 'base64' } }),
      entry("/jobs('B')", { content: { size: 3, mimeType: 'x', comment: 'The body is not UTF-8 text.' } }),
      entry("/jobs('C')", { content: { size: 0, mimeType: 'x' } }),
    );
    expect(await ask("/odata/jobs('A')")).toEqual([200, 'abc']);
    expect(await ask("/odata/jobs('B')")).toEqual([
      501,
      expect.stringContaining('The recording does not have the body of this response. The body is not UTF-8 text.'),
    ]);
    expect(await ask("/odata/jobs('C')")).toEqual([200, '']);
  });

  it('applies faults', async () => {
    const { ask, sandbox } = replaying(entry("/jobs('A')", body('a')));
    sandbox.faults.next('getJob', { status: 503 });
    expect((await ask("/odata/jobs('A')"))[0]).toBe(503);
    expect(await ask("/odata/jobs('A')")).toEqual([200, '"a"']);
  });

  it.each<[unknown, string]>([
    [null, 'replay must be a HAR file: an object with log.entries'],
    [{ log: {} }, 'replay must be a HAR file: an object with log.entries'],
    [har(null), 'replay.log.entries[0].request must be an object'],
    [har({ request: {} }), 'replay.log.entries[0].response must be an object'],
    [har({ request: {}, response: {} }), 'replay.log.entries[0].request.method must be a string'],
    [
      har({ request: { method: 'GET', url: '/a' }, response: {} }),
      'replay.log.entries[0].request.url must be an absolute URL',
    ],
    [har(entry('/history', { status: 99 })), 'replay.log.entries[0].response.status must be a status from 200 to 599'],
    [har(entry('/history', { content: 1 })), 'replay.log.entries[0].response.content must be an object'],
    [
      har(entry('/history', { headers: [{ name: 'a', value: 'b' }, null] })),
      'replay.log.entries[0].response.headers[1] must be an object with the strings name and value',
    ],
    [
      har(entry('/history', { headers: [{ name: 'a' }] })),
      'replay.log.entries[0].response.headers[0] must be an object with the strings name and value',
    ],
    [
      har(entry('/history', { content: { size: 3, mimeType: 'x', text: '%%%', encoding: 'base64' } })),
      'replay.log.entries[0].response.content.text must be base64, because its encoding is base64',
    ],
    [har(entry('/history', { headers: {} })), 'replay.log.entries[0].response.headers must be an array'],
  ])('refuses %j', (replay, message) => {
    expect(() => createSandbox({ replay: replay as HarRecording })).toThrow(message);
  });

  it('cannot be combined with other data', () => {
    expect(() => createSandbox({ replay: har(), data: {} })).toThrow('replay uses the recording; omit data');
    expect(() => createSandbox({ replay: har(), scale: {} })).toThrow('replay uses the recording; omit data');
  });
});
