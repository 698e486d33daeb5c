import {
  CallContext,
  ClientRequest,
  type Clock,
  ConfigError,
  createRetryBudget,
  isSynclineError,
  reasonOf,
  requireSecureUrl,
  sendRequest,
  standardBudget,
  type Transport,
  withoutPrototype,
} from '@syncline/core/internal';
import { retryAfterOf } from '@syncline/core/retry-after';
import { signWebhook } from './webhooks/standard-webhooks.ts';

/** The address of a receiver, and the secrets that sign requests to it. */
export interface Receiver {
  readonly url: string;
  readonly secrets: readonly string[];
}

/** The result of an attempt. */
export interface Attempt {
  /** `wrong`: the receiver refuses this message; `gone`: it no longer accepts messages; `failed`: it may work later */
  readonly result: 'delivered' | 'failed' | 'wrong' | 'gone';
  /** Why it was not delivered: a status, or the code of a failure. Never a text from the receiver */
  readonly because?: string | undefined;
  /** How long the receiver asks to wait, in milliseconds */
  readonly retryAfter?: number | undefined;
}

/** The settings of all attempts. */
export interface SendContext {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The time limit for one attempt, in milliseconds */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** Only the status of a response is used. */
const maxBytes = 65_536;
/** The receiver has read this message and refuses it, so sending it again for days would not help. */
const wrongStatuses = [400, 413, 415, 422];

/**
 * Checks the address of a webhook. A query is allowed, because many services put a token there.
 *
 * @throws {ConfigError} that does not show the address
 */
export function checkWebhookUrl(option: string, address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new ConfigError(option, 'must be an https URL (http only on loopback)');
  }
  requireSecureUrl(`${url.protocol}//${url.username ? 'user@' : ''}${url.host}${url.pathname}${url.hash}`, { option });
  return url.href;
}

/**
 * Makes one attempt to deliver a message, signed at its time. Redirects are not followed. It throws only if it is
 * aborted.
 */
export async function sendMessage(
  { url, secrets }: Receiver,
  { id, body }: { readonly id: string; readonly body: string },
  { transport, clock, timeout, signal }: SendContext,
): Promise<Attempt> {
  const headers = { 'content-type': 'application/cloudevents+json; charset=utf-8' };
  const request = new ClientRequest(url, { method: 'POST', headers, body, operation: 'webhook' });
  // What it lacks, a polluted prototype must not add.
  const limits = withoutPrototype({ timeout, deadline: timeout, retries: 0, signal });
  const context = new CallContext(request, limits, clock);
  try {
    const {
      ok,
      status,
      headers: received,
    } = await sendRequest(
      {
        transport,
        budget: createRetryBudget(standardBudget),
        random: Math.random,
        maxBodyBytes: maxBytes,
        scrub: (text) => text,
        prepare: async (attempt) => {
          Object.assign(attempt.headers, await signWebhook(secrets, { id, at: clock.date(), body }));
        },
      },
      context,
    );
    if (ok) return { result: 'delivered' };
    const seconds = retryAfterOf(received, clock);
    return {
      result: status === 410 ? 'gone' : wrongStatuses.includes(status) ? 'wrong' : 'failed',
      because: String(status),
      retryAfter: seconds === undefined ? undefined : seconds * 1000,
    };
  } catch (error) {
    signal?.throwIfAborted();
    return explain(error);
  } finally {
    context.end(undefined);
  }
}

function explain(error: unknown): Attempt {
  const { code, reason, message } = error as { code?: unknown; reason?: unknown; message?: unknown };
  // A success with a body that is too large is still a success, because nobody reads the body.
  if (code === 'RESPONSE_TOO_LARGE') return { result: 'delivered' };
  if (code === 'TIMEOUT') return { result: 'failed', because: 'no response in time' };
  if (code === 'CONFIG_INVALID') return { result: 'failed', because: String(message) };
  if (isSynclineError(error) && typeof reason === 'string') return { result: 'failed', because: reason.slice(0, 60) };
  return { result: 'failed', because: reasonOf(error) };
}
