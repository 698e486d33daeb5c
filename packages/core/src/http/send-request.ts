import type { NetworkError, TimeoutError } from '../errors/request-error.ts';
import type { CallContext } from './call-context.ts';
import type { ClientResponse } from './client-response.ts';
import { isRetryableStatus, planRetry, standardTiming } from './retry.ts';
import { type RequestEngine, sendAttempt } from './send-attempt.ts';

/**
 * Sends the request of a call. Each attempt has a time limit. A failed attempt is repeated after a pause, as far as the
 * call's limits and the engine's retry budget allow. A response with a failure status is returned; the caller turns it
 * into an error. What a hook of the engine throws is thrown on.
 *
 * @throws {AbortedError} when the caller aborts
 * @throws {TimeoutError} when a time limit passes
 * @throws {NetworkError} when no complete response arrives
 * @throws {ResponseTooLargeError} when the body of a success is larger than the engine's `maxBodyBytes`
 *
 * @example
 * ```ts
 * import { platformFetch } from '@syncline/core';
 * import { CallContext, ClientRequest, createRetryBudget } from '@syncline/core/internal';
 * import { systemClock } from '@syncline/core';
 * import { type RequestEngine, sendRequest, standardBudget } from '@syncline/core/internal';
 *
 * const engine: RequestEngine = {
 *   transport: platformFetch,
 *   budget: createRetryBudget(standardBudget),
 *   random: Math.random,
 *   maxBodyBytes: 1_000_000,
 *   scrub: (text) => text,
 *   prepare: (attempt) => {
 *     attempt.headers['x-api-key'] = 'the key';
 *   },
 * };
 * const limits = {
 *   timeout: 5_000,
 *   deadline: 20_000,
 *   retries: 2,
 *   signal: undefined,
 * };
 * const request = new ClientRequest('https://sync.example.com/history', { method: 'GET' });
 * const context = new CallContext(request, limits, systemClock);
 * const response = await sendRequest(engine, context).finally(() => context.end(undefined));
 * console.log(response.status, response.text());
 * ```
 */
export async function sendRequest(engine: RequestEngine, context: CallContext): Promise<ClientResponse> {
  const { budget } = engine;
  const { limits, clock } = context;
  context.alsoScrub = engine.scrub;
  let cost: number | undefined;
  const send = (headers?: Readonly<Record<string, string>>) => sendAttempt(engine, context, headers);
  const attempt = () => (engine.around === undefined ? send() : engine.around(context, send));
  for (let retries = 0; ; retries += 1) {
    context.throwIfAborted();
    let response: ClientResponse | undefined;
    let error: unknown;
    const startedAt = context.observer ? clock.now() : 0;
    try {
      response = await context.run(context.remaining, attempt);
      if (response.ok) budget.refund(cost);
    } catch (thrown) {
      error = thrown;
    }
    context.observer?.onEvent({
      type: 'attempt',
      attempt: context.attempts,
      milliseconds: clock.now() - startedAt,
      status: response?.status,
      error: (error as { code?: string } | undefined)?.code,
      requestId: context.requestId,
    });
    if (response === undefined && !isTransient(error)) throw error;
    if (response !== undefined && (response.ok || !isRetryableStatus(response.status))) return response;
    const retryAfterSeconds = response && (await receiveRetryAfter(response, context));
    const plan = planRetry(
      {
        retries,
        maxRetries: limits.retries,
        isThrottled: response?.status === 429,
        retryAfterSeconds,
        remainingMs: context.remaining,
      },
      budget,
      standardTiming,
      engine.random,
    );
    if (plan.stop !== undefined) {
      if (plan.stop !== 'attempts') context.observer?.onEvent({ type: 'refusal', reason: plan.stop });
      if (response === undefined) throw error;
      return response;
    }
    const { delayMs: milliseconds } = plan;
    context.observer?.onEvent({ type: 'wait', attempt: context.attempts, milliseconds, retryAfterSeconds });
    context.throwIfAborted();
    await context.pause(milliseconds);
    cost = plan.cost;
  }
}

/**
 * A broken connection or an attempt that ran out of time. After anything else, another attempt would end the same way.
 */
function isTransient(error: unknown): boolean {
  // Typed, so that a code that is renamed does not compile here. Only the error of a time limit has a limit. Next.js
  // refuses a request in a page that it renders in advance, with a digest.
  const { code, digest, limit } = Object(error) as {
    code?: NetworkError['code'];
    digest?: string;
    limit?: TimeoutError['limit'];
  };
  return digest ? false : code === 'NETWORK_ERROR' || limit === 'timeout';
}

/**
 * Reads the `Retry-After` of a response. The code that reads dates loads with the first response that has one: most
 * services send seconds.
 *
 * @returns seconds to wait; undefined if the response does not say
 * @throws {NetworkError} when that code does not load
 */
export async function receiveRetryAfter(
  { headers }: Pick<ClientResponse, 'headers'>,
  context: CallContext,
): Promise<number | undefined> {
  const value = headers.get('retry-after') ?? '';
  if (/^\d*$/.test(value)) return value === '' ? undefined : Number(value);
  const { retryAfterOf } = await context.load(() => import('./retry-after.ts'));
  return retryAfterOf(headers, context.clock);
}
