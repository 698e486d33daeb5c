import type { Clock } from '@syncline/core/internal';

/** The maximum delay of a timer, in milliseconds. */
const longest = 2_147_483_647;

/** Waits a number of milliseconds. An aborted signal ends the pause early, without an error. */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', wake);
      cancel();
      resolve();
    };
    const cancel = clock.wait(Math.min(milliseconds, longest), wake);
    signal?.addEventListener('abort', wake);
    if (signal?.aborted) wake();
  });
}
