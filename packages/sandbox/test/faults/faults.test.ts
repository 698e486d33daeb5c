import { operations } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import type { Answer, PlainRequest } from '../../src/contract.ts';
import { bodyNames, makeBody, pieces } from '../../src/faults/bodies.ts';
import { createFaults, type Faults } from '../../src/faults/faults.ts';
import type { FaultRule } from '../../src/faults/rule.ts';

const request = (header?: string): PlainRequest => ({
  method: 'GET',
  path: '/history',
  query: '$select=details',
  header: (name) => (name === 'x-syncline-fault' ? header : undefined),
  headerEntries: () => [],
  readBody: async () => new Uint8Array(),
  loopback: true,
});
const proper: Answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '[{"details":"Zürich"},{"details":"b"}]',
};

const meet = (faults: Faults, operation: string | undefined = 'listHistory', header?: string): Answer => {
  const fault = faults.take(operation, request(header));
  return fault === undefined ? proper : faults.apply(fault, proper);
};
const once = (rule: FaultRule, operation = 'listHistory'): Answer => meet(createFaults({ rules: [rule] }), operation);
async function bytes(body: Answer['body'], most = Number.POSITIVE_INFINITY): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces(body)) {
    parts.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
    length += parts.at(-1)!.length;
    if (length >= most) break;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
const text = async (body: Answer['body']): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytes(body));

describe('which requests a fault meets', () => {
  it('the next one of an operation, and none after it', () => {
    const faults = createFaults();
    faults.next('listHistory', { status: 503, retryAfter: 2 });
    expect(meet(faults, 'listConnectors')).toBe(proper);
    expect(meet(faults)).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(meet(faults)).toBe(proper);
  });

  it('as many as it says, after as many as it says', () => {
    const faults = createFaults({ rules: [{ status: 500, after: 2, times: 3 }] });
    expect(Array.from({ length: 7 }, () => meet(faults).status)).toEqual([200, 200, 500, 500, 500, 200, 200]);
  });

  it('its share of them, the same for the same seed', () => {
    const pattern = (seed: number): string => {
      const faults = createFaults({ seed, rules: [{ status: 500, probability: 0.25 }] });
      return Array.from({ length: 4000 }, () => (meet(faults).status === 500 ? 'x' : '.')).join('');
    };
    expect(pattern(1)).toBe(pattern(1));
    expect(pattern(1)).not.toBe(pattern(2));
    expect(pattern(1).replaceAll('.', '').length / 4000).toBeCloseTo(0.25, 1);
  });

  it('the one that asks for it by header, before any rule', () => {
    const faults = createFaults({ rules: [{ status: 500 }] });
    expect(meet(faults, 'listHistory', 'status=418').status).toBe(418);
    expect(faults.list()[0]!.met).toBe(0);
  });

  it('an unreadable header is answered 400 with the reason', async () => {
    const answer = meet(createFaults(), 'listHistory', 'status=abc');
    expect(answer.status).toBe(400);
    expect(JSON.parse(await text(answer.body))).toEqual({
      error: { code: 'BadFaultHeader', message: expect.stringContaining('"abc" is not a whole number') as string },
    });
  });

  it('rules are listed, removed one by one or all at once, and back to the beginning by reset', () => {
    const faults = createFaults({ rules: [{ status: 500 }] });
    const stop = faults.add({ operation: 'getJob', status: 404 });
    expect(faults.list().map(({ rule }) => rule.status)).toEqual([500, 404]);
    stop();
    expect(faults.remove(99)).toBe(false);
    expect(faults.remove(1)).toBe(true);
    expect(faults.list()).toEqual([]);
    faults.add({ status: 501 });
    faults.clear();
    expect(meet(faults)).toBe(proper);
    faults.reset();
    expect(faults.list()).toEqual([{ id: 1, rule: { status: 500 }, met: 0 }]);
  });

  it('a wrong rule changes nothing', () => {
    const faults = createFaults();
    expect(() => faults.next('listHistory', { status: 99 })).toThrow('fault.status: 99');
    expect(() => createFaults({ rules: [{ status: 99 }] })).toThrow('rules[0].status: 99');
    expect(faults.list()).toEqual([]);
  });
});

