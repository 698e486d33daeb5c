import { prometheusText } from '@syncline/runs/metrics';
import { expect, test } from 'vitest';
import { createJobFamilies } from '../../src/monitor/monitor-metrics.ts';

const judged = (job: string, result: 'pass' | 'warn' | 'error' | 'unknown', missed = 0) => ({
  job,
  result,
  missed: Array.from({ length: missed }, (_, index) => index),
  isScheduled: result !== 'unknown',
});

test('freshness is a number for each job, which follows its result', () => {
  const families = createJobFamilies('test');
  const lines = (freshness: ReturnType<typeof judged>[]) =>
    prometheusText({ families: () => families(freshness) })
      .body.split('\n')
      .filter((line) => line.startsWith('syncline_job'));
  const before = [judged('a', 'pass'), judged('b', 'error', 2), judged('c', 'warn'), judged('d', 'unknown')];
  expect(lines(before)).toEqual([
    'syncline_job_freshness{environment="test",job_name="a"} 0',
    'syncline_job_freshness{environment="test",job_name="b"} 2',
    'syncline_job_freshness{environment="test",job_name="c"} 1',
    'syncline_job_freshness{environment="test",job_name="d"} 3',
    // The job of an unknown result has no known schedule here, so it is not known whether a run was missed.
    ...['a', 'b', 'c'].map(
      (job) => `syncline_job_missed_runs{environment="test",job_name="${job}"} ${job === 'b' ? 2 : 0}`,
    ),
  ]);
  expect(lines(before)).toHaveLength(7);
  expect(lines([judged('a', 'error'), judged('b', 'error', 3)])).toEqual([
    'syncline_job_freshness{environment="test",job_name="a"} 2',
    'syncline_job_freshness{environment="test",job_name="b"} 2',
    'syncline_job_missed_runs{environment="test",job_name="a"} 0',
    'syncline_job_missed_runs{environment="test",job_name="b"} 3',
  ]);
});

test('names with the same label share one time series, with the worse result', () => {
  const families = createJobFamilies('test');
  const [freshness] = families([judged('a\u200bb', 'error'), judged('a b', 'pass'), judged('a\nb', 'unknown')]);
  expect(freshness?.samples).toEqual([{ labels: { environment: 'test', job_name: 'a b' }, value: 3 }]);
});

test('the number of time series is limited to those of 10,000 jobs', () => {
  const families = createJobFamilies('test');
  const many = Array.from({ length: 10_500 }, (_, index) => judged(`Job ${index}`, 'pass'));
  expect(families(many)[0]?.samples).toHaveLength(10_000);
});
