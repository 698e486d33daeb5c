import { describe, expect, it } from 'vitest';
import { ClientResponse } from '../../src/http/client-response.ts';
import { CallContext, ClientRequest, systemClock } from '../../src/internal.ts';

const encode = (text: string) => new TextEncoder().encode(text);
/** The context of a call that used a secret. */
const contextOf = (secret: string) => {
  const limits = { timeout: 1, deadline: 1, retries: 0, signal: undefined };
  const request = new ClientRequest('https://sync.example.com/history', { method: 'GET' });
  const context = new CallContext(request, limits, systemClock);
  context.addSecrets([secret]);
  return context;
};
/** A response with a body that was read in parts. Without parts, its body is still a stream. */
const responseOf = (
  parts: readonly Uint8Array[] | undefined,
  { isCut = false, status = 200, secret = 'a-secret-key' } = {},
) => {
  const body = new Blob(['stream']).stream();
  const response = new ClientResponse({ status, headers: { get: () => null }, body }, contextOf(secret));
  return Object.assign(response, { parts, isCut });
};

describe('a response', () => {
  it.each<[string, readonly Uint8Array[] | undefined, number, boolean, string]>([
    ['that is a stream', undefined, 0, false, ''],
    ['without parts', [], 0, true, ''],
    ['with an empty part', [encode('')], 0, true, ''],
    ['with one part', [encode('["é"]')], 6, false, '["é"]'],
    [
      'with parts that divide a character',
      [encode('é').slice(0, 1), encode('é').slice(1), encode('x')],
      3,
      false,
      'éx',
    ],
  ])('%s', (_, parts, size, isEmpty, text) => {
    const response = responseOf(parts);
    expect([response.size, response.isEmpty, response.text(), response.shownText()]).toEqual([
      size,
      isEmpty,
      text,
      text,
    ]);
    expect(response.body === null).toBe(parts !== undefined);
  });

  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [0, false],
  ])('with the status %d is a success: %s', (status, ok) => {
    expect(responseOf([], { status }).ok).toBe(ok);
  });

  it('returns its only part unchanged, and several parts as one', () => {
    const one = encode('one');
    expect(responseOf([one]).bytes).toBe(one);
    expect([...responseOf([one, encode('2')]).bytes]).toEqual([...encode('one2')]);
    expect(responseOf([]).bytes).toHaveLength(0);
  });

  it('is UTF-8 without its byte order mark; an error is shown in any case', () => {
    const latin = Uint8Array.from([0x22, 0xe9, 0x22]);
    expect(() => responseOf([latin]).text()).toThrow(TypeError);
    expect(responseOf([latin]).shownText()).toBe('"\ufffd"');
    expect(responseOf([encode('\ufeff{}')]).text()).toBe('{}');
  });

  it.each([
    ['in the middle of a secret', 'bad key a-secret-ke', true, 'bad key [redacted]'],
    ['after four letters of a secret', 'bad key a-se', true, 'bad key [redacted]'],
    ['after a secret', 'bad key a-secret-key', true, 'bad key [redacted]'],
    ['in the middle of an escape', 'bad key a%2Dsecret%2', true, 'bad key [redacted]'],
    ['in the middle of its Base64', `bad key ${btoa('a-secret-key').slice(0, -3)}`, true, 'bad key [redacted]'],
    ['elsewhere', 'not found', true, 'not found'],
    ['nowhere', 'bad key a-secret-ke', false, 'bad key a-secret-ke'],
  ])('that was cut off %s does not show a part of the secret', (_, text, isCut, shown) => {
    expect(responseOf([encode(text)], { isCut }).shownText()).toBe(shown);
  });

  it('that was cut off within a long secret shows no part of it', () => {
    const secret = Array.from({ length: 400 }, (_, index) => index.toString(36)).join('.');
    for (let length = 4; length <= secret.length; length += 1) {
      const shown = responseOf([encode(`bad key ${secret.slice(0, length)}`)], { isCut: true, secret }).shownText();
      expect(shown.replaceAll('[redacted]', '')).toBe('bad key ');
    }
  });
});

describe('the JSON of a failure', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['null', null],
    ['<html>', undefined],
    ['', undefined],
    ['{"a":1', undefined],
  ])('%j', (text, value) => {
    expect(responseOf([encode(text)], { status: 400 }).shownJson()).toEqual(value);
  });

  it.each([
    ['{"a":1,"b":"x', { a: 1, b: 'x' }],
    ['{"a":1,"b":"x a-secret-ke', { a: 1, b: 'x [redacted]' }],
    ['<html>', undefined],
    ['', undefined],
  ])('that was cut off, once its reader has loaded: %j', async (text, value) => {
    expect(await responseOf([encode(text)], { status: 400, isCut: true }).shownJson()).toEqual(value);
  });
});
