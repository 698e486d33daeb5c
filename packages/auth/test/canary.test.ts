import { inspect } from 'node:util';
import { type OperationId, operations } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  bearer,
  clientCredentials,
  explain,
  personalAccessToken,
  type Credential,
} from '../src/index.ts';
import { request } from './support/credential-request.ts';
import { tokenServer } from './support/token-server.ts';

const canary = 'Canary-~7 &+%;"<>\\/é';
const every: [string, (secret: string | (() => string)) => Credential][] = [
  ['basic', (password) => basic({ username: 'jane', password })],
  ['personalAccessToken', (token) => personalAccessToken({ email: 'jane@example.com', token })],
  ['apiKeyHeader', (value) => apiKeyHeader({ name: 'x-key', value })],
  ['apiKeyQuery', (value) => apiKeyQuery({ value })],
  ['bearer', (token) => bearer(token)],
  [
    'clientCredentials',
    (clientSecret) => clientCredentials({ authUrl: 'https://auth.example.com', clientId: 'service', clientSecret }),
  ],
];
const base64 = (text: string) => Buffer.from(text).toString('base64');
const spellings = [
  canary,
  encodeURIComponent(canary),
  new URLSearchParams({ a: canary }).toString().slice(2),
  JSON.stringify(canary).slice(1, -1),
  base64(canary),
  base64(`jane:${canary}`),
  base64(`jane@example.com:${canary}`),
  base64(`service:${new URLSearchParams({ a: canary }).toString().slice(2)}`),
];
const everything = (value: unknown): string => {
  const error = value as Error;
  return [
    String(value),
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value),
    error?.stack,
    error?.message,
    inspect(error?.cause),
  ].join('\n');
};
const holdsCanary = (text: string) => /canary/i.test(text) || spellings.some((spelling) => text.includes(spelling));

it('every credential that `explain` names is tested here', () => {
  const factories = (Object.keys(operations) as OperationId[])
    .flatMap((id) => explain(id).allowed)
    .flatMap(({ factory }) => factory.split(' or '))
    .map((call) => call.slice(0, call.indexOf('(')));
  expect(new Set(every.map(([name]) => name))).toEqual(new Set(factories));
});

describe.each(every)('%s', (name, factory) => {
  it('is printed, inspected and serialised without its secret', async () => {
    for (const credential of [factory(canary), factory(() => canary)]) {
      if (name !== 'clientCredentials') await credential.apply(request());
      expect(holdsCanary(everything(credential) + everything({ nested: [credential] }))).toBe(false);
      expect(JSON.parse(JSON.stringify(credential))).toEqual({ scheme: credential.scheme });
      expect(`${String(credential)}${inspect(credential)}`).toBe(`Credential(${credential.scheme})`.repeat(2));
      const data = Object.values(credential).filter((value) => typeof value !== 'function');
      expect(data).toEqual([credential.scheme]);
      // A copy without the methods would be no credential.
      expect(() => structuredClone(credential)).toThrow(/could not be cloned/);
    }
  });

  it('removes its secret from a text in every spelling', async () => {
    const direct = factory(canary);
    const asked = factory(() => canary);
    if (name !== 'clientCredentials') await asked.apply(request());
    const own = spellings.slice(0, 5);
    if (name === 'basic') own.push(spellings[5]!);
    if (name === 'personalAccessToken') own.push(spellings[6]!);
    if (name === 'clientCredentials') own.push(spellings[7]!);
    const text = own.map((spelling) => `<${spelling}>`).join('|');
    const clean = own.map(() => '<[redacted]>').join('|');
    expect(direct.scrub(text)).toBe(clean);
    if (name !== 'clientCredentials') expect(asked.scrub(text)).toBe(clean);
  });
});

describe.each(every.slice(0, -1))('%s with a function', (_, factory) => {
  it('remembers the last secrets of a function, up to a limit', async () => {
    let count = 0;
    const credential = factory(() => `rotated-${count++}-canary`);
    for (let i = 0; i < 40; i++) await credential.apply(request());
    expect(credential.scrub('rotated-39-canary rotated-38-canary')).toBe('[redacted] [redacted]');
    expect(credential.scrub('rotated-1-canary')).toBe('rotated-1-canary');
  });
});

describe('clientCredentials, against a server that repeats everything', () => {
  const echo = (body: string, headers: unknown) => JSON.stringify({ body, headers });
  it.each([
    'client_secret_post',
    'client_secret_basic',
  ] as const)('%s: errors and events contain no secret', async (clientAuthentication) => {
    await using server = await tokenServer((count, { body, headers }) => ({
      status: count === 2 ? 401 : 503,
      body: {
        error: echo(body, headers),
        error_description: `${canary} ${echo(body, headers)}`,
        error_uri: `https://e.example.com/?${body}`,
      },
    }));
    const events: unknown[] = [];
    const credential = clientCredentials({
      authUrl: server.url,
      clientId: 'service',
      clientSecret: canary,
      clientAuthentication,
      random: () => 0,
      onEvent: (event) => events.push(event),
    });
    const error: unknown = await Promise.resolve(credential.apply(request())).catch((thrown: unknown) => thrown);
    expect(server.seen).toHaveLength(2);
    expect(events).toHaveLength(1);
    expect((error as Error).message).toContain('[redacted]');
    expect(holdsCanary(everything(error) + everything(events) + everything(credential))).toBe(false);
  });

  it('tokens are secrets as well', async () => {
    await using server = await tokenServer(() => ({ body: { access_token: 'canary.token', expires_in: 60 } }));
    const events: unknown[] = [];
    const credential = clientCredentials({
      authUrl: server.url,
      clientId: 'service',
      clientSecret: 'x',
      onEvent: (event) => events.push(event),
    });
    await credential.apply(request());
    expect(events).toHaveLength(1);
    expect(holdsCanary(everything(credential) + everything(events))).toBe(false);
    expect(credential.scrub('Bearer canary.token')).toBe('Bearer [redacted]');
  });

  it('a transport that throws its own input leaks nothing', async () => {
    const events: unknown[] = [];
    const credential = clientCredentials({
      authUrl: 'http://localhost:1',
      clientId: 'service',
      clientSecret: canary,
      random: () => 0,
      onEvent: (event) => events.push(event),
      fetch: async (url, init) => {
        throw new Error(`${String(url)} ${String(init?.body)} ${canary}`, { cause: init });
      },
    });
    const error: unknown = await Promise.resolve(credential.apply(request())).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'AUTH_FAILED' });
    expect(holdsCanary(everything(error) + everything(events))).toBe(false);
  });
});
