import { ConfigError, ownOptions } from '@syncline/core/internal';
import type { Outcome } from '../outcome/outcome.ts';

/** The part of a run that the volume check needs. */
export interface VolumeRun {
  /** How many rows the run moved; undefined if the service does not send it. */
  readonly rows?: number | undefined;
  readonly outcome: Outcome;
  /** Whether an earlier check found its volume unusual. Such runs do not count as normal. */
  readonly flagged?: boolean | undefined;
}

/** Options of `detectVolume`. */
export interface VolumeOptions {
  /** How many robust standard deviations a run may be away from the median. @default 5 */
  readonly deviations?: number | undefined;
  /** The minimum number of successful runs to compare with. @default 8 */
  readonly minimumRuns?: number | undefined;
  /**
   * How far a run may be away from the median, as a fraction of the median, if the earlier runs hardly differ (their
   * MAD is 0).
   *
   * @default 0.1
   */
  readonly relativeFloor?: number | undefined;
}

/** Whether a run moved as many rows as usual. */
export interface Volume {
  /** `unknown` if the run has no row count, or if there are too few earlier successful runs with one. */
  readonly result: 'pass' | 'warn' | 'unknown';
  /** The median of the earlier runs; undefined if there are too few. */
  readonly median: number | undefined;
  /** The minimum and maximum number of rows that pass. */
  readonly expected: readonly [least: number, most: number] | undefined;
}

/** Makes the median absolute deviation comparable with a standard deviation. */
const madScale = 1.4826;

/**
 * Compares the rows of a run with those of earlier successful runs. It warns if the difference from the median is more
 * than `deviations` × 1.4826 × MAD. The result does not depend on the outcome of the run: a run with 0 rows can be a
 * success.
 *
 * @param run - the run to check
 * @param earlier - runs before it, without the run itself, in any order
 * @throws ConfigError if an option cannot be used
 *
 * @example
 * ```ts
 * import { detectVolume } from '@syncline/runs';
 *
 * const earlier = [100, 102, 98, 101, 99, 103, 97, 100].map((rows) => ({ rows, outcome: 'succeeded' as const }));
 * detectVolume({ rows: 4, outcome: 'succeeded' }, earlier).result; // "warn"
 * ```
 */
export function detectVolume(run: VolumeRun, earlier: readonly VolumeRun[], options?: VolumeOptions): Volume {
  const {
    deviations = 5,
    minimumRuns = 8,
    relativeFloor = 0.1,
  } = ownOptions(options, {
    deviations: 1,
    minimumRuns: 1,
    relativeFloor: 1,
  });
  check('deviations', deviations, deviations > 0);
  check('minimumRuns', minimumRuns, Number.isInteger(minimumRuns) && minimumRuns >= 2);
  check('relativeFloor', relativeFloor, relativeFloor >= 0);
  if (!Array.isArray(earlier)) throw new ConfigError('earlier', 'must be a list of runs');
  if (Object(run) !== run) throw new ConfigError('run', 'must be a run');
  const counts: number[] = [];
  for (const { rows, outcome, flagged } of earlier)
    if (outcome === 'succeeded' && flagged !== true && isCount(rows)) counts.push(rows);
  if (counts.length < minimumRuns) return { result: 'unknown', median: undefined, expected: undefined };
  // Typed arrays sort numbers without a compare function.
  const sorted = Float64Array.from(counts).sort();
  const median = medianOf(sorted);
  const mad = medianOf(deviationsFrom(median, sorted));
  const distance = mad === 0 ? relativeFloor * median : deviations * madScale * mad;
  const expected = [Math.max(0, median - distance), median + distance] as const;
  if (!isCount(run.rows)) return { result: 'unknown', median, expected };
  const isUsual = Math.abs(run.rows - median) <= distance;
  return { result: isUsual ? 'pass' : 'warn', median, expected };
}

function isCount(rows: number | undefined): rows is number {
  return typeof rows === 'number' && Number.isFinite(rows) && rows >= 0;
}

function check(option: string, value: number, isGood: boolean): void {
  if (!Number.isFinite(value) || !isGood) throw new ConfigError(option, `cannot be ${value}`);
}

function medianOf(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The distances of sorted numbers from their median, in order. */
function deviationsFrom(median: number, sorted: Float64Array): Float64Array {
  let above = sorted.findIndex((value) => value >= median);
  // The median of two very large numbers is infinite.
  if (above === -1) above = sorted.length;
  let below = above - 1;
  return sorted.map(() => {
    const down = below < 0 ? Infinity : median - (sorted[below] ?? 0);
    const up = above === sorted.length ? Infinity : (sorted[above] ?? 0) - median;
    if (down < up) below -= 1;
    else above += 1;
    return Math.min(down, up);
  });
}
