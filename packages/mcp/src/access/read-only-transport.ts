import type { Clock, Transport, TransportInit } from '@syncline/core/internal';
import { RefusalError } from '../answer/answer.ts';

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

/** Limits the requests of a server. */
export interface RequestBudget {
  /** Number of requests since the start */
  readonly spent: number;
  /** Uses one request. @throws {RefusalError} when none is left, with the time until one is available */
  take(): void;
}

const minute = 60_000;

/**
 * A budget that is full at the start and refills evenly. It counts every attempt, retries included.
 *
 * @param perMinute - the maximum number of requests in a burst, and how many are added per minute
 */
export function createRequestBudget(perMinute: number, clock: Pick<Clock, 'now'>): RequestBudget {
  // A request costs a minute of credit, and each millisecond restores `perMinute`. This is as exact as the clock.
  let [credit, at, spent] = [perMinute * minute, clock.now(), 0];
  return {
    get spent() {
      return spent;
    },
    take: () => {
      const now = clock.now();
      credit = Math.min(perMinute * minute, credit + (now - at) * perMinute);
      at = now;
      if (credit < minute) {
        const seconds = Math.max(1, Math.ceil((minute - credit) / perMinute / 1000));
        throw new RefusalError(
          `The budget of ${perMinute} requests a minute is used up. Try again in ${seconds} s, or ask for less, such as one job.`,
        );
      }
      credit -= minute;
      spent += 1;
    },
  };
}
