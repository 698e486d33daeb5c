import type { Transport, TransportInit } from '@syncline/core/internal';
import { RefusalError } from '../refusal/refusal-error.ts';
import type { RequestBudget } from './request-budget.ts';

/**
 * A transport that can only send a GET without a body. Every other request is refused before a connection is opened.
 * All clients of the server use this transport.
 *
 * The clients of the OData and v2 interfaces authenticate with a password, a key or a token that is looked up, so that no
 * token is ever requested with a POST. The cloud query interface, which does that, is not opened.
 *
 * @param budget - each request uses one unit of it
 */
export function createReadOnlyTransport(transport: Transport, budget: RequestBudget): Transport {
  const check = ({ method, body }: Pick<TransportInit, 'method' | 'body'>): void => {
    if (method !== 'GET' || body !== undefined) throw new RefusalError('Only GET requests are sent. Nothing was sent.');
    budget.take();
  };
  const send = async (url: string, init: TransportInit) => {
    check(init);
    return transport(url, init);
  };
  const { withCancellation } = transport;
  if (withCancellation === undefined) return send;
  return Object.assign(send, {
    withCancellation: async (...[url, init, cancellation]: Parameters<typeof withCancellation>) => {
      check(init);
      return withCancellation(url, init, cancellation);
    },
  });
}
