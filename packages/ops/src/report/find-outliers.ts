import { detectVolume, type VolumeOptions, type VolumeRun } from '@syncline/runs';
import type { JobVolume, ReportRun, VolumePoint } from './report.ts';

/**
 * Number of successes that a run is compared with. It is limited, so that a job that grew slowly is compared with its
 * recent runs.
 */
const comparedWith = 50;
/** Maximum number of points in a chart. */
const mostPoints = 60;

/**
 * Compares the rows of each success with those of the 50 before it. An unusual run is not used in the comparison of
 * later runs.
 *
 * @param runs - the runs of one job, oldest first
 * @param since - outliers that started earlier are shown, but not counted
 * @param options - `volume` of the configuration
 * @returns undefined if no success has a number of rows
 */
export function findOutliers(
  runs: readonly ReportRun[],
  since: number,
  options?: VolumeOptions,
): JobVolume | undefined {
  const earlier: VolumeRun[] = [];
  const points: VolumePoint[] = [];
  let outliers = 0;
  for (const run of runs) {
    const { rows, outcome, start } = run;
    if (outcome !== 'succeeded' || rows === undefined) continue;
    const volume = detectVolume({ rows, outcome }, earlier, options);
    const flagged = volume.result === 'warn';
    if (!flagged) earlier.push({ rows, outcome });
    if (earlier.length > comparedWith) earlier.shift();
    if (flagged && start >= since) outliers += 1;
    points.push({ run: run as VolumePoint['run'], volume });
  }
  return points.length === 0 ? undefined : { points: points.slice(-mostPoints), outliers };
}
