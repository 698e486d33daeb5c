import { ManualClock } from '@syncline/testing';
import { createRunMetrics, type MeasuredRun, prometheusText, type RunMetricsOptions } from '../../src/metrics/index.ts';

export const now = Date.parse('2026-03-02T12:00:00Z');

export const set = (options: RunMetricsOptions = {}) => createRunMetrics({ clock: new ManualClock(now), ...options });

export const run = (key: string, others: Partial<MeasuredRun> = {}): MeasuredRun => ({
  key,
  job: 'Orders',
  outcome: 'succeeded',
  start: now - 60_000,
  ...others,
});

/** The value of one time series in the text of a scrape. */
export const read = (metrics: ReturnType<typeof set>, series: string): string | undefined =>
  prometheusText(metrics)
    .body.split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);
