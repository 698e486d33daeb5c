import type { OperationId } from '@syncline/openapi';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { chunksOf, type SandboxResponse } from '../../src/http/response.ts';
import { bytes, text } from '../support/body.ts';
import { millisecondsUntil, stopTime } from '../support/fake-time.ts';
import type { SandboxRequest } from '../../src/http/request.ts';
import { bodyNames } from '../../src/faults/bodies.ts';
import { createFaults, type Faults } from '../../src/faults/faults.ts';
import type { FaultRule } from '../../src/faults/rule.ts';

const request = (header?: string): SandboxRequest => ({
  method: 'GET',
  path: '/history',
  query: '$select=details',
  header: (name) => (name === 'x-syncline-fault' ? header : undefined),
  headers: () => ({}),
  readBody: async () => new Uint8Array(),
  loopback: true,
});
const original: SandboxResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '[{"details":"Zürich"},{"details":"b"}]',
};

const meet = (faults: Faults, operation: OperationId | undefined = 'listHistory', header?: string): SandboxResponse => {
  const fault = faults.take(operation, request(header));
  return fault === undefined ? original : faults.apply(fault, original);
};
const once = (rule: FaultRule, operation: OperationId = 'listHistory'): SandboxResponse =>
  meet(createFaults({ rules: [rule] }), operation);

describe('the requests that a fault is applied to', () => {
  it('are the next one of an operation, and none after it', () => {
    const faults = createFaults();
    faults.next('listHistory', { status: 503, retryAfter: 2 });
    expect(meet(faults, 'listConnectors')).toBe(original);
    expect(meet(faults)).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(meet(faults)).toBe(original);
  });

  it('are `times` requests after the first `after`', () => {
    const faults = createFaults({ rules: [{ status: 500, after: 2, times: 3 }] });
    expect(Array.from({ length: 7 }, () => meet(faults).status)).toEqual([200, 200, 500, 500, 500, 200, 200]);
  });

  it('are a fraction of all requests, the same for the same seed', () => {
    const pattern = (seed: number): string => {
      const faults = createFaults({ seed, rules: [{ status: 500, probability: 0.25 }] });
      return Array.from({ length: 4000 }, () => (meet(faults).status === 500 ? 'x' : '.')).join('');
    };
    expect(pattern(1)).toBe(pattern(1));
    expect(pattern(1)).not.toBe(pattern(2));
    expect(pattern(1).replaceAll('.', '').length / 4000).toBeCloseTo(0.25, 1);
  });

  it('are those with a fault header, which takes precedence over rules', () => {
    const faults = createFaults({ rules: [{ status: 500 }] });
    expect(meet(faults, 'listHistory', 'status=418').status).toBe(418);
    expect(faults.list()[0]!.met).toBe(0);
  });

  it('an invalid header is a 400 with the reason', async () => {
    const answer = meet(createFaults(), 'listHistory', 'status=abc');
    expect(answer.status).toBe(400);
    expect(JSON.parse(await text(answer.body))).toEqual({
      error: {
        code: 'BadFaultHeader',
        message: expect.stringContaining('must be a whole number from 200 to 599, found "abc"') as string,
      },
    });
  });

  it('rules are listed, removed one by one or all at once, and reset', () => {
    const faults = createFaults({ rules: [{ status: 500 }] });
    const stop = faults.add({ operation: 'getJob', status: 404 });
    expect(faults.list().map(({ rule }) => rule.status)).toEqual([500, 404]);
    stop();
    expect(faults.remove(99)).toBe(false);
    expect(faults.remove(1)).toBe(true);
    expect(faults.list()).toEqual([]);
    faults.add({ status: 501 });
    faults.clear();
    expect(meet(faults)).toBe(original);
    faults.reset();
    expect(faults.list()).toEqual([{ id: 1, rule: { status: 500 }, met: 0 }]);
  });

  it('an invalid rule changes nothing', () => {
    const faults = createFaults();
    expect(() => faults.next('listHistory', { status: 99 })).toThrow(
      'fault.status must be a whole number from 200 to 599, found 99',
    );
    expect(() => createFaults({ rules: [{ status: 99 }] })).toThrow(
      'rules[0].status must be a whole number from 200 to 599, found 99',
    );
    expect(faults.list()).toEqual([]);
  });
});

