import type { Clock } from '@syncline/core/internal';
import type { MetricFamily, RunMetrics } from '@syncline/runs/metrics';
import { alertFamilies } from './alert-metrics.ts';
import type { AlertsState } from './monitor-alerts.ts';
import { createMonitorFamilies, type JobResult, type MonitorCounts } from './monitor-metrics.ts';

/** The metrics of a monitor, in two parts. */
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
  readonly alerts: AlertsState | undefined;
}

/** Creates the metrics of a monitor. */
export function createMetricParts(
  environment: string,
  runs: Pick<RunMetrics, 'families'>,
  clock: Clock,
  facts: () => MetricFacts,
): MetricParts {
  const monitorFamilies = createMonitorFamilies(environment);
  let made: { readonly revision: string; readonly families: readonly MetricFamily[] } | undefined;
  /** The families of 10,000 jobs are created again only after a change. */
  const runFamilies = (): readonly MetricFamily[] => {
    const { revision } = facts();
    if (made?.revision !== revision) made = { revision, families: runs.families() };
    return made.families;
  };
  const ownFamilies = (): readonly MetricFamily[] => {
    const { counts, freshness } = facts();
    return monitorFamilies(counts, freshness);
  };
  return {
    get revision() {
      return facts().revision;
    },
    steady: () => [...runFamilies().filter(({ name }) => name !== ageName), ...ownFamilies().filter(isOfJobs)],
    moving: () => {
      const now = clock.date();
      const { alerts } = facts();
      return [
        ...successAges(runFamilies(), now),
        ...ownFamilies().filter((family) => !isOfJobs(family)),
        ...(alerts === undefined ? [] : alertFamilies(environment, alerts, now)),
      ];
    },
  };
}

/** Whether a family of the monitor has a time series for each job, which changes only when freshness does. */
function isOfJobs({ name }: MetricFamily): boolean {
  return name.startsWith('syncline_job_');
}

/** The metric of `createRunMetrics` that changes over time. */
const ageName = 'syncline_job_last_success_age_seconds';

/** Updates the ages of the last successes in families that were created earlier. */
function successAges(families: readonly MetricFamily[], now: number): readonly MetricFamily[] {
  const starts = families.find(({ name }) => name === 'syncline_job_last_success_timestamp_seconds')?.samples ?? [];
  // Whole milliseconds: seconds with a fraction cannot be subtracted exactly.
  const ageOf = (seconds: number): number => Math.max(0, now - Math.round(seconds * 1_000)) / 1_000;
  const samples = starts.map(({ labels, value }) => ({
    labels,
    value: value === 0 ? Number.POSITIVE_INFINITY : ageOf(value),
  }));
  return families.filter(({ name }) => name === ageName).map((family) => ({ ...family, samples }));
}
