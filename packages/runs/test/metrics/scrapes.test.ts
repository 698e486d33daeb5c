import { expect, test } from 'vitest';
import { createRunMetrics, prometheusText } from '../../src/metrics/index.ts';

const start = Date.parse('2026-03-02T12:00:00Z');
const run = { key: '1', job: 'Orders', outcome: 'succeeded', start, end: start + 42_000, rows: 7 } as const;
const clock = (now: () => number) => ({ now: () => 0, date: now, wait: () => () => undefined });

test('each change of a number is in the next scrape, whatever was printed before', () => {
  let now = start;
  const metrics = createRunMetrics({ jobs: ['Orders', 'Idle'], clock: clock(() => now) });
  const values = () =>
    Object.fromEntries(
      prometheusText(metrics)
        .body.split('\n')
        .filter((line) => line.includes('job_name="Orders"'))
        .map((line) => line.split(/ (?=[^ ]+$)/)),
    ) as Record<string, string>;
  const valueOf = (name: string, labels = '') => values()[`${name}{job_name="Orders"${labels}}`];
  const all = () => [
    valueOf('syncline_running_runs'),
    valueOf('syncline_runs_total', ',outcome="succeeded"'),
    valueOf('syncline_runs_total', ',outcome="failed"'),
    valueOf('syncline_run_rows_total'),
    valueOf('syncline_run_duration_seconds_count'),
    valueOf('syncline_run_duration_seconds_bucket', ',le="60.0"'),
    valueOf('syncline_job_last_success_timestamp_seconds'),
    valueOf('syncline_job_last_success_age_seconds'),
  ];
  expect(all()).toEqual(['0', '0', '0', '0', '0', '0', '0', '+Inf']);
  metrics.observeRuns([{ ...run, outcome: 'running', end: undefined, rows: undefined }]);
  expect(all()).toEqual(['1', '0', '0', '0', '0', '0', '0', '+Inf']);
  metrics.observeRuns([run]);
  expect(all()).toEqual(['0', '1', '0', '7', '1', '1', String(start / 1_000), '0']);
  metrics.observeRuns([{ ...run, rows: 9 }]);
  now += 5_000;
  expect(all()).toEqual(['0', '1', '0', '9', '1', '1', String(start / 1_000), '5']);
  metrics.observeRuns([{ ...run, key: '2', outcome: 'failed', end: start + 100_000 }]);
  expect(all()).toEqual(['0', '1', '1', '16', '2', '1', String(start / 1_000), '5']);
  metrics.restore([{ ...run, key: '3', start: start + 1_000 }]);
  expect(all()).toEqual(['0', '1', '1', '16', '2', '1', String(start / 1_000 + 1), '4']);
});

test('a sample with different names in two metrics is printed under each', () => {
  const sample = { labels: { job_name: 'Orders' }, value: 1 };
  const family = (name: string) => ({
    name,
    dottedName: name,
    type: 'gauge' as const,
    unit: '1',
    help: 'h',
    samples: [sample],
  });
  const { body } = prometheusText({ families: () => [family('a'), family('b'), family('a')] });
  expect(body.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
    'a{job_name="Orders"} 1',
    'b{job_name="Orders"} 1',
    'a{job_name="Orders"} 1',
    '',
  ]);
});