describe('what a fault does', () => {
  it.each([
    ['listHistory', { error: { code: 'SimulatedFault', message: expect.any(String) } }],
    ['listWorkspaces', { code: 503, message: expect.any(String), error: 'SimulatedFault' }],
    ['createToken', { error: 'server_error', error_description: expect.any(String) }],
  ] as const)('a status comes with the error body of the interface: %s', async (operation, want) => {
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
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T10:07:30Z') });
    onTestFinished(() => void vi.useRealTimers());
    const value = String(once({ status: 503, retryAfter: 30, retryAfterForm }).headers['retry-after']);
    expect(value).toMatch(form);
    if (retryAfterForm === 'seconds') return;
    const date = Date.parse(retryAfterForm === 'asctime' ? `${value} GMT` : value);
    expect(new Date(date).toISOString()).toBe('2026-03-01T10:08:00.000Z');
  });

  it('Retry-After can be any text', () => {
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

  it('headers are replaced and added, and one can be longer than any client accepts', () => {
    const answer = once({ headers: { 'Content-Type': 'text/csv', 'X-A': 'b' }, headerBytes: 20_000 });
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv', 'x-a': 'b' });
    expect(String(answer.headers['x-padding'])).toHaveLength(20_000);
    expect(once({ contentType: 'text/plain' })).toMatchObject({
      body: original.body,
      headers: { 'content-type': 'text/plain' },
    });
  });

  it('the length of the original body is not sent with another body', () => {
    const long = { ...original, headers: { ...original.headers, 'content-length': '37' } };
    for (const rule of [{ body: 'html' }, { status: 500 }, { gzip: 'whole' }] as FaultRule[]) {
      const faults = createFaults({ rules: [rule] });
      expect(faults.apply(faults.take('listHistory', request())!, long).headers).not.toHaveProperty('content-length');
    }
  });

  it('a delay, a reset and a hang are part of the plan of the response', () => {
    expect(once({ delay: '1.5s' })).toMatchObject({ plan: { delayMs: 1500 }, body: original.body });
    expect(once({ socket: 'reset' })).toMatchObject({ plan: { socket: 'reset' } });
    expect(once({ socket: 'hang' })).toMatchObject({ plan: { socket: 'hang' } });
  });

  it('a cut body announces more bytes than are sent', async () => {
    const whole = new TextEncoder().encode(original.body as string);
    const answer = once({ cutAfter: 5 });
    expect(answer).toMatchObject({ plan: { socket: 'cut' }, headers: { 'content-length': String(whole.length) } });
    expect(await bytes(answer.body)).toEqual(whole.subarray(0, 5));
    expect((await bytes(once({ socket: 'cut' }).body)).length).toBe(whole.length >> 1);
    expect((await bytes(once({ cutAfter: 1000 }).body)).length).toBe(whole.length - 1);
  });

  it('a streamed body is cut at the given byte', async () => {
    const faults = createFaults({ rules: [{ cutAfter: 5 }] });
    const answer = faults.apply(faults.take('listHistory', request())!, {
      ...original,
      body: ['ab', 'cd', 'ef', 'gh'],
    });
    expect(answer.plan).toEqual({ socket: 'cut' });
    expect(await text(answer.body)).toBe('abcde');
  });

  it('a streamed body keeps streaming behind a byte order mark', async () => {
    const faults = createFaults({ rules: [{ body: 'bom' }] });
    const answer = faults.apply(faults.take('listHistory', request())!, { ...original, body: ['[{', '}]'] });
    expect(await text(answer.body)).toBe('\uFEFF[{}]');
  });

  it('a dripping body arrives complete, chunk by chunk', async () => {
    const { body } = once({ drip: 5 });
    const got: number[] = [];
    stopTime();
    const read = (async () => {
      for await (const piece of chunksOf(body)) got.push(piece.length);
    })();
    expect(await millisecondsUntil(read)).toBe(10);
    expect(got).toEqual([16, 16, 6 + 1]);
    vi.useRealTimers();
    expect(await text(once({ drip: 0 }).body)).toBe(original.body);
  });

  it.each(['whole', 'cut'] as const)('gzip: %s', async (gzip) => {
    const answer = once({ gzip });
    expect(answer.headers['content-encoding']).toBe('gzip');
    const stream = new Blob([await bytes(answer.body)]).stream().pipeThrough(new DecompressionStream('gzip'));
    if (gzip === 'whole') expect(await new Response(stream).text()).toBe(original.body);
    else await expect(new Response(stream).text()).rejects.toThrow();
  });

  it('the token endpoint returns another lifetime than the real one, or none', () => {
    const token: SandboxResponse = { ...original, body: '{"access_token":"t","expires_in":3600}' };
    const tell = (rule: FaultRule): unknown => {
      const faults = createFaults({ rules: [rule] });
      return JSON.parse(faults.apply(faults.take('createToken', request())!, token).body as string);
    };
    expect(tell({ expiresIn: 1 })).toEqual({ access_token: 't', expires_in: 1 });
    expect(tell({ expiresIn: 'soon' })).toEqual({ access_token: 't', expires_in: 'soon' });
    expect(tell({ expiresIn: null })).toEqual({ access_token: 't' });
    expect(once({ expiresIn: 1 })).toMatchObject({ status: 200, body: original.body });
  });

  it('the original response does not change', () => {
    const before = structuredClone(original);
    for (const body of bodyNames) once({ body });
    expect(original).toEqual(before);
  });
});

describe('a fault with another body', () => {
  it.each([
    ['getJob', { error: { code: 'InternalError', message: 'The operation failed.' } }],
    ['listJobStatus', { code: 500, message: 'The operation failed.', error: 'InternalError' }],
    ['createToken', { error: 'server_error', error_description: 'The operation failed.' }],
  ] as const)('an error inside a 200 has the shape of the interface: %s', async (operation, want) => {
    const answer = once({ body: 'error' }, operation);
    expect([answer.status, JSON.parse(await text(answer.body))]).toEqual([200, want]);
  });

  it('has its own content type if the body is not JSON', () => {
    expect(once({ body: 'proto' }).headers['content-type']).toBe('application/json');
    expect(once({ body: 'html', status: 502 })).toMatchObject({
      status: 502,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    expect(once({ body: 'empty', status: 401 })).toMatchObject({ status: 401, body: '' });
  });
});
