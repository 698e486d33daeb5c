import {
  atEndOfTurn,
  type Cancellation,
  type Clock,
  ConfigError,
  guardClock,
  type TransportInit,
} from '@syncline/core/internal';
import { checkNodeOptions } from './check-node-options.ts';
import { createDispatcher } from './create-dispatcher.ts';
import { acceptEncoding } from './decoded-source.ts';
import type { NodeResponse } from './node-response.ts';
import type { NodeTransportOptions } from './node-transport-options.ts';
import { UndiciHandler } from './undici-handler.ts';

type Sent = Omit<TransportInit, 'signal'>;

/** A `fetch` with its own connections, for the option `fetch` of the clients. */
export interface NodeTransport extends AsyncDisposable {
  (url: string, init?: Partial<TransportInit>): Promise<NodeResponse>;
  /** The same without a signal, as the clients call it */
  withCancellation(
    url: string,
    init: Partial<Sent>,
    cancellation: Pick<Cancellation, 'reason' | 'onCancel'>,
  ): Promise<NodeResponse>;
  /**
   * Waits for the current requests, then closes the connections. A later request is refused with a ConfigError. If the
   * body of a response is not read for `closeTimeout`, such as a stream that was not read to its end, the response is
   * abandoned: its connection is closed, and a later read fails. A connection that is still being established for a
   * request that was cancelled is not waited for any longer than that.
   */
  close(): Promise<void>;
}

/**
 * Creates a transport over undici's dispatcher, without the platform's Request, Headers and Response. It is the fastest
 * transport in Node, and the one that supports your own certificate authority, client certificate and proxy.
 *
 * It returns redirects unchanged (the clients' pipeline decides about them), and it has no time limit except the one
 * for connecting, so pass a `signal`, as the clients do. To discard a response without reading its body, call
 * `body[Symbol.asyncIterator]().return()`.
 *
 * @throws ConfigError that names the option that cannot be used
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { apiKeyHeader, vendorHeaderName } from '@syncline/auth';
 * import { createODataClient } from '@syncline/client';
 * import { createNodeTransport } from '@syncline/client/node';
 *
 * const transport = createNodeTransport({ ca: readFileSync('company-ca.pem'), proxy: 'http://proxy.example.com:3128' });
 * const odata = createODataClient({
 *   baseUrl: 'https://sync.example.com/app',
 *   credential: apiKeyHeader({ name: vendorHeaderName('acme'), value: 'secret' }),
 *   fetch: transport,
 * });
 * console.log(await odata.jobs.get('Nightly orders'));
 * await transport.close();
 * ```
 */
export function createNodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const checked = checkNodeOptions(options);
  const dispatcher = createDispatcher(checked);
  const split = createUrlSplitter();
  const scheduler = new DispatchScheduler();
  const { closeTimeout = 1000 } = checked;
  const clock = guardClock(checked.clock);
  const open: UndiciHandler[] = [];
  const ended = (handler: UndiciHandler): void => {
    // Not a Set: each time V8 rehashes one, the old table keeps pointing to the new one, so that the young generation
    // retains every call until the next full collection, which cost 4 % of a call (Node 24).
    const last = open.pop() as UndiciHandler;
    if (last !== handler) {
      open[handler.place] = last;
      last.place = handler.place;
    }
    scheduler.ended();
  };
  let closing: Promise<void> | undefined;
  const route = (url: string): Target => {
    if (closing !== undefined) throw new ConfigError('fetch', 'is a Node transport that was closed');
    return split(url);
  };
  const dispatch = (
    { origin, path }: Target,
    { method = 'GET', headers = {}, body }: Partial<Sent>,
    handler: UndiciHandler,
  ): void => {
    // Its type has no Blob and no stream of the platform, both of which it sends.
    const sent = (body ?? null) as string | null;
    const request = { origin, path, method: method as 'GET', headers: withDefaults(headers), body: sent };
    handler.place = open.push(handler) - 1;
    scheduler.begin(() => dispatcher.dispatch(request, handler));
  };
  const send = (url: string, init: Partial<TransportInit> = {}): Promise<NodeResponse> =>
    new Promise((resolve, reject) => {
      const { signal } = init;
      const target = route(url);
      if (signal?.aborted) reject(signal.reason);
      else dispatch(target, init, new UndiciHandler(resolve, reject, ended, signal));
    });
  const withCancellation: NodeTransport['withCancellation'] = (url, init, cancellation): Promise<NodeResponse> =>
    new Promise((resolve, reject) => {
      const target = route(url);
      if (cancellation.reason !== undefined) return reject(cancellation.reason);
      const handler = new UndiciHandler(resolve, reject, ended, undefined);
      cancellation.onCancel = cancelOf(handler);
      dispatch(target, init, handler);
    });
  // At the end of the turn of the event loop, so that requests sent before are on their way.
  const close = () =>
    (closing ??= new Promise<void>(atEndOfTurn).then(async () => {
      let giveUp = (): void => {};
      const givenUp = new Promise<void>((resolve) => (giveUp = resolve));
      const cancel = endAbandoned(open, giveUp, clock, closeTimeout);
      await Promise.race([dispatcher.close(), givenUp]);
      cancel();
      dispatcher.destroy();
    }));
  return Object.assign(send, { withCancellation, close, [Symbol.asyncDispose]: close });
}

