import { basic } from '@syncline/auth';
import {
  type ClientEvent,
  type ClientOptions,
  createODataClient,
  type Transport,
  type TransportResponse,
} from '../../src/index.ts';
import { createManualClock } from './manual-clock.ts';

/** A request that a transport received. */
export interface Asked {
  readonly url: string;
  readonly init: Parameters<Transport>[1];
}

export type Reply = (asked: Asked) => TransportResponse | Promise<TransportResponse>;

/** Replies with JSON. A string is sent unchanged, and any other value is serialized. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });

/** A transport that gives each request the next reply. Further requests get the last one again. */
export const replying = (...replies: Reply[]) => {
  const asked: Asked[] = [];
  const transport: Transport = async (url, init) => {
    asked.push({ url, init });
    return (replies[Math.min(asked.length, replies.length) - 1] as Reply)({ url, init });
  };
  return { asked, transport };
};

/**
 * The options of a client without a network: its replies, its events, and a clock that skips pauses between attempts.
 */
export const inProcess = (replies: readonly Reply[], given: Partial<ClientOptions> = {}) => {
  const manual = createManualClock();
  const { asked, transport } = replying(...replies);
  const events: ClientEvent[] = [];
  const options: ClientOptions = {
    baseUrl: 'https://api.example/app',
    credential: basic({ username: 'ada', password: 'secret' }),
    clock: manual.clock,
    random: () => 0,
    fetch: transport,
    ...given,
    onEvent: (event) => {
      events.push(event);
      given.onEvent?.(event);
      // The pause begins only after the listener returns.
      if (event.type === 'wait') queueMicrotask(manual.step);
    },
  };
  return { ...manual, asked, events, options, odata: createODataClient(options) };
};

/** A body that counts how often it is cancelled. */
export const watchedBody = (...chunks: string[]) => {
  const watched = {
    cancelled: 0,
    body: new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
        // The body then stays open and silent.
        return chunk === undefined ? new Promise(() => {}) : undefined;
      },
      cancel: () => void (watched.cancelled += 1),
    }),
  };
  return watched;
};

/** The error that a promise was rejected with. */
export const rejection = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    (value) => {
      throw new Error(`not rejected, but ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );

/** Waits until everything that is ready has run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
