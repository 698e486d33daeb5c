import type { Transport, TransportResponse } from '../../../src/index.ts';
import { encodings } from '../../secrets/encodings.ts';
import { bodyOf, OpenBodies } from './body.ts';
import { thrownBy, type World } from './misbehave.ts';

type Init = Parameters<Transport>[1];
const statuses = [400, 401, 401, 403, 404, 408, 409, 425, 429, 429, 500, 501, 502, 503, 503, 504, 204, 205, 304, 418];
const retryAfters = [
  '0',
  '1',
  '30',
  '61',
  '1e9',
  '99999999999999999999',
  '-1',
  'soon',
  'Mon, 01 Jun 2026 00:10:00 GMT',
];

/** The weights of faults in each phase: few faults, rejected tokens, no responses, broken connections, overload. */
const moods = {
  usual: { good: 60, status: 12, hangs: 3, late: 6, fails: 6, body: 8, redirect: 4, shape: 5, lies: 3 },
  unauthorized: { good: 20, status: 0, unauthorized: 60, redirect: 10, hangs: 2 },
  silent: { good: 10, hangs: 40, late: 40, body: 5 },
  broken: { good: 20, fails: 40, body: 30, lies: 10 },
  overloaded: { good: 10, status: 80, late: 5 },
};

/** A service and a token endpoint in one function, with every kind of fault. */
export function createService(world: World, open: OpenBodies): Transport {
  const { dice, time } = world;
  let mood: keyof typeof moods = 'usual';
  let left = 0;
  return (url, init) => {
    if (world.isCalm) return Promise.resolve(respond(world, open, url, init, {}));
    if ((left -= 1) < 0) {
      mood = dice.weighted({ usual: 6, unauthorized: 1, silent: 1, broken: 1, overloaded: 1 });
      left = 5 + dice.below(40);
    }
    const fault = dice.weighted<string>(moods[mood]);
    const echo = echoOf(world, url, init);
    if (fault === 'fails') {
      const thrown = thrownBy(world, echo);
      if (dice.chance(0.2)) throw thrown;
      return Promise.reject(thrown);
    }
    if (fault === 'lies') return lieOf(world, init, echo);
    const answer = (): TransportResponse => faulty(world, open, url, init, fault, echo);
    if (fault === 'hangs' || fault === 'late' || dice.chance(0.3)) {
      const longest = fault === 'late' ? dice.pick([3_000, 40_000, 200_000]) : 300;
      return new Promise((resolve, reject) => {
        // Some transports ignore their signal, and some respond after an abort.
        if (dice.chance(0.7)) init.signal.addEventListener('abort', () => reject(init.signal.reason));
        if (fault !== 'hangs') time.after(dice.below(longest), () => resolve(answer()));
      });
    }
    return Promise.resolve(answer());
  };
}

/** A text that repeats what the request carries, in any encoding. */
function echoOf({ dice }: World, url: string, { headers, body }: Init): string {
  const found: string[] = [];
  for (const name in headers) {
    const value = String(headers[name]);
    if (name !== 'authorization') {
      if (value.includes('Canary')) found.push(value);
      continue;
    }
    const [scheme, sent = ''] = value.split(' ');
    found.push(value, sent);
    if (scheme === 'Basic') found.push(Buffer.from(sent, 'base64').toString());
  }
  const key = /@authtoken=([^&]*)/.exec(url)?.[1];
  if (key !== undefined) found.push(key, decodeURIComponent(key), url);
  const secret = new URLSearchParams(body as string | undefined).get('client_secret');
  if (secret !== null) found.push(secret, body as string);
  if (found.length === 0) return 'nothing';
  const encode = encodings[dice.pick(Object.keys(encodings))] as (secret: string) => string;
  const text = encode(dice.pick(found));
  return dice.pick([text, `refused ${text}`, `{"given":"${text}"}`, `${text}, ${text}`, `"${text}`]);
}

function faulty(world: World, open: OpenBodies, url: string, init: Init, fault: string, echo: string) {
  const { dice } = world;
  const path = new URL(url).pathname;
  const error = (): string =>
    dice.pick([
      () => JSON.stringify({ error: { code: echo, message: echo } }),
      () => JSON.stringify({ error: 'invalid_client', error_description: echo, error_uri: `https://x/?${echo}` }),
      () => JSON.stringify({ message: echo, [echo]: echo }),
      () => `<html>${echo}</html>`,
      () => echo,
      () => JSON.stringify({ pad: 'x'.repeat(dice.below(70_000)), error: { code: 'big', message: echo } }),
      () => `{"error":{"code":"cut","message":"${echo}`,
    ])();
  switch (fault) {
    case 'unauthorized':
      return respond(world, open, url, init, { status: 401, text: error() });
    case 'status': {
      const headers = dice.chance(0.4) ? { 'retry-after': dice.pick(retryAfters) } : {};
      return respond(world, open, url, init, { status: dice.pick(statuses), text: error(), headers });
    }
    case 'body': {
      const ending = dice.pick(['cut', 'breaks', 'hangs', 'endless', 'no bytes'] as const);
      return respond(world, open, url, init, { ending, echo, status: dice.chance(0.2) ? 500 : 200 });
    }
    case 'redirect': {
      const location = dice.pick<string | undefined>([
        path,
        `${path}?moved=1`,
        `https://evil.example/${encodeURIComponent(echo)}?${encodeURIComponent(echo)}`,
        `https://ada:${encodeURIComponent(echo)}@api.example${path}`,
        `http://[${echo}`,
        undefined,
      ]);
      const headers: Record<string, string> = location === undefined ? {} : { location };
      const status = dice.pick([301, 302, 303, 307, 308]);
      const type = dice.chance(0.1) ? 'opaqueredirect' : 'default';
      return respond(world, open, url, init, { status, headers, type, text: echo });
    }
    case 'shape': {
      const error = JSON.stringify({ code: echo, message: echo });
      const text = dice.pick([
        `{"value":[{"Id":"1"}],"error":${error}}`,
        '{"value":[],"value":[]}',
        `{"error":${error}}`,
        `{"value":[],"@odata.nextLink":${JSON.stringify(dice.pick([url, `https://evil.example/?${echo}`, echo]))}}`,
        `{"value":[{"__proto__":{"polluted":true},"Id":1e999}]}`,
        JSON.stringify(echo),
        'null',
        '',
        `[${'['.repeat(5000)}`,
        `[{"history_id":${'9'.repeat(40)},"status":7}]`,
      ]);
      const type = dice.pick(['application/json', 'application/json', 'text/html', echo]);
      return respond(world, open, url, init, { text, headers: { 'content-type': type } });
    }
    default:
      return respond(world, open, url, init, {});
  }
}

