import type { NetworkError } from '../errors/network-error.ts';
import { isSynclineError } from '../errors/syncline-error.ts';
import type { TimeoutError } from '../errors/timeout-error.ts';
import type { CallContext } from './call-context.ts';
import type { ClientResponse } from './client-response.ts';
import { isRetryableStatus, planRetry, standardTiming } from './retry.ts';
import { parseRetryAfter } from './retry-after.ts';
import { type RequestEngine, sendAttempt } from './send-attempt.ts';

/**
 * Sends the request of a call: attempts under a time limit, and between them pauses, as far as the call's limits and the engine's
 * retry budget allow. A response that is a failure is returned like any other; the caller makes an error of it.
 *
 * @throws AbortedError, TimeoutError, NetworkError, ResponseTooLargeError, or what a hook of the engine throws
 */
export async function sendRequest(engine: RequestEngine, context: CallContext): Promise<ClientResponse> {
  const { budget } = engine;
  const { limits, clock } = context;
  let cost: number | undefined;
  for (let retries = 0; ; retries += 1) {
    context.throwIfAborted();
    let response: ClientResponse | undefined;
    let error: unknown;
    const startedAt = clock.now();
    try {
      response = await context.run(context.remaining, () => sendAttempt(engine, context));
      if (response.ok) budget.refund(cost);
    } catch (thrown) {
      error = thrown;
    }
    context.report({
      type: 'attempt',
      attempt: context.attempts,
      milliseconds: clock.now() - startedAt,
      status: response?.status,
      error: (error as { code?: string } | undefined)?.code,
    });
    if (response === undefined && !isTransient(error)) throw error;
    if (response !== undefined && !isRetryableStatus(response.status)) return response;
    const retryAfterSeconds = parseRetryAfter(response?.headers.get('retry-after'), clock.date());
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
      if (plan.stop !== 'attempts') context.report({ type: 'refusal', reason: plan.stop });
      if (response === undefined) throw error;
      return response;
    }
    const { delayMs: milliseconds } = plan;
    context.report({ type: 'wait', attempt: context.attempts, milliseconds, retryAfterSeconds });
    context.throwIfAborted();
    await context.pause(milliseconds);
    cost = plan.cost;
  }
}

/** A broken connection or an attempt out of time. The deadline, an abort or an unusable response would only come again. */
function isTransient(error: unknown): boolean {
  if (!isSynclineError(error)) return false;
  const failure = error as NetworkError | TimeoutError;
  return failure.code === 'NETWORK_ERROR' || (failure.code === 'TIMEOUT' && failure.limit === 'timeout');
}
