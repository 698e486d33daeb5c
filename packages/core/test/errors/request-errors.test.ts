import { describe, expect, it } from 'vitest';
import { AbortedError, NetworkError, ResponseTooLargeError, TimeoutError } from '../../src/internal.ts';

const place = { operation: 'listJobs', method: 'GET', path: '/app/jobs', attempts: 2 };

describe('an error about a request', () => {
  it.each([
    [new AbortedError(place, 'enough'), 'AbortedError', 'ABORTED', 'GET /app/jobs: aborted by the caller'],
    [
      new TimeoutError(place, 'deadline', 700),
      'TimeoutError',
      'TIMEOUT',
      'GET /app/jobs: no complete response within the deadline of 700 ms',
    ],
    [
      new TimeoutError(place, 'timeout', 700, 'the token endpoint at auth.example'),
      'TimeoutError',
      'TIMEOUT',
      'GET /app/jobs: no response from the token endpoint at auth.example within the timeout of 700 ms',
    ],
    [
      new ResponseTooLargeError(place, 1000, 200),
      'ResponseTooLargeError',
      'RESPONSE_TOO_LARGE',
      'GET /app/jobs: the response is larger than maxBodyBytes (1000 bytes)',
    ],
    [
      new NetworkError(place, new Error('socket hang up'), String, 'no complete response'),
      'NetworkError',
      'NETWORK_ERROR',
      'GET /app/jobs: no complete response: socket hang up',
    ],
  ])('says what happened, and where: %s', (error, name, code, message) => {
    expect(error).toMatchObject({ ...place, name, code, message });
  });

  it('keeps the numbers that its message names', () => {
    expect(new TimeoutError(place, 'timeout', 700)).toMatchObject({ limit: 'timeout', milliseconds: 700 });
    expect(new ResponseTooLargeError(place, 1000, 200)).toMatchObject({ maxBytes: 1000, status: 200 });
    expect(new AbortedError(place, 'enough').cause).toBe('enough');
  });
});

describe('a network error', () => {
  const from = (thrown: unknown) =>
    new NetworkError(place, thrown, (text) => text.replaceAll('canary', '[redacted]'), 'no complete response');

  it('names the code of the innermost cause', () => {
    const inner = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const error = from(new TypeError('fetch failed', { cause: new Error('agent', { cause: inner }) }));
    expect(error).toMatchObject({
      reason: 'ECONNREFUSED',
      message: 'GET /app/jobs: no complete response: ECONNREFUSED',
      cause: { name: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' },
    });
    expect(error.cause).not.toBe(inner);
  });

  it('keeps neither secrets nor paths nor the stack of the platform’s error', () => {
    const error = from(new Error('GET https://ada:canary@api.example:8080/app?key=canary failed: canary'));
    expect(error.cause).toMatchObject({ message: 'GET https://api.example:8080 failed: [redacted]' });
    expect((error.cause as Error).stack).toBeUndefined();
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain('canary');
  });

  it('keeps the path of a relative address, and not its query', () => {
    const { cause } = from(new TypeError('Failed to parse URL from /history?$filter=canary#x or "/a?b"'));
    expect(cause).toMatchObject({ message: 'Failed to parse URL from /history or "/a"' });
  });

  it('says what a code of undici means', () => {
    const thrown = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
    expect(from(thrown)).toMatchObject({
      reason: 'UND_ERR_SOCKET',
      message: 'GET /app/jobs: no complete response: other side closed (UND_ERR_SOCKET)',
    });
  });

  it.each([
    'Proxy response (407) !== 200 when HTTP Tunneling',
    'Request was cancelled: the proxy sent (407)',
  ])('says what to do when a proxy asks for a password: %s', (message) => {
    expect(from(new Error(message)).message).toBe(
      `GET /app/jobs: no complete response: ${message}: set the user name and password of the proxy`,
    );
  });

  it('says what an error without any text may mean, which Node’s fetch throws for the status 407', () => {
    const thrown = Object.assign(new TypeError('fetch failed'), { cause: new Error() });
    expect(from(thrown).message).toBe(
      'GET /app/jobs: no complete response: proxy (407): set the user name and password of the proxy',
    );
    const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(from(refused).message).toBe('GET /app/jobs: no complete response: ECONNREFUSED');
  });

  it('keeps no other property of the platform’s error', () => {
    const { cause } = from(Object.assign(new Error('x'), { address: 'canary', options: { key: 'canary' } }));
    expect(Object.getOwnPropertyNames(cause).toSorted()).toEqual(['message', 'name']);
  });

  it.each<[unknown, string, string]>([
    ['canary broke', 'Error', '[redacted] broke'],
    [undefined, 'Error', 'undefined'],
    [null, 'Error', 'null'],
    [7, 'Error', '7'],
    [{ message: 'plain', name: 'Odd' }, 'Odd', 'plain'],
    [Object.create(null), 'Error', 'object'],
    [Symbol('why'), 'Error', 'Symbol(why)'],
  ])('is made of anything that is thrown: %o', (thrown, name, message) => {
    expect(from(thrown)).toMatchObject({ code: 'NETWORK_ERROR', reason: undefined, cause: { name, message } });
  });

  it('ends at a cause that leads back to itself', () => {
    const circle = new Error('circle');
    circle.cause = circle;
    expect(from(circle).cause).toMatchObject({ message: 'circle' });
  });
});
