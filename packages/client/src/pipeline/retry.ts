import { isRetryableStatus, parseRetryAfter } from '@syncline/auth/http';
import { AbortedError } from '../errors/aborted-error.ts';
import type { Answer } from './answer.ts';
import type { Draft } from './draft.ts';
import { planRetry, standardTiming } from './plan-retry.ts';
import type { CallPolicy, Settings } from './policy.ts';
import { identify } from './report.ts';

/** Tries again after a pause where that may help: GETs, on passing failures, within attempts, deadline and budget. */
export const retry: CallPolicy = (settings, next) => {
  const { clock, budget, random, emit } = settings;
  return async (draft) => {
    const isSafe = draft.method === 'GET' || draft.method === 'HEAD';
    const maxRetries = draft.retry ?? (isSafe ? settings.retry : settings.retryUnsafe);
    let cost: number | undefined;
    for (let retries = 0; ; retries += 1) {
      let answer: Answer | undefined;
      let error: unknown;
      refuseAborted(draft);
      try {
        answer = await next(draft);
        if (answer.ok) budget.refund(cost);
        if (!isRetryableStatus(answer.status)) return answer;
      } catch (thrown) {
        if (!isPassing(thrown)) throw thrown;
        error = thrown;
      }
      const retryAfterSeconds = parseRetryAfter(answer?.headers.get('retry-after'), clock.date());
      const throttled = answer?.status === 429;
      const remainingMs = draft.endsAt - clock.now();
      const plan = planRetry(
        { retries, maxRetries, throttled, retryAfterSeconds, remainingMs },
        budget,
        standardTiming,
        random,
      );
      if (plan.stop !== undefined) {
        if (plan.stop !== 'attempts') emit?.({ type: 'refusal', ...identify(settings, draft), reason: plan.stop });
        if (answer === undefined) throw error;
        answer.retryAfterSeconds = retryAfterSeconds;
        return answer;
      }
      const { delayMs: milliseconds } = plan;
      emit?.({ type: 'wait', ...identify(settings, draft), attempt: draft.attempts, milliseconds, retryAfterSeconds });
      refuseAborted(draft);
      await pause(draft, milliseconds, settings);
      cost = plan.cost;
    }
  };
};

/** A broken connection or an attempt out of time; the deadline itself, an abort or an unusable answer would only come again. */
const isPassing = (error: unknown): boolean => {
  const { code, limit } = error as { code?: string; limit?: string };
  return code === 'NETWORK_ERROR' || (code === 'TIMEOUT' && limit === 'timeout');
};

/** For an abort that found nothing waiting: before the call, or between an attempt and a pause. */
const refuseAborted = (draft: Draft): void => {
  const { signal } = draft;
  if (signal?.aborted) throw new AbortedError(draft, signal.reason);
};

/** Sleeps, until an abort ends it at once. */
const pause = (draft: Draft, milliseconds: number, { clock }: Settings): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = clock.wait(milliseconds, () => {
      draft.stop = undefined;
      resolve();
    });
    draft.stop = (error) => {
      draft.stop = undefined;
      cancel();
      reject(error);
    };
  });