interface Given {
  readonly status?: number;
  readonly text?: string;
  readonly headers?: Record<string, string>;
  readonly type?: string;
  readonly ending?: Parameters<typeof bodyOf>[5];
  readonly echo?: string;
}

function respond(world: World, open: OpenBodies, url: string, { signal }: Init, given: Given): TransportResponse {
  const { status = 200, ending = 'complete', echo = '', type = 'default' } = given;
  const headers: Record<string, string> = { 'content-type': 'application/json', ...given.headers };
  return {
    status,
    type,
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    body: bodyOf(world, open, signal, given.text ?? goodBody(world, url), echo, ending),
  };
}

/** The body of a response from a healthy service. */
function goodBody(world: World, url: string): string {
  const { dice } = world;
  if (url.startsWith('https://auth.example')) {
    const expires_in = world.isCalm ? 3600 : dice.pick([0, 1, 20, 300, 3600, undefined, 'soon', -5]);
    return JSON.stringify({ access_token: world.newSecret(), token_type: 'Bearer', expires_in });
  }
  const path = new URL(url).pathname;
  const count = dice.pick([0, 1, 3, 40]);
  const rows = (row: (index: number) => object) => Array.from({ length: count }, (_, index) => row(index));
  if (path.includes('/jobs(')) return JSON.stringify({ JobName: 'nightly', Scheduled: 'true' });
  if (path.startsWith('/app/v2') && path.includes('/jobs/'))
    return JSON.stringify(rows((index) => ({ history_id: `${index}`, status: dice.pick(['RUNNING', 'SUCCESS']) })));
  if (path.startsWith('/app/v2')) return JSON.stringify(rows((index) => ({ id: `${index}`, name: 'a' })));
  if (path === '/app/api/query') return JSON.stringify({ rows: [[1, 'a']] });
  return JSON.stringify({ value: rows((index) => ({ Id: `${index}`, JobName: 'x', details: 'Failed' })) });
}

/** A value that is not a response, or a response with wrong contents. */
function lieOf(world: World, init: Init, echo: string): Promise<TransportResponse> {
  const { dice } = world;
  const good = respond(world, new OpenBodies(), 'https://api.example/app/history', init, {});
  const locked = new ReadableStream();
  locked.getReader();
  const throwing = () => {
    throw thrownBy(world, echo);
  };
  const lie = dice.pick<() => unknown>([
    () => undefined,
    () => echo,
    () => ({}),
    () => ({ status: '200' }),
    () => ({ ...good, headers: { get: throwing } }),
    () => ({ ...good, headers: { get: () => 7 } }),
    () => ({ ...good, status: dice.pick([Number.NaN, 0, 1000, 503]), headers: { get: () => 7 } }),
    () => ({ ...good, headers: { get: () => undefined } }),
    () => ({ ...good, headers: { get: () => Promise.reject(thrownBy(world, echo)) } }),
    () => ({ ...good, status: 500, headers: { get: throwing } }),
    () => ({ ...good, body: dice.pick([echo, 7, {}, undefined, [echo], locked]) }),
    () => ({ ...good, body: dice.pick([echo, 7, {}, undefined, locked]), headers: { get: () => 'text/html' } }),
    () => ({ ...good, status: 401, body: dice.pick([echo, 7, {}, undefined, locked]) }),
    () => ({ ...good, status: 302, body: dice.pick([echo, 7, {}, undefined, locked]) }),
    () => ({ ...good, body: { [Symbol.asyncIterator]: throwing } }),
    () => ({ ...good, body: { [Symbol.asyncIterator]: () => ({ next: throwing, return: throwing }) } }),
    () => ({ ...good, body: { [Symbol.asyncIterator]: () => ({ next: async () => undefined, return: () => 7 }) } }),
    () => Object.defineProperty({ ...good, status: dice.pick([200, 302, 401, 500]) }, 'body', { get: throwing }),
    () => ({ ...good, arrived: throwing }),
    () => ({ ...good, arrived: () => echo }),
    () => new Proxy({}, { get: throwing }),
  ])();
  return dice.chance(0.1) ? (lie as never) : Promise.resolve(lie as never);
}
