import type { SourceRun } from '../run/accessors.ts';

/** The facts that determine the length of a pause. */
export interface PauseInput {
  /** The run that was found; undefined if it does not exist yet */
  readonly run: SourceRun | undefined;
  /** Milliseconds since 1970 */
  readonly now: number;
  /** Failed polls in a row */
  readonly failures: number;
  /** When the next run starts according to the job's schedule, if that is known */
  readonly nextTick: number | undefined;
  /** How long the run usually takes, in milliseconds; 0 or undefined if unknown */
  readonly expectedRuntime: number | undefined;
  readonly random: () => number;
}

const shortest = 5_000;
const longest = 60_000;

/**
 * Returns how long to wait before the next poll, from 5 to 60 s: half of the time until the run should end, or a fifth
 * of the time that it has taken so far. The pause is longer after failures, and varies by ± 20 %, so that many waits do
 * not poll at the same time.
 */
export function choosePause({ run, now, failures, nextTick, expectedRuntime = 0, random }: PauseInput): number {
  const pause = Math.min(longest, Math.max(shortest, usualPause(run, now, nextTick, expectedRuntime)));
  return Math.round(pause * 2 ** Math.min(failures, 4) * (0.8 + 0.4 * random()));
}

function usualPause(
  run: SourceRun | undefined,
  now: number,
  nextTick: number | undefined,
  expectedRuntime: number,
): number {
  if (run === undefined) return nextTick === undefined ? 2 * shortest : nextTick - now + shortest;
  const elapsed = Math.max(0, now - run.start);
  return elapsed < expectedRuntime ? (expectedRuntime - elapsed) / 2 : elapsed / 5;
}
