import { counted, formatCount, formatDuration } from '@syncline/core/internal';
import type { JobSummary, Outcome } from '@syncline/runs';
import { wordsOf } from '../insight/failures.ts';
import { type JobVolume, type ReportFreshness, type ReportRun, type Result, results } from './report.ts';

interface Judgement {
  readonly result: Result;
  readonly because: string;
  /** The same in a few words, for a row */
  readonly why: string;
}

const urgency: readonly Result[] = results.toReversed();

/**
 * The result of a job and its reasons, from its last ended run, its freshness and its volume: as phrases, and in a few words
 * each, such as `failed: disk full` or `stale: 6h, limit 2h`.
 */
export function judgeJob(
  runs: readonly ReportRun[],
  freshness: ReportFreshness | undefined,
  volume: JobVolume | undefined,
): { readonly result: Result; readonly because: readonly string[]; readonly why: readonly string[] } {
  const last = runs.findLast(({ outcome }) => outcome !== 'running');
  const judgements = [judgeRun(last), judgeFreshness(freshness), judgeVolume(volume, last)]
    .filter((each) => each !== undefined)
    .sort((left, right) => urgency.indexOf(right.result) - urgency.indexOf(left.result));
  return {
    result: judgements[0]?.result ?? 'pass',
    because: judgements.map(({ because }) => because),
    why: judgements.map(({ why }) => why),
  };
}

/** The last run of a job that is not running, as far as its summary tells it. */
export function lastEnded({ last, streak }: JobSummary): JobSummary['last'] {
  if (last.outcome !== 'running' || streak === undefined) return last;
  return { ...streak.last, outcome: streak.outcome, end: undefined };
}

/** The result of a job from its summary and its freshness, without its runs. */
export function resultOfSummary(summary: JobSummary, freshness: ReportFreshness | undefined): Result {
  const [[left], right] = [judgedRuns[lastEnded(summary).outcome], freshness?.result ?? 'pass'];
  return urgency.indexOf(left) > urgency.indexOf(right) ? left : right;
}

/**
 * Sorts summaries by their result, the newest last run of those that need attention first, otherwise as they came. Only
 * those that need attention are compared: most jobs of a large fleet are well.
 *
 * @param summaries - in the order of their names
 */
export function sortSummaries(
  summaries: readonly JobSummary[],
  freshness: ReadonlyMap<string, ReportFreshness>,
): readonly JobSummary[] {
  const groups: Record<Result, JobSummary[]> = { error: [], unknown: [], warn: [], pass: [] };
  for (const summary of summaries) groups[resultOfSummary(summary, freshness.get(summary.job))].push(summary);
  return results.flatMap((result) =>
    result === 'pass' ? groups[result] : groups[result].sort((left, right) => right.last.start - left.last.start),
  );
}

/** What the last run of a job says about it: its result, and how its reasons begin if it does not do well. */
const judgedRuns: Readonly<Record<Outcome, readonly [result: Result, because: string, why: string]>> = {
  failed: ['error', 'the last run failed', 'failed'],
  partial: ['error', 'part of the last run failed', 'partly failed'],
  cancelled: ['error', 'the last run was cancelled', 'cancelled'],
  unknown: ['unknown', 'the configuration does not define the status of the last run', 'unknown status'],
  warned: ['warn', 'the last run ended with a warning', 'warning'],
  succeeded: ['pass', '', ''],
  running: ['pass', '', ''],
};

function judgeRun(last: ReportRun | undefined): Judgement | undefined {
  if (last === undefined) return undefined;
  const [result, because, why] = judgedRuns[last.outcome];
  if (result === 'pass') return undefined;
  if (result === 'unknown' && last.status.trim() === '')
    return { result, because: 'the last run has no status', why: 'no status' };
  const words = last.outcome === 'cancelled' ? '' : `: ${wordsOf(last, 200).replace(/\.$/, '')}`;
  return { result, because: `${because}${words}`, why: `${why}${words}` };
}

/** In a few words, what is stale comes first: `stale: 6h, limit 2h · 1 scheduled run missed`. */
function judgeFreshness(freshness: ReportFreshness | undefined): Judgement | undefined {
  if (freshness === undefined || freshness.result === 'pass') return undefined;
  const { result, missed, ageMs = 0, limits } = freshness;
  const { warn = Infinity, error = Infinity } = limits;
  const parts: Omit<Judgement, 'result'>[] = [];
  const runs = counted(missed.length, 'scheduled run');
  if (missed.length > 0) parts.push({ because: `${runs} did not start`, why: `${runs} missed` });
  if (ageMs > Math.min(warn, error)) {
    const [age, limit] = [formatDuration(ageMs), formatDuration(ageMs > error ? error : warn)];
    parts.push({ because: `the last success is ${age} old`, why: `stale: ${age}, limit ${limit}` });
  }
  const [because, why] = [parts.map((part) => part.because), parts.map((part) => part.why).reverse()];
  const reason = freshness.because.join(', ');
  return { result, because: because.join(', ') || reason, why: why.join(' · ') || reason };
}

/** Only the last success counts. An unusual run that was followed by usual ones no longer matters. */
function judgeVolume(volume: JobVolume | undefined, last: ReportRun | undefined): Judgement | undefined {
  const point = volume?.points.at(-1);
  if (point === undefined || point.volume.result !== 'warn' || point.run.key !== last?.key) return undefined;
  const { median = 0 } = point.volume;
  const [rows, usual] = [formatCount(point.run.rows), formatCount(Math.round(median))];
  const reason = `the last run moved ${rows} rows, and ${usual} are usual`;
  return { result: 'warn', because: reason, why: `${rows} rows, usually ${usual}` };
}
