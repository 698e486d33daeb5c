import type { Clock } from '@syncline/core/internal';
import type { Freshness } from '@syncline/runs';
import { labelValueOf, type MetricFamily, type MetricSample, type RunMetrics } from '@syncline/runs/metrics';
import type { AlertsHealth } from './monitor-alerts.ts';

/** Metrics in two parts. */
export interface MetricParts {
  /** The metrics that change only with a run or the freshness of a job */
  steady(): readonly MetricFamily[];
  /** The metrics that change over time */
  moving(): readonly MetricFamily[];
  /** Changes when the result of `steady` changes */
  readonly revision: string;
}

/** The current data of the metrics. */
export interface MetricFacts {
  readonly revision: string;
  readonly counts: MonitorCounts;
  readonly freshness: readonly JobResult[];
  readonly alerts: AlertsHealth | undefined;
}

/** The monitor's own counters. */
export interface MonitorCounts {
  /** Ticks by result: this worker read the history, another worker does, or the tick failed */
  readonly ticks: Readonly<Record<'leader' | 'standby' | 'failed', number>>;
  readonly requests: number;
  /** When the history was last read to its end, by this process or the leader, in milliseconds since 1970 */
  readonly lastGood: number | undefined;
  /** How long the last tick took, in milliseconds */
  readonly tookMs: number;
  readonly isLeader: boolean;
}

/** Maximum number of jobs with their own time series. */
export const maxJobs = 10_000;

/** The freshness result as a number, so that `> 1` needs attention. */
const codes: Readonly<Record<Freshness['result'], number>> = { pass: 0, warn: 1, error: 2, unknown: 3 };

/** The freshness of a job for the metrics. */
export type JobResult = Pick<Freshness, 'result' | 'missed'> & {
  readonly job: string;
  /** Whether a schedule was judged. Otherwise, it is not known whether a run was missed */
  readonly isScheduled: boolean;
};

/** The samples of one job */
interface JobSamples {
  readonly freshness: MetricSample;
  /** Undefined for a job without a known schedule */
  readonly missed: MetricSample | undefined;
}

/**
 * Creates the metrics of a monitor. They are rendered in two parts, because those of 10,000 jobs take long and change only
 * with a run or the freshness of a job.
 */
export function createMonitorMetrics(
  environment: string,
  runs: Pick<RunMetrics, 'families'>,
  clock: Clock,
  facts: () => MetricFacts,
): MetricParts {
  const jobFamilies = createJobFamilies(environment);
  return {
    get revision() {
      return facts().revision;
    },
    steady: () => [...runs.families().filter(({ name }) => name !== ageName), ...jobFamilies(facts().freshness)],
    moving: () => {
      const { counts, alerts } = facts();
      return [
        ...runs.families().filter(({ name }) => name === ageName),
        ...monitorFamilies(environment, counts),
        ...(alerts === undefined ? [] : alertFamilies(environment, alerts, clock.date())),
      ];
    },
  };
}

/** Creates the metrics of freshness, which has a time series for each job. */
export function createJobFamilies(environment: string): (freshness: readonly JobResult[]) => readonly MetricFamily[] {
  let known = new Map<string, JobSamples>();
  let judgedLast: readonly JobResult[] | undefined;
  const samplesOf = (name: string, { result, missed, isScheduled }: JobResult): JobSamples => {
    const before = known.get(name);
    const [code, count] = [codes[result], isScheduled ? missed.length : undefined];
    if (before?.freshness.value === code && before.missed?.value === count) return before;
    const labels = before?.freshness.labels ?? { environment, job_name: name };
    return {
      freshness: { labels, value: code },
      missed: count === undefined ? undefined : { labels, value: count },
    };
  };
  const judgeAgain = (freshness: readonly JobResult[]): Map<string, JobSamples> => {
    const judgedNow = new Map<string, JobSamples>();
    for (const each of freshness.slice(0, maxJobs)) {
      const name = labelValueOf(each.job);
      const samples = samplesOf(name, each);
      // Names that differ only in invisible characters share one time series, with the worse of the results.
      if ((judgedNow.get(name)?.freshness.value ?? -1) < samples.freshness.value) judgedNow.set(name, samples);
    }
    return judgedNow;
  };
  return (freshness) => {
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
        'Scheduled runs of the last days that did not start, of jobs whose schedule is known.',
        judged.flatMap((each) => each.missed ?? []),
      ),
    ];
  };
}

/** The metrics of the monitor itself. */
export function monitorFamilies(environment: string, counts: MonitorCounts): readonly MetricFamily[] {
  const labels = { environment };
  return [
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
      'When the history was last read, by this process or the leader, in seconds since 1970; 0 if never.',
      [{ labels, value: (counts.lastGood ?? 0) / 1_000 }],
    ),
    family('syncline_monitor_tick_duration_seconds', 'gauge', 's', 'Duration of the last tick.', [
      { labels, value: counts.tookMs / 1_000 },
    ]),
    family('syncline_monitor_leader', 'gauge', '{leader}', 'Whether this process reads the history: 1 or 0.', [
      { labels, value: counts.isLeader ? 1 : 0 },
    ]),
  ];
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

/**
 * The metrics of the delivery of alerts: the waiting messages in the outbox, and the results of this process's
 * attempts.
 */
export function alertFamilies(
  environment: string,
  { backlog, attempts }: AlertsHealth,
  now: number,
): readonly MetricFamily[] {
  // A webhook that was removed from the configuration may still have messages.
  const names = [...new Set([...Object.keys(attempts), ...(backlog ?? []).map(({ target }) => target)])];
  const webhooks = names.map((name) => {
    const { waiting = 0, oldest = now } = backlog?.find(({ target }) => target === name) ?? {};
    return { labels: { environment, webhook: labelValueOf(name) }, waiting, age: Math.max(0, now - oldest) / 1_000 };
  });
  // Before the outbox was read for the first time, it is not known whether a message waits.
  const known = backlog === undefined ? [] : webhooks;
  return [
    family(
      'syncline_outbox_messages',
      'gauge',
      '{message}',
      'Alerts that wait for their delivery to a webhook.',
      known.map(({ labels, waiting }) => ({ labels, value: waiting })),
    ),
    family(
      'syncline_outbox_oldest_message_age_seconds',
      'gauge',
      's',
      'For how long the oldest alert has waited for its delivery; 0 if none waits.',
      known.map(({ labels, age }) => ({ labels, value: age })),
    ),
    family(
      'syncline_webhook_attempts',
      'counter',
      '{attempt}',
      'Attempts of this process to deliver an alert: delivered, failed (it is tried again), or set aside.',
      Object.entries(attempts).flatMap(([name, { delivered, failed, setAside }]) =>
        Object.entries({ delivered, failed, set_aside: setAside }).map(([result, value]) => ({
          labels: { environment, webhook: labelValueOf(name), result },
          value,
        })),
      ),
    ),
  ];
}

/** The metric of `createRunMetrics` that changes over time. */
const ageName = 'syncline_job_last_success_age_seconds';