// Not inside `withCancellation`: V8 would keep the call's objects and the buffers of its body until the next full
// collection, which a list of 1,000 records then caused every 100 calls (decision 0040).
const cancelOf = (handler: UndiciHandler) => (reason: unknown) => handler.cancel(reason);

/**
 * Ends the responses that nobody reads, again and again, until the returned function is called. Once no request is left,
 * calls `giveUp`: what is left are connections that are being established for requests that were cancelled.
 */
const endAbandoned = (
  open: readonly UndiciHandler[],
  giveUp: () => void,
  clock: Clock,
  closeTimeout: number,
): (() => void) => {
  const idleAt = new Map(open.map((handler) => [handler, handler.readsWhileIdle]));
  const cancel = clock.wait(closeTimeout, () => {
    if (open.length === 0) return giveUp();
    for (const [handler, reads] of idleAt)
      if (reads !== undefined && handler.readsWhileIdle === reads)
        handler.cancel(new Error('the transport was closed'));
    cancelNext = endAbandoned(open, giveUp, clock, closeTimeout);
  });
  let cancelNext = cancel;
  return () => cancelNext();
};

/** Names and values in turn, with the headers that `fetch` adds and that a service may expect. */
const withDefaults = (headers: Readonly<Record<string, string>>): string[] => {
  const list: string[] = [];
  for (const name of Object.keys(headers)) list.push(name, headers[name] as string);
  if (headers.accept === undefined) list.push('accept', '*/*');
  if (headers['accept-encoding'] === undefined) list.push('accept-encoding', acceptEncoding);
  if (headers['user-agent'] === undefined) list.push('user-agent', 'node');
  return list;
};

/** The parts of an address that undici needs. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

/** Characters that the URL parser does not change, in a path and then in a query (where it encodes `'`). */
const plain = /^\/[\w\-.~!$&'()*+,;=:@/%]*(?:\?[\w\-.~!$&()*+,;=:@/?%]+)?$/;
/** `/.` and `/%2e` may begin a segment that the URL parser removes. */
const dotted = /\/(?:\.|%2e)/i;

/**
 * Creates a function that splits addresses as `new URL` would. It calls `new URL` only if the origin differs from the
 * last one, or if the parser would change the address. The bytes on the wire are the same as those of `fetch`.
 */
export function createUrlSplitter(): (url: string) => Target {
  let known = '';
  return (url) => {
    if (typeof url !== 'string') throw new TypeError('the address must be a text, such as the href of a URL');
    const end = url.indexOf('/', 8);
    const path = url.slice(end);
    if (end > 0 && url.startsWith(known) && known.length === end && plain.test(path) && !dotted.test(path))
      return { origin: known, path };
    const { origin, protocol, username, password, pathname, search } = parse(url);
    // The message does not contain the address: a user name, password or query may be a secret.
    if (username !== '' || password !== '') throw new TypeError('the address must not contain a user name or password');
    if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('the address must be http or https');
    known = origin;
    return { origin, path: pathname + search };
  };
}

const parse = (url: string): URL => {
  if (!URL.canParse(url)) throw new TypeError('the address is not a URL');
  return new URL(url);
};

/**
 * Decides when a request is passed to undici: at once, or as soon as the connections that have just become free can be
 * used again. undici does not reuse a connection in the turn of the event loop in which its response ended. For a
 * request of the same turn, such as the next one of a busy loop, it would open another connection, and end with up to
 * twice as many connections as concurrent calls.
 */
class DispatchScheduler {
  #underWay = 0;
  #resting = false;

  begin(start: () => void): void {
    // A single request finds a free connection, or opens the second and last one.
    if (this.#resting && this.#underWay > 0) atEndOfTurn(start);
    else start();
    this.#underWay += 1;
  }

  readonly ended = (): void => {
    this.#underWay -= 1;
    if (this.#resting) return;
    this.#resting = true;
    atEndOfTurn(() => {
      this.#resting = false;
    });
  };
}
