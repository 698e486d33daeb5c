import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AbortedError, ConfigError, ResponseTooLargeError, TimeoutError, NetworkError } from '@syncline/core/internal';
import { serviceErrorOf } from '../../src/decode/service-error.ts';
import { HttpError, type HttpFailure } from '../../src/errors/http-error.ts';
import { RedirectError } from '../../src/errors/redirect-error.ts';
import { ResponseFormatError } from '../../src/errors/response-format-error.ts';

const place = { operation: 'listHistory', method: 'GET', path: '/history', attempts: 1 };
const http = ({ attempts = 1, ...failure }: Partial<HttpFailure> & { readonly attempts?: number }) =>
  new HttpError(
    { ...place, attempts },
    {
      interface: 'v2',
      status: 503,
      serviceCode: undefined,
      serviceMessage: undefined,
      retryAfterSeconds: undefined,
      body: '',
      ...failure,
    },
  );
const coded = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code });
const plain = (text: string) => text;

describe('the content of an error', () => {
  it.each([
    [() => http({}), 'GET /history: 503'],
    [() => http({ serviceCode: 'Busy', serviceMessage: 'try later' }), 'GET /history: 503 [Busy] try later'],
    [() => http({ serviceCode: '', serviceMessage: 'try later' }), 'GET /history: 503 try later'],
    [
      () =>
        new NetworkError(
          place,
          coded('connect to http://h.example:8080/a?k=secret and https://i.example/b failed'),
          plain,
          'no complete response',
        ),
      'GET /history: no complete response: connect to http://h.example:8080 and https://i.example failed',
    ],
    [() => http({ serviceCode: 17, attempts: 3 }), 'GET /history: 503 [17] (after 3 attempts)'],
    [() => http({ serviceMessage: 'x'.repeat(600), serviceCode: 0 }), `GET /history: 503 [0] ${'x'.repeat(500)}`],
    [
      () => new NetworkError(place, coded('connect failed', 'ECONNREFUSED'), plain, 'no complete response'),
      'GET /history: no complete response: ECONNREFUSED',
    ],
    [
      () => new NetworkError(place, coded('terminated'), plain, 'no complete response'),
      'GET /history: no complete response: terminated',
    ],
    [
      () => new NetworkError(place, Object.create(null), plain, 'no complete response'),
      'GET /history: no complete response: object',
    ],
    [() => new TimeoutError(place, 'timeout', 30), 'GET /history: no complete response within the timeout of 30 ms'],
    [() => new TimeoutError(place, 'deadline', 60), 'GET /history: no complete response within the deadline of 60 ms'],
    [() => new AbortedError(place, 'why'), 'GET /history: aborted by the caller'],
    [
      () => new RedirectError(place, 302, 'https://b.example', 'another origin'),
      'GET /history: redirect to https://b.example refused: another origin',
    ],
    [() => new RedirectError(place, 0, undefined, 'hidden'), 'GET /history: redirect refused: hidden'],
    [() => new ResponseFormatError(place, 'json', 'the body is not JSON'), 'GET /history: the body is not JSON'],
    [() => new ResponseTooLargeError(place, 5), 'GET /history: the response is larger than maxBodyBytes (5 bytes)'],
    [() => new ConfigError('retry', 'must be a whole number'), 'retry must be a whole number'],
  ])('is made when it happens (case %$)', (make, message) => {
    const error = make();
    expect(error.message).toBe(message);
    expect(String(error)).toBe(`${error.constructor.name}: ${message}`);
  });
  it('keeps all its properties', () => {
    expect(http({ status: 404, serviceCode: 'A', serviceMessage: 'b', retryAfterSeconds: 7 })).toMatchObject({
      ...place,
      name: 'HttpError',
      code: 'HTTP_ERROR',
      interface: 'v2',
      status: 404,
      serviceCode: 'A',
      serviceMessage: 'b',
      retryAfterSeconds: 7,
    });
    expect(new RedirectError(place, 307, 'https://b.example', 'x')).toMatchObject({
      ...place,
      code: 'REDIRECT_REFUSED',
      status: 307,
      targetOrigin: 'https://b.example',
    });
    expect(new TimeoutError(place, 'timeout', 9)).toMatchObject({
      ...place,
      code: 'TIMEOUT',
      limit: 'timeout',
      milliseconds: 9,
    });
    expect(new AbortedError(place, 'why')).toMatchObject({ ...place, code: 'ABORTED', cause: 'why' });
    expect(new ResponseTooLargeError(place, 5)).toMatchObject({ ...place, code: 'RESPONSE_TOO_LARGE', maxBytes: 5 });
    expect(new ConfigError('a', 'b')).toMatchObject({ code: 'CONFIG_INVALID', option: 'a' });
    expect(
      new ResponseFormatError(place, 'value', 'x', { record: 'Job', field: 'Scheduled', value: 'maybe' }),
    ).toMatchObject({
      code: 'RESPONSE_FORMAT',
      reason: 'value',
      record: 'Job',
      field: 'Scheduled',
      value: 'maybe',
    });
    expect(new NetworkError(place, coded('x', 'ECONNRESET'), plain, 'no complete response')).toMatchObject({
      ...place,
      code: 'NETWORK_ERROR',
      reason: 'ECONNRESET',
    });
  });
  it('contains the body without showing it', () => {
    const error = http({ body: 'a long page' });
    expect(error.body).toBe('a long page');
    expect(inspect(error) + JSON.stringify(error)).not.toContain('a long page');
  });
});

