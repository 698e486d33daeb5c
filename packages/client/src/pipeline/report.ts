import type { SynclineErrorUnion } from '../errors/guards.ts';
import type { CallIdentity } from '../events.ts';
import type { Draft } from './draft.ts';
import type { CallPolicy, Settings } from './policy.ts';

/** What every event of a call says about it. */
export function identify(settings: Settings, draft: Draft): CallIdentity {
  return {
    call: draft.id,
    operation: draft.operation,
    interface: settings.interface,
    method: draft.method,
    path: draft.path,
    origin: settings.origin.slice(0, -1),
  };
}

let calls = 0;

/** Tells the listener that a call began and how it ended (a stream: when its last record was read). Costs nothing where nobody listens. */
export const report: CallPolicy = (settings, next) => {
  const { emit, clock } = settings;
  if (emit === undefined) return next;
  return async (draft) => {
    draft.id = ++calls;
    const startedAt = clock.now();
    const identity = identify(settings, draft);
    emit({ type: 'start', ...identity });
    const outcome = (status: number | undefined, error: unknown) =>
      emit({
        type: 'outcome',
        ...identity,
        ok: error === undefined && (status as number) < 400,
        status,
        attempts: draft.attempts,
        milliseconds: clock.now() - startedAt,
        error: error as SynclineErrorUnion | undefined,
      });
    try {
      const answer = await next(draft);
      if (draft.live && answer.ok) draft.finish = (error) => outcome(answer.status, error);
      else outcome(answer.status, undefined);
      return answer;
    } catch (error) {
      outcome((error as { status?: number }).status, error);
      throw error;
    }
  };
};
