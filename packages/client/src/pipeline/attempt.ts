import { networkErrorFrom } from '../errors/from-cause.ts';
import { isSynclineError } from '../errors/guards.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { Answer } from './answer.ts';
import type { Outgoing } from './outgoing.ts';
import type { SendCall, SendRequest, Settings } from './policy.ts';
import { cancelBody } from './read-bytes.ts';
import { readAnswer } from './read-answer.ts';
import { identify } from './report.ts';
import type { TransportResponse } from './response.ts';

/**
 * One attempt: sends a request and reads its body, under one timer that is the shorter of `timeout` and what is left of the
 * deadline. It ends when its time is up even if the transport ignores the signal.
 */
export const attempt = (settings: Settings, next: SendRequest): SendCall => {
  const { clock, emit } = settings;
  const send: SendCall = (draft) =>
    new Promise<Answer>((resolve, reject) => {
      const perAttempt = draft.timeout ?? settings.timeout;
      const left = draft.endsAt - clock.now();
      const whole = left <= perAttempt;
      const controller = new AbortController();
      let over = false;
      const stop = (error: Error) => {
        end();
        controller.abort(error);
        reject(error);
      };
      const cancelTimer = clock.wait(whole ? Math.max(0, left) : perAttempt, () =>
        stop(new TimeoutError(draft, whole ? 'deadline' : 'timeout', whole ? (draft.deadline ?? settings.deadline) : perAttempt)),
      );
      const end = () => {
        over = true;
        draft.stop = undefined;
        cancelTimer();
      };
      draft.stop = stop;
      draft.attempts += 1;
      const fail = (error: unknown) => {
        if (over) return;
        end();
        controller.abort();
        reject(isSynclineError(error) ? error : networkErrorFrom(error, draft, settings.scrub));
      };
      const read = (response: TransportResponse) => {
        if (over) return cancelBody(response.body);
        return readAnswer(response, draft, settings).then((answer) => {
          if (over) return;
          end();
          // Kept until the stream ends: whoever reads it aborts through here.
          if (draft.live && answer.ok) draft.stop = (error) => controller.abort(error);
          resolve(answer);
        }, fail);
      };
      const outgoing: Outgoing = {
        url: draft.url,
        method: draft.method,
        headers: draft.headers,
        signal: controller.signal,
        draft,
      };
      // Where even the failure cannot be told (a credential's own `scrub` throws), the call still ends.
      next(outgoing).then(read, fail).catch(reject);
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
};