describe('what a fault does', () => {
  it.each([
    ['listHistory', { error: { code: 'SimulatedFault', message: expect.any(String) } }],
    ['listWorkspaces', { code: 503, message: expect.any(String), error: 'SimulatedFault' }],
    ['createToken', { error: 'server_error', error_description: expect.any(String) }],
  ])('a status comes with the error body of the interface: %s', async (operation, want) => {
    const answer = once({ status: 503 }, operation);
    expect(answer.status).toBe(503);
    expect(JSON.parse(await text(answer.body))).toEqual(want);
  });

  it('204 and 304 have no body', async () => {
    for (const status of [204, 304]) expect(await text(once({ status }).body)).toBe('');
  });

  it.each([
    ['seconds', /^30$/],
    ['imf', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/],
    ['rfc850', /^\w+day, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/],
    ['asctime', /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/],
  ] as const)('Retry-After in the form %s', (retryAfterForm, form) => {
    const value = String(once({ status: 503, retryAfter: 30, retryAfterForm }).headers['retry-after']);
    expect(value).toMatch(form);
    if (retryAfterForm === 'seconds') return;
    const date = Date.parse(retryAfterForm === 'asctime' ? `${value} GMT` : value);
    expect(Math.abs(date - Date.now() - 30_000)).toBeLessThan(3000);
  });

  it('Retry-After may lie', () => {
    expect(once({ status: 429, retryAfter: '5 apples' }).headers['retry-after']).toBe('5 apples');
  });

  it.each([301, 302, 303, 307, 308])('a redirect by %d, to itself or elsewhere, without a body', async (status) => {
    expect(once({ status, redirect: 'self' })).toMatchObject({
      status,
      headers: { location: '/history?$select=details' },
      body: '',
    });
    expect(once({ status, redirect: 'https://b.example/' }).headers['location']).toBe('https://b.example/');
    expect(once({ redirect: 'self' }).status).toBe(302);
  });

  it('headers replace and add, and one may be longer than any client takes', () => {
    const answer = once({ headers: { 'Content-Type': 'text/csv', 'X-A': 'b' }, headerBytes: 20_000 });
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv', 'x-a': 'b' });
    expect(String(answer.headers['x-padding'])).toHaveLength(20_000);
    expect(once({ contentType: 'text/plain' })).toMatchObject({
      body: proper.body,
      headers: { 'content-type': 'text/plain' },
    });
  });

  it('a length that was told of the proper body is not told of another', () => {
    const long = { ...proper, headers: { ...proper.headers, 'content-length': '37' } };
    for (const rule of [{ body: 'html' }, { status: 500 }, { gzip: 'whole' }] as FaultRule[]) {
      const faults = createFaults({ rules: [rule] });
      expect(faults.apply(faults.take('listHistory', request())!, long).headers).not.toHaveProperty('content-length');
    }
  });

  it('a delay, a reset, a hang: the listener is told', () => {
    expect(once({ delay: '1.5s' })).toMatchObject({ delayMs: 1500, body: proper.body });
    expect(once({ socket: 'reset' })).toMatchObject({ socket: 'reset' });
    expect(once({ socket: 'hang' })).toMatchObject({ socket: 'hang' });
  });

  it('a cut body announces more than comes', async () => {
    const whole = new TextEncoder().encode(proper.body as string);
    const answer = once({ cutAfter: 5 });
    expect(answer).toMatchObject({ socket: 'cut', headers: { 'content-length': String(whole.length) } });
    expect(await bytes(answer.body)).toEqual(whole.subarray(0, 5));
    expect((await bytes(once({ socket: 'cut' }).body)).length).toBe(whole.length >> 1);
    expect((await bytes(once({ cutAfter: 1000 }).body)).length).toBe(whole.length - 1);
  });

  it('a streamed body is cut where it was told to be', async () => {
    const faults = createFaults({ rules: [{ cutAfter: 5 }] });
    const answer = faults.apply(faults.take('listHistory', request())!, { ...proper, body: ['ab', 'cd', 'ef', 'gh'] });
    expect(answer.socket).toBe('cut');
    expect(await text(answer.body)).toBe('abcde');
  });

  it('a streamed body keeps streaming behind a byte order mark', async () => {
    const faults = createFaults({ rules: [{ body: 'bom' }] });
    const answer = faults.apply(faults.take('listHistory', request())!, { ...proper, body: ['[{', '}]'] });
    expect(await text(answer.body)).toBe('\uFEFF[{}]');
  });

  it('a dripping body comes whole, piece by piece', async () => {
    const { body } = once({ drip: 5 });
    const got: number[] = [];
    const begun = performance.now();
    for await (const piece of pieces(body)) got.push(piece.length);
    expect(performance.now() - begun).toBeGreaterThan(8);
    expect(got).toEqual([16, 16, 6 + 1]);
    expect(await text(once({ drip: 0 }).body)).toBe(proper.body);
  });

  it.each(['whole', 'cut'] as const)('gzip: %s', async (gzip) => {
    const answer = once({ gzip });
    expect(answer.headers['content-encoding']).toBe('gzip');
    const stream = new Blob([await bytes(answer.body)]).stream().pipeThrough(new DecompressionStream('gzip'));
    if (gzip === 'whole') expect(await new Response(stream).text()).toBe(proper.body);
    else await expect(new Response(stream).text()).rejects.toThrow();
  });

  it('a gzip bomb is small on the wire', async () => {
    expect((await bytes(once({ gzip: 'bomb' }).body)).length).toBeLessThan(400_000);
  });

  it('the token endpoint tells another lifetime than the truth, or none', () => {
    const token: Answer = { ...proper, body: '{"access_token":"t","expires_in":3600}' };
    const tell = (rule: FaultRule): unknown => {
      const faults = createFaults({ rules: [rule] });
      return JSON.parse(faults.apply(faults.take('createToken', request())!, token).body as string);
    };
    expect(tell({ expiresIn: 1 })).toEqual({ access_token: 't', expires_in: 1 });
    expect(tell({ expiresIn: 'soon' })).toEqual({ access_token: 't', expires_in: 'soon' });
    expect(tell({ expiresIn: null })).toEqual({ access_token: 't' });
    expect(once({ expiresIn: 1 })).toMatchObject({ status: 200, body: proper.body });
  });

  it('the proper answer is left as it was', () => {
    const before = structuredClone(proper);
    for (const body of bodyNames) once({ body });
    expect(proper).toEqual(before);
  });
});

