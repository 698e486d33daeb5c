import { AuthError } from '../errors/auth-error.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Talks to the token endpoint, for so many milliseconds at most.
 *
 * @param talk Is told to stop by its own signal: when `signal` is aborted, and for want of time.
 * @throws AuthError; without a status when there was no whole answer. The signal's reason once it is aborted.
 */
export async function withinTime<T>(
  timeoutMs: number,
  signal: AbortSignal,
  talk: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    return await untilAborted(talk(limit.signal), signal);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const why = limit.signal.aborted ? `did not answer within ${timeoutMs} ms` : `cannot be reached (${reason(error)})`;
    limit.abort();
    signal.throwIfAborted();
    // Not as a cause: errors of the platform repeat addresses and headers.
    throw new AuthError(`The token endpoint ${why}`);
  } finally {
    clearTimeout(timer);
  }
}

/** The system's code for what went wrong, such as ECONNREFUSED, and never its message. */
function reason(error: unknown): string {
  const { cause, name } = Object(error) as { cause?: { code?: unknown }; name?: unknown };
  const word = cause?.code ?? name;
  return typeof word === 'string' && /^\w{1,40}$/.test(word) ? word : 'unknown error';
}
