import { AbortedError } from '../errors/aborted-error.ts';
import type { CallPolicy } from './policy.ts';

/**
 * Says when the call must be over, and listens to the caller's signal: once a call, whatever the number of attempts. The waits
 * themselves (attempts, pauses, chunks of a stream) put themselves into `draft.stop`.
 */
export const deadline: CallPolicy = (settings, next) => {
  const { clock } = settings;
  return async (draft) => {
    draft.endsAt = clock.now() + (draft.deadline ?? settings.deadline);
    const { signal } = draft;
    if (signal === undefined) return next(draft);
    const abort = () => draft.stop?.(new AbortedError(draft, signal.reason));
    signal.addEventListener('abort', abort);
    draft.release = () => signal.removeEventListener('abort', abort);
    let live = false;
    try {
      const answer = await next(draft);
      live = draft.live && answer.ok;
      return answer;
    } finally {
      if (!live) draft.release();
    }
  };
};
