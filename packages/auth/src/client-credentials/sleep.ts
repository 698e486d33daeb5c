import { untilAborted } from './until-aborted.ts';

/** Waits, or rejects with the signal's reason at once when it is aborted. No timer outlives the wait. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return untilAborted(wait, signal).finally(() => clearTimeout(timer));
}
