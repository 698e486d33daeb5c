import { AbortedError } from '../errors/aborted-error.ts';
import type { Answer } from './answer.ts';
import type { Draft } from './draft.ts';
import type { CallPolicy } from './policy.ts';

/**
 * Says when the call must be over, and listens to the caller's signal: once a call, whatever the number of attempts. The waits
 * themselves (attempts, pauses, chunks of a stream) put themselves into `draft.stop`.
 */
export const deadline: CallPolicy = (settings, next) => {
  const { clock } = settings;
  const listening = async (draft: Draft, signal: AbortSignal): Promise<Answer> => {
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
  return (draft) => {
    draft.endsAt = clock.now() + (draft.deadline ?? settings.deadline);
    return draft.signal === undefined ? next(draft) : listening(draft, draft.signal);
  };
};
