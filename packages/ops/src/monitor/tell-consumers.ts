import { type Clock, isSynclineError, withTimeLimit } from '@syncline/core/internal';
import { problemOf } from './problem-of.ts';

/** Why a tick, or one of its consumers, failed. */
type Problem = ReturnType<typeof problemOf>;

/** The monitor does not wait longer for a consumer, so that it continues to read the history. */
const timeout = 30_000;

/**
 * Calls functions of the caller, one after the other. A failure of one affects neither the others nor the monitor.
 *
 * @returns the first failure. It does not show what was thrown, unless that is an error of these packages
 */
export async function tellConsumers(calls: readonly (() => unknown)[], clock: Clock): Promise<Problem | undefined> {
  let first: Problem | undefined;
  for (const [index, call] of calls.entries()) {
    const late = Symbol('late');
    try {
      await withTimeLimit(
        clock,
        timeout,
        async () => call(),
        () => late,
      );
    } catch (failure) {
      const rule = failure === late ? `did not return within ${timeout / 1_000} s` : 'failed';
      const message = `consumers[${index}] of the monitor ${rule}.`;
      first ??= isSynclineError(failure) ? problemOf(failure) : { code: 'CALLBACK_FAILED', message };
    }
  }
  return first;
}
