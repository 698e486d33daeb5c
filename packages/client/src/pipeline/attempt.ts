import { networkErrorFrom } from '../errors/from-cause.ts';
import { isSynclineError } from '../errors/guards.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { SendCall, Settings } from './policy.ts';
import { identify } from './report.ts';
import { Stopper } from './stopper.ts';

/**
 * One attempt: sends a request and reads its body, under one timer that is the shorter of `timeout` and what is left of the
 * deadline. It ends when its time is up even if the transport ignores the signal.
 */
export function attempt(settings: Settings, exchange: Exchange): SendCall {
  const { clock, emit } = settings;
  const send: SendCall = (draft) =>
    new Promise<Answer>((resolve, reject) => {
      const perAttempt = draft.timeout ?? settings.timeout;
      const left = draft.endsAt - clock.now();
      const whole = left <= perAttempt;
      const stopper = new Stopper();
      let over = false;
      const end = () => {
        over = true;
        draft.stop = undefined;
        cancelTimer();
      };
      const fail = (error: unknown) => {
        if (over) return;
        end();
        stopper.stop(error);
        try {
          reject(isSynclineError(error) ? error : networkErrorFrom(error, draft, settings.scrub));
        } catch (untold) {
          // Where even the failure cannot be told (a credential's own `scrub` throws), the call still ends.
          reject(untold);
        }
      };
      const cancelTimer = clock.wait(whole ? Math.max(0, left) : perAttempt, () =>
        fail(
          new TimeoutError(
            draft,
            whole ? 'deadline' : 'timeout',
            whole ? (draft.deadline ?? settings.deadline) : perAttempt,
          ),
        ),
      );
      draft.stop = fail;
      draft.attempts += 1;
      const finish = (answer: Answer | undefined) => {
        if (over || answer === undefined) return;
        end();
        // Kept until the stream ends: whoever reads it aborts through here.
        if (draft.live && answer.ok) draft.stop = (error) => stopper.stop(error);
        resolve(answer);
      };
      exchange(draft, stopper).then(finish, fail);
    });
  if (emit === undefined) return send;
  return async (draft) => {
    const startedAt = clock.now();
    const tell = (status: number | undefined, error: string | undefined) =>
      emit({
        type: 'attempt',
        ...identify(settings, draft),
        attempt: draft.attempts,
        milliseconds: clock.now() - startedAt,
        status,
        error,
      });
    try {
      const answer = await send(draft);
      tell(answer.status, undefined);
      return answer;
    } catch (error) {
      tell(undefined, (error as { code?: string }).code);
      throw error;
    }
  };
}
