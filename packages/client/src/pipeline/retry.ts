import { isRetryableStatus, parseRetryAfter } from '@syncline/auth/http';
import type { Answer } from './answer.ts';
import type { Draft } from './draft.ts';
import { planRetry, standardTiming } from './plan-retry.ts';
import type { CallPolicy, SendCall, Settings } from './policy.ts';
import { identify } from './report.ts';

/** Tries again after a pause where that may help: GETs, on passing failures, within attempts, deadline and budget. */
export const retry: CallPolicy = (settings, next) => {
  const again = retryAfterFailure(settings, next);
  return async (draft) => {
    let answer: Answer | undefined;
    let error: unknown;
    try {
      answer = await next(draft);
      if (!isRetryableStatus(answer.status)) {
        if (answer.ok) settings.budget.refund(undefined);
        return answer;
      }
    } catch (thrown) {
      error = thrown;
    }
    return again(draft, answer, error);
  };
};

/** The slow way, walked only after a first failure. */
const retryAfterFailure =
  (settings: Settings, next: SendCall) =>
  async (draft: Draft, failedAnswer: Answer | undefined, firstError: unknown): Promise<Answer> => {
    const { clock, budget, random, emit } = settings;
    const isSafe = draft.method === 'GET' || draft.method === 'HEAD';
    const maxRetries = draft.retry ?? (isSafe ? settings.retry : settings.retryUnsafe);
    let answer = failedAnswer;
    let error = firstError;
    for (let retries = 0; ; retries += 1) {
      if (answer === undefined && !isPassing(error)) throw error;
      const retryAfterSeconds =
        answer === undefined ? undefined : parseRetryAfter(answer.headers.get('retry-after'), clock.date());
      const plan = planRetry(
        { retries, maxRetries, throttled: answer?.status === 429, retryAfterSeconds, remainingMs: draft.endsAt - clock.now() },
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
      emit?.({
        type: 'wait',
        ...identify(settings, draft),
        attempt: draft.attempts,
        milliseconds: plan.delayMs,
        retryAfterSeconds,
      });
      await pause(draft, plan.delayMs, settings);
      answer = undefined;
      try {
        answer = await next(draft);
        if (!isRetryableStatus(answer.status)) {
          if (answer.ok) budget.refund(plan.cost);
          return answer;
        }
      } catch (thrown) {
        error = thrown;
      }
    }
  };

/** A broken connection or an attempt out of time; the deadline itself, an abort or an unusable answer would only come again. */
const isPassing = (error: unknown): boolean => {
  const { code, limit } = error as { code?: string; limit?: string };
  return code === 'NETWORK_ERROR' || (code === 'TIMEOUT' && limit === 'timeout');
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
