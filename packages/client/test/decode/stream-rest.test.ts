import { basic } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { type ClientEvent, type ClientOptions, createODataClient, settle, type Transport } from '../../src/index.ts';
import { settled } from '../support/in-process.ts';
import { createManualClock } from '../support/manual-clock.ts';

const client = (options: Partial<ClientOptions>) =>
  createODataClient({
    baseUrl: 'http://localhost:1',
    credential: basic({ username: 'ada', password: 'x' }),
    ...options,
  });
/** A transport whose body has these pieces, and then ends like the promise. */
const sending =
  (pieces: readonly string[], end: () => Promise<void>): Transport =>
  async () => ({
    status: 200,
    ok: true,
    headers: { get: () => 'application/json' },
    body: (async function* () {
      for (const piece of pieces) yield new TextEncoder().encode(piece);
      await end();
    })(),
  });

describe('a stream whose body fails', () => {
  it.each([
    ['{"value":[{"a":1},{"a":2},{"a":3}', 3],
    ['{"value":[{"a":1}', 1],
    ['[{"a":1} \n', 1],
    ['[{"a":1},', 1],
    ['[{"a":1},{"a":2}]', 2],
    ['{"value":[{"a":1},{"a":2}],"note":[{"a":3},{"a":4', 2],
    ['[{"a":1},{"a":2', 1],
    ['[{"a":1,"b":{"c":[{}]}},{"a":2,"b":{"c":[{},{}', 1],
    ['[{"a":1,"b":{"c":[{}', 0],
    ['[{"a":1,"b":"},{"', 0],
    ['[{"a":1},{"a":2,"b":"},', 1],
    ['[{"a":1},{"a":2,"b":"},{', 1],
    ['[', 0],
    ['[{', 0],
    ['', 0],
  ])('yields every complete record of %j before it throws, however the body fails', async (text, count) => {
    const ends: Record<string, () => Promise<void>> = {
      NETWORK_ERROR: () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
      TIMEOUT: () => new Promise(() => {}),
      RESPONSE_FORMAT: () => Promise.resolve(),
    };
    for (const [code, end] of Object.entries(ends)) {
      for (const size of [1, 7, 1000]) {
        const { clock, step } = createManualClock();
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, (at + 1) * size),
        );
        const fetch = sending(pieces, end);
        const events: ClientEvent[] = [];
        const found: unknown[] = [];
        const reading = (async () => {
          const stream = client({ fetch, clock, onEvent: (event) => events.push(event) });
          for await (const { a } of stream.history.stream() as AsyncIterable<{ a?: number }>) found.push(a);
        })();
        if (code === 'TIMEOUT') {
          await settled();
          step();
        }
        const isWhole = code === 'RESPONSE_FORMAT' && text.endsWith(']');
        expect((await settle(reading)).error).toEqual(isWhole ? undefined : expect.objectContaining({ code }));
        expect(found).toEqual([1, 2, 3].slice(0, count));
        expect(events.at(-1)).toMatchObject({ type: 'outcome', ok: isWhole });
      }
    }
  });

  it('yields no record after the caller has aborted it', async () => {
    const aborter = new AbortController();
    const fetch = sending(['[{"a":1},{"a":2'], () => new Promise(() => {}));
    const stream = client({ fetch }).history.stream({ signal: aborter.signal });
    expect((await stream.next()).value).toEqual({ a: 1 });
    const next = stream.next();
    await settled();
    aborter.abort();
    await expect(next).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