describe('the platform’s error', () => {
  it('is copied from its innermost cause, five deep at most, with name, code and a scrubbed message, without its stack', () => {
    const nest = (depth: number): Error =>
      depth === 0
        ? Object.assign(new TypeError('the secret'), { code: 'E' })
        : new Error(`outer ${depth}`, { cause: nest(depth - 1) });
    const scrub = (text: string) => text.replace('secret', '[redacted]');
    const { cause } = new NetworkError(place, nest(5), scrub, 'no complete response');
    expect(cause).toMatchObject({ name: 'TypeError', message: 'the [redacted]', code: 'E' });
    expect((cause as Error).stack).toBeUndefined();
    expect((new NetworkError(place, nest(6), scrub, 'no complete response').cause as Error).message).toBe('outer 1');
    expect(
      (new NetworkError(place, new Error('x', { cause: 'text' }), scrub, 'no complete response').cause as Error)
        .message,
    ).toBe('x');
    expect(
      (new NetworkError(place, new Error('x', { cause: null }), scrub, 'no complete response').cause as Error).message,
    ).toBe('x');
    expect(
      new NetworkError(place, { message: 5, name: 7, code: 9 }, scrub, 'no complete response').cause,
    ).toMatchObject({
      name: 'Error',
      message: '5',
    });
    expect(new NetworkError(place, { code: 9 }, scrub, 'no complete response').reason).toBeUndefined();
  });
});

describe('the service’s message', () => {
  it.each([
    ['{"error":{"code":"A","message":"b"}}', 'A', 'b'],
    ['{"code":17,"message":"b","error":"C"}', 17, 'b'],
    ['{"code":17,"error":"C"}', 17, 'C'],
    ['{"error":"C"}', undefined, 'C'],
    ['{"error":null,"code":"A"}', 'A', undefined],
    ['{"error":{"code":{},"message":[]}}', undefined, undefined],
    ['{"error":{}}', undefined, undefined],
    ['[]', undefined, undefined],
    ['null', undefined, undefined],
    ['"text"', undefined, undefined],
    ['<html>', undefined, undefined],
    ['', undefined, undefined],
  ])('%s', (body, code, message) => {
    const parsed: unknown = /^["[{n]/.test(body) ? JSON.parse(body) : undefined;
    expect(serviceErrorOf(parsed, (text) => text)).toEqual({ code, message });
  });
});
