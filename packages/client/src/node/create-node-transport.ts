import { type Cancellation, ConfigError, type TransportInit } from '@syncline/core';
import { checkNodeOptions } from './check-node-options.ts';
import { createDispatcher } from './create-dispatcher.ts';
import { acceptEncoding } from './decoded-source.ts';
import { DispatchScheduler } from './dispatch-scheduler.ts';
import type { NodeResponse } from './node-response.ts';
import type { NodeTransportOptions } from './node-transport-options.ts';
import { createUrlSplitter, type Target } from './split-url.ts';
import { UndiciHandler } from './undici-handler.ts';

type Sent = Omit<TransportInit, 'signal'>;

/** A transport for the clients' option `fetch`, with connections of its own. */
export interface NodeTransport extends AsyncDisposable {
  (url: string, init?: Partial<TransportInit>): Promise<NodeResponse>;
  /** Sends a request that a `Cancellation` cancels, instead of a signal. The clients call it this way */
  withCancellation(
    url: string,
    init: Partial<Sent>,
    cancellation: Pick<Cancellation, 'reason' | 'onCancel'>,
  ): Promise<NodeResponse>;
  /** Waits for the requests under way and closes the connections. Later requests fail with a ConfigError. */
  close(): Promise<void>;
}

/**
 * Creates a transport over undici's dispatcher, without the platform's Request, Headers and Response. It is the fastest
 * transport in Node, and takes a certificate authority, a client certificate and a proxy of your own.
 *
 * It returns redirects as they are; the clients decide whether to follow them. Its only time limit is that of
 * connecting, so pass a `signal` if you call it yourself. To drop a response without reading its body, call
 * `body[Symbol.asyncIterator]().return()`.
 *
 * @throws {ConfigError} when an option cannot be used; `option` names the first one
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { apiKeyHeader, vendorHeaderName } from '@syncline/auth';
 * import { createODataClient } from '@syncline/client';
 * import { createNodeTransport } from '@syncline/client/node';
 *
 * const transport = createNodeTransport({ ca: readFileSync('company-ca.pem'), proxy: 'http://proxy.example:3128' });
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
  const dispatcher = createDispatcher(checkNodeOptions(options));
  const split = createUrlSplitter();
  const scheduler = new DispatchScheduler();
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
    const request = { origin, path, method: method as 'GET', headers: withDefaults(headers), body: body ?? null };
    scheduler.begin(() => dispatcher.dispatch(request, handler));
  };
  const send = (url: string, init: Partial<TransportInit> = {}): Promise<NodeResponse> =>
    new Promise((resolve, reject) => {
      const { signal } = init;
      const target = route(url);
      if (signal?.aborted) reject(signal.reason);
      else dispatch(target, init, new UndiciHandler(resolve, reject, scheduler.ended, signal));
    });
  const withCancellation: NodeTransport['withCancellation'] = (url, init, cancellation): Promise<NodeResponse> =>
    new Promise((resolve, reject) => {
      const target = route(url);
      if (cancellation.reason !== undefined) return reject(cancellation.reason);
      const handler = new UndiciHandler(resolve, reject, scheduler.ended, undefined);
      cancellation.onCancel = (reason) => handler.cancel(reason);
      dispatch(target, init, handler);
    });
  // One turn later, so that requests that were sent before are under way.
  const close = () => (closing ??= new Promise(setImmediate).then(() => dispatcher.close()));
  return Object.assign(send, { withCancellation, close, [Symbol.asyncDispose]: close });
}

/** Names and values alternately, with the headers that `fetch` adds and a service may rely on. */
const withDefaults = (headers: Readonly<Record<string, string>>): string[] => {
  const list: string[] = [];
  for (const name of Object.keys(headers)) list.push(name, headers[name] as string);
  if (headers.accept === undefined) list.push('accept', '*/*');
  if (headers['accept-encoding'] === undefined) list.push('accept-encoding', acceptEncoding);
  if (headers['user-agent'] === undefined) list.push('user-agent', 'node');
  return list;
};
