import type { notify as Notify, RequestEngine } from '@syncline/core/internal';
import type { CallIdentity, TraceAttempt } from '../options/events.ts';

/**
 * Sends each attempt through the caller's tracer, which can neither fail it, hold it up nor send it twice.
 *
 * @param notify - core's; an import would put core's listeners into a chunk of their own
 */
export function aroundAttempt(
  identity: CallIdentity,
  traceAttempt: TraceAttempt,
  notify: typeof Notify,
): NonNullable<RequestEngine['around']> {
  return (context, send) => {
    let sent: ReturnType<typeof send> | undefined;
    const start = (headers: Readonly<Record<string, string>> = {}) => {
      const sendable = Object.entries(headers).filter(
        ([name, value]) => /^[a-z][\w-]*$/.test(name) && typeof value === 'string' && /^[ -~]*$/.test(value),
      );
      sent ??= send(Object.fromEntries(sendable));
      return sent.then(
        ({ status }) => ({ status, error: undefined }),
        (error: { code?: string } | undefined) => ({ status: undefined, error: error?.code }),
      );
    };
    notify((attempt) => traceAttempt(attempt, start), { ...identity, attempt: context.attempts + 1 });
    return (sent ??= send());
  };
}
