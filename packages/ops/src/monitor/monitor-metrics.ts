import { labelValueOf, type MetricFamily, type MetricSample } from '@syncline/runs/metrics';
import type { Freshness } from '@syncline/runs';

/** The monitor's own counters. */
export interface MonitorCounts {
  /** Ticks by result: this worker read the history, another worker does, or the tick failed */
  readonly ticks: Readonly<Record<'leader' | 'standby' | 'failed', number>>;
  readonly requests: number;
  /** When the last successful tick ended, in milliseconds since 1970 */
  readonly lastGood: number | undefined;
  /** How long the last tick took, in milliseconds */
  readonly tookMs: number;
  readonly isLeader: boolean;
}

/** Maximum number of jobs with their own time series. */
export const mostJobs = 10_000;

/** The freshness result as a number, so that `> 1` needs attention. */
const codes: Readonly<Record<Freshness['result'], number>> = { pass: 0, warn: 1, error: 2, unknown: 3 };

/** The freshness of a job for the metrics. */
export type JobResult = Pick<Freshness, 'result' | 'missed'> & { readonly job: string };

/**
 * The samples of one job. They stay the same objects while their values do not change, because `prometheusText` then
 * renders each only once.
 */
interface JobSamples {
  readonly freshness: MetricSample;
  readonly missed: MetricSample;
}

/** Creates the metrics of freshness and of the monitor itself. */
export function createMonitorFamilies(
  environment: string,
): (counts: MonitorCounts, freshness: readonly JobResult[]) => readonly MetricFamily[] {
  const labels = { environment };
  let known = new Map<string, JobSamples>();
  let judgedLast: readonly JobResult[] | undefined;
  const samplesOf = (name: string, { result, missed }: JobResult): JobSamples => {
    const before = known.get(name);
    const [code, count] = [codes[result], missed.length];
    if (before?.freshness.value === code && before.missed.value === count) return before;
    const ofJob = before?.freshness.labels ?? { ...labels, job_name: name };
    return { freshness: { labels: ofJob, value: code }, missed: { labels: ofJob, value: count } };
  };
  const judgeAgain = (freshness: readonly JobResult[]): Map<string, JobSamples> => {
    const judgedNow = new Map<string, JobSamples>();
    for (const each of freshness.slice(0, mostJobs)) {
      const name = labelValueOf(each.job);
      const samples = samplesOf(name, each);
      // Names that differ only in invisible characters share one time series, with the worse of the results.
      if ((judgedNow.get(name)?.freshness.value ?? -1) < samples.freshness.value) judgedNow.set(name, samples);
    }
    return judgedNow;
  };
  return (counts, freshness) => {
    // Between two ticks, nothing is judged again.
    if (freshness !== judgedLast) known = judgeAgain(freshness);
    judgedLast = freshness;
    const judged = [...known.values()];
    return [
      family(
        'syncline_job_freshness',
        'gauge',
        '{result}',
        'Freshness of the data of a job: 0 pass, 1 warn, 2 error, 3 unknown.',
        judged.map((each) => each.freshness),
      ),
      family(
        'syncline_job_missed_runs',
        'gauge',
        '{run}',
        'Scheduled runs of the last days that did not start.',
        judged.map((each) => each.missed),
      ),
      family(
        'syncline_monitor_ticks',
        'counter',
        '{tick}',
        'Ticks of this process: as the leader, on standby, or failed.',
        Object.entries(counts.ticks).map(([result, value]) => ({ labels: { ...labels, result }, value })),
      ),
      family('syncline_monitor_requests', 'counter', '{request}', 'Requests that ticks sent to the service.', [
        { labels, value: counts.requests },
      ]),
      family(
        'syncline_monitor_last_tick_timestamp_seconds',
        'gauge',
        's',
        'End of the last successful tick, in seconds since 1970; 0 if there was none.',
        [{ labels, value: (counts.lastGood ?? 0) / 1_000 }],
      ),
      family('syncline_monitor_tick_duration_seconds', 'gauge', 's', 'Duration of the last tick.', [
        { labels, value: counts.tookMs / 1_000 },
      ]),
      family('syncline_monitor_leader', 'gauge', '{leader}', 'Whether this process reads the history: 1 or 0.', [
        { labels, value: counts.isLeader ? 1 : 0 },
      ]),
    ];
  };
}

/** A family of metrics. */
export function family(
  name: string,
  type: 'counter' | 'gauge',
  unit: string,
  help: string,
  samples: MetricFamily['samples'],
): MetricFamily {
  return { name, dottedName: name.replaceAll('_', '.'), type, unit, help, samples };
}