describe('hostile bodies', () => {
  const kind = { operation: operations.getJob, record: 'Job', many: false };
  const made = async (name: (typeof bodyNames)[number]): Promise<string> =>
    text(makeBody(name, kind, '{"JobName":"a"}'));

  it.each([
    ['empty', ''],
    ['null', 'null'],
    ['bom', '\uFEFF{"JobName":"a"}'],
    ['half', '{"JobNa'],
    ['nan', '{"RowVersion":NaN}'],
    ['huge-number', '{"RowVersion":1e400}'],
    ['int64-most', '{"RowVersion":9223372036854775807}'],
    ['blank', ' \n\t '],
    ['twice', '{"JobName":"a"}{"JobName":"a"}'],
    ['next-page', '{"value":[{"JobId":"first"}],"@odata.nextLink":"?$skip=1"}'],
    ['int64-least', '{"RowVersion":-9223372036854775808}'],
    ['int64-beyond', '{"RowVersion":9223372036854775808}'],
    ['duplicate-keys', '{"JobId":"first","JobId":"second"}'],
  ] as const)('%s is %j', async (name, want) => {
    expect(await made(name)).toBe(want);
  });

  it('deep is 200,000 deep, endless has no end, invalid-utf8 is none', async () => {
    expect((await made('deep')).length).toBe(400_000);
    expect((await bytes(makeBody('endless', kind, ''), 2_000_000)).length).toBeGreaterThanOrEqual(2_000_000);
    for (const name of ['invalid-utf8', 'cut-letter', 'utf-16'] as const) {
      const broken = await bytes(makeBody(name, kind, ''));
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(broken)).toThrow();
    }
    expect(new TextDecoder('utf-16le').decode(await bytes(makeBody('utf-16', kind, '')))).toBe('{"JobId":"ü"}');
  });

  it.each([
    ['getJob', { error: { code: 'InternalError', message: 'The operation failed.' } }],
    ['listJobStatus', { code: 500, message: 'The operation failed.', error: 'InternalError' }],
    ['createToken', { error: 'server_error', error_description: 'The operation failed.' }],
  ])('an error inside a 200 has the shape of the interface: %s', async (operation, want) => {
    const answer = once({ body: 'error' }, operation);
    expect([answer.status, JSON.parse(await text(answer.body))]).toEqual([200, want]);
  });

  it("pretend to be the operation's own answer, and say so when they do not", () => {
    expect(makeBody('nan', { ...kind, record: 'HistoryRecord', many: true }, '')).toBe('[{"number":NaN}]');
    expect(makeBody('nan', { ...kind, record: 'JobStatusRecord', many: true }, '')).toBe('[{"records_affected":NaN}]');
    expect(once({ body: 'proto' }).headers['content-type']).toBe('application/json');
    expect(once({ body: 'html', status: 502 })).toMatchObject({
      status: 502,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    expect(once({ body: 'empty', status: 401 })).toMatchObject({ status: 401, body: '' });
  });
});
