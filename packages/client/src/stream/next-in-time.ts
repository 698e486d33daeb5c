import { AbortedError } from '../errors/aborted-error.ts';
import { networkErrorFrom } from '../errors/from-cause.ts';
import { isSynclineError } from '../errors/guards.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';

/**
 * The next chunk, unless the service is silent for longer than `timeout`, the deadline that the caller asked for passes, or the
 * caller aborts. The time that the reader of the stream takes does not count as silence.
 */
export function nextInTime<Value>(
  chunks: AsyncIterator<Value, unknown>,
  draft: Draft,
  { clock, timeout: usual, scrub }: Settings,
): Promise<IteratorResult<Value, unknown>> {
  return new Promise((resolve, reject) => {
    const { signal } = draft;
    if (signal?.aborted) return reject(new AbortedError(draft, signal.reason));
    const timeout = draft.timeout ?? usual;
    const left = draft.deadline === undefined ? Number.POSITIVE_INFINITY : draft.endsAt - clock.now();
    const whole = left <= timeout;
    const abort = draft.stop;
    const stop = (error: Error) => {
      done();
      abort?.(error);
      reject(error);
    };
    const cancelTimer = clock.wait(Math.max(0, Math.min(left, timeout)), () =>
      stop(new TimeoutError(draft, whole ? 'deadline' : 'timeout', whole ? (draft.deadline as number) : timeout)),
    );
    const done = () => {
      cancelTimer();
      draft.stop = abort;
    };
    draft.stop = stop;
    chunks
      .next()
      .then(
        (result) => {
          done();
          resolve(result);
        },
        (error: unknown) => {
          done();
          reject(isSynclineError(error) ? error : networkErrorFrom(error, draft, scrub));
        },
      )
      .catch(reject);
  });
}
