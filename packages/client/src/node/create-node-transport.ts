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

/** A `fetch` for the clients' option of that name, with connections of its own. */
export interface NodeTransport extends AsyncDisposable {
  (url: string, init?: Partial<TransportInit>): Promise<NodeResponse>;
  /** The same without a signal: how the clients call it */
  withCancellation(
    url: string,
    init: Partial<Sent>,
    cancellation: Pick<Cancellation, 'reason' | 'onCancel'>,
  ): Promise<NodeResponse>;
  /**
   * Lets requests under way come to their end, closes the connections, and refuses what comes after with a ConfigError.
   */
  close(): Promise<void>;
}

/**
 * Carries requests over undici's dispatcher, without the platform's Request, Headers and Response: the fastest way from
 * Node to the service, and the one with a certificate authority, client certificate and proxy of your own.
 *
 * It answers with redirects as they are (the clients' pipeline decides about them) and knows no timeouts but that of
 * connecting: give a `signal`, as the clients do. An answer whose body nobody wants is let go by
 * `body[Symbol.asyncIterator]().return()`.
 *
 * @throws ConfigError naming the option that cannot be used
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
  // A turn later, so that what was sent before is under way.
  const close = () => (closing ??= new Promise(setImmediate).then(() => dispatcher.close()));
  return Object.assign(send, { withCancellation, close, [Symbol.asyncDispose]: close });
}

/** Names and values in turn, with what `fetch` sends of its own accord and a service may count on. */
const withDefaults = (headers: Readonly<Record<string, string>>): string[] => {
  const list: string[] = [];
  for (const name of Object.keys(headers)) list.push(name, headers[name] as string);
  if (headers.accept === undefined) list.push('accept', '*/*');
  if (headers['accept-encoding'] === undefined) list.push('accept-encoding', acceptEncoding);
  if (headers['user-agent'] === undefined) list.push('user-agent', 'node');
  return list;
};
