import { AuthError, ConfigError as AuthConfigError } from '@syncline/auth';
import { type ODataSyntaxError, parseFilter } from '@syncline/odata';
import { expect, it } from 'vitest';
import * as client from '../../src/index.ts';
import { AbortedError, ConfigError, ResponseTooLargeError, TimeoutError, NetworkError } from '@syncline/core/internal';
import { HttpError } from '../../src/errors/http-error.ts';
import { RedirectError } from '../../src/errors/redirect-error.ts';
import { ResponseFormatError } from '../../src/errors/response-format-error.ts';

const place = { operation: 'getJob', method: 'GET', path: '/x', attempts: 2 };
const odataError = () => {
  try {
    throw parseFilter('a eq');
  } catch (error) {
    return error as ODataSyntaxError;
  }
};
const http = new HttpError(place, {
  interface: 'odata',
  status: 404,
  serviceCode: '',
  serviceMessage: '',
  retryAfterSeconds: undefined,
  body: '',
});
const errors = {
  isHttpError: http,
  isNetworkError: new NetworkError(place, new Error('x'), (text) => text, 'no complete response'),
  isTimeoutError: new TimeoutError(place, 'timeout', 5),
  isAbortedError: new AbortedError(place, 'why'),
  isRedirectError: new RedirectError(place, 302, undefined, 'why'),
  isResponseFormatError: new ResponseFormatError(place, 'json', 'why'),
  isResponseTooLargeError: new ResponseTooLargeError(place, 5),
  isAuthError: new AuthError('x'),
  isConfigError: new ConfigError('retry', 'x'),
  isODataSyntaxError: odataError(),
} as const;

it.each(Object.keys(errors) as (keyof typeof errors)[])('only %s recognizes its error', (guard) => {
  for (const [name, error] of Object.entries(errors)) {
    expect(client[guard](error), name).toBe(name === guard);
    // An error as another copy of the package would create it, without a common class.
    const copy = { [Symbol.for('syncline.error')]: true, name: error.name, code: (error as { code: string }).code };
    expect(client[guard](copy)).toBe(name === guard);
    expect(client.isSynclineError(error)).toBe(true);
  }
  for (const stranger of [undefined, null, 'HTTP_ERROR', new Error('x'), { code: 'HTTP_ERROR', name: 'HttpError' }]) {
    expect(client[guard](stranger)).toBe(false);
  }
});
it('knows the ConfigError of another package', () =>
  expect(client.isConfigError(new AuthConfigError('x', 'y'))).toBe(true));
it('shows method, path, status and attempts, without empty brackets', () =>
  expect(http.message).toBe('GET /x: 404 (after 2 attempts)'));
it('settles to data or an error, and throws errors that are not ours', async () => {
  expect(await client.settle(Promise.resolve(1))).toEqual({ ok: true, data: 1 });
  expect(await client.settle(Promise.reject(http))).toEqual({ ok: false, error: http });
  await expect(client.settle(Promise.reject(new TypeError('defect')))).rejects.toThrow('defect');
});
it.each([
  [
    Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    }),
    'ECONNREFUSED',
    'connect',
  ],
  [
    new Error('Failed to parse URL from https://h.example/a/b?@authtoken=secret'),
    undefined,
    'Failed to parse URL from https://h.example',
  ],
  ['text', undefined, 'text'],
  [undefined, undefined, 'undefined'],
  [{ message: 'plain' }, undefined, 'plain'],
])('copies %s without addresses', (thrown, reason, message) => {
  const error = new NetworkError(place, thrown, (text) => text, 'no complete response');
  expect(error.reason).toBe(reason);
  expect((error.cause as Error).message).toBe(message);
});
