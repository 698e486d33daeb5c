import type { Answer } from './answer.ts';
import { createAuthentication } from './authenticate.ts';
import type { Draft } from './draft.ts';
import { guardRedirects } from './guard-redirects.ts';
import { Outgoing } from './outgoing.ts';
import type { Settings } from './policy.ts';
import { readAnswer } from './read-answer.ts';
import { cancelBody } from './read-bytes.ts';
import type { TransportInit, TransportResponse } from './response.ts';
import type { Stopper } from './stopper.ts';

/** Sends what one attempt needs to be answered, and reads the answer. Gives nothing where the attempt was over before its answer came. */
export type Exchange = (draft: Draft, stopper: Stopper) => Promise<Answer | undefined>;

/** Each request is authenticated by itself and sent; its response is asked again with a fresh credential, followed elsewhere, or read. */
export function createExchange(settings: Settings): Exchange {
  const authentication = createAuthentication(settings);
  const leadsTo = guardRedirects(settings);
  const send = transport(settings);
  // One loop, and no function around another: every promise counts in what each request goes through.
  return async (draft, stopper) => {
    let outgoing = new Outgoing(draft, stopper, draft.url);
    let renewed = false;
    for (let hops = 0; ; ) {
      const waiting = authentication.apply(outgoing);
      if (waiting !== undefined) await waiting;
      const response = await send(outgoing);
      if (stopper.reason !== undefined) {
        cancelBody(response.body);
        return undefined;
      }
      const refused: boolean = response.status === 401 && !renewed;
      const next = refused ? await authentication.renew(outgoing) : leadsTo(response, outgoing, hops);
      if (next === undefined) return await readAnswer(response, draft, settings);
      if (refused) cancelBody(response.body);
      else hops += 1;
      renewed = refused;
      outgoing = next;
    }
  };
}

const transport =
  ({ transport: send }: Settings) =>
  ({ url, method, headers, stopper, draft: { body } }: Outgoing): Promise<TransportResponse> => {
    const init: Omit<TransportInit, 'signal'> = {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? undefined : { body }),
    };
    return send.withStop?.(url, init, stopper) ?? send(url, { ...init, signal: stopper.signal });
  };
