import { describe, expect, test } from 'vitest';
import { outcomes } from '../../src/index.ts';
import { createRunMetrics, type MeasuredRun, prometheusText, type RunMetricsOptions } from '../../src/metrics/index.ts';
import { now, read, run, set } from '../support/measured-runs.ts';

describe('before the first run', () => {
  test('each configured job has every metric and every outcome, with 0', () => {
    const metrics = set({ jobs: ['Orders', 'Customers'] });
    for (const job of ['Orders', 'Customers']) {
      for (const outcome of outcomes.filter((each) => each !== 'running'))
        expect(read(metrics, `syncline_runs_total{job_name="${job}",outcome="${outcome}"}`)).toBe('0');
      expect(read(metrics, `syncline_run_rows_total{job_name="${job}"}`)).toBe('0');
      expect(read(metrics, `syncline_running_runs{job_name="${job}"}`)).toBe('0');
      expect(read(metrics, `syncline_run_duration_seconds_count{job_name="${job}"}`)).toBe('0');
      expect(read(metrics, `syncline_run_duration_seconds_bucket{job_name="${job}",le="+Inf"}`)).toBe('0');
      expect(read(metrics, `syncline_job_last_success_timestamp_seconds{job_name="${job}"}`)).toBe('0');
    }
    expect(read(metrics, 'syncline_history_incidents_total{type="gap"}')).toBe('0');
  });

  test('a job that never succeeded is infinitely old, so that an alert on its age fires', () => {
    const metrics = set({ jobs: ['Orders'] });
    metrics.observeRuns([run('1', { outcome: 'failed' }), run('2', { outcome: 'unknown' })]);
    expect(read(metrics, 'syncline_job_last_success_age_seconds{job_name="Orders"}')).toBe('+Inf');
  });
});

describe('counting', () => {
  test('outcomes, rows, durations, running runs and the last success', () => {
    const metrics = set();
    metrics.observeRuns([
      run('1', { start: now - 7_200_000, end: now - 7_140_000, rows: 10 }),
      run('2', { start: now - 3_600_000, end: now - 3_595_000, rows: 5 }),
      run('3', { start: now - 1_800_000, end: now - 1_700_000, outcome: 'failed', rows: 1 }),
      run('4', { start: now - 60_000, outcome: 'running', rows: 99 }),
    ]);
    expect(read(metrics, 'syncline_runs_total{job_name="Orders",outcome="succeeded"}')).toBe('2');
    expect(read(metrics, 'syncline_runs_total{job_name="Orders",outcome="failed"}')).toBe('1');
    expect(read(metrics, 'syncline_running_runs{job_name="Orders"}')).toBe('1');
    expect(read(metrics, 'syncline_run_rows_total{job_name="Orders"}')).toBe('16');
    expect(read(metrics, 'syncline_run_duration_seconds_sum{job_name="Orders"}')).toBe('165');
    expect(read(metrics, 'syncline_run_duration_seconds_bucket{job_name="Orders",le="10.0"}')).toBe('1');
    expect(read(metrics, 'syncline_run_duration_seconds_bucket{job_name="Orders",le="60.0"}')).toBe('2');
    expect(read(metrics, 'syncline_run_duration_seconds_bucket{job_name="Orders",le="+Inf"}')).toBe('3');
    expect(read(metrics, 'syncline_job_last_success_timestamp_seconds{job_name="Orders"}')).toBe(
      String((now - 3_600_000) / 1_000),
    );
    expect(read(metrics, 'syncline_job_last_success_age_seconds{job_name="Orders"}')).toBe('3600');
  });

  test('a job that is forgotten has no time series, and counts from 0 when it runs again', () => {
    const metrics = set();
    metrics.observeRuns([run('1', { end: now }), run('2', { job: 'Invoices', end: now })]);
    metrics.forgetJobs(['Orders', 'never seen']);
    expect(prometheusText(metrics).body).not.toContain('Orders');
    expect(read(metrics, 'syncline_runs_total{job_name="Invoices",outcome="succeeded"}')).toBe('1');
    metrics.observeRuns([run('3', { outcome: 'failed', end: now })]);
    expect(read(metrics, 'syncline_runs_total{job_name="Orders",outcome="failed"}')).toBe('1');
    expect(read(metrics, 'syncline_runs_total{job_name="Orders",outcome="succeeded"}')).toBe('0');
  });

  test('names that share a label have the latest success of those that a store still knows', () => {
    const metrics = set();
    const [long, told] = [
      'x'.repeat(200),
      (end: string, succeeded: number) => [{ job: long + end, lastStarts: { succeeded } }],
    ];
    const last = () => read(metrics, `syncline_job_last_success_timestamp_seconds{job_name="${long}"}`);
    metrics.restoreJobs([...told('a', now - 3_000), ...told('b', now - 1_000), ...told('c', now - 2_000)]);
    expect(last()).toBe(String((now - 1_000) / 1_000));
    metrics.forgetJobs([`${long}a`, `${long}b`]);
    // The success of a job that alone is left may be corrected.
    metrics.restoreJobs(told('c', now - 5_000));
    expect(last()).toBe(String((now - 5_000) / 1_000));
    metrics.forgetJobs([`${long}c`]);
    expect(prometheusText(metrics).body).not.toContain(long);
  });

  test('10,000 names that share a label take no longer than others', () => {
    const millisecondsOf = (name: (index: number) => string): number => {
      const jobs = Array.from({ length: 10_000 }, (_, index) => ({
        job: name(index),
        lastStarts: { succeeded: now - index },
      }));
      const metrics = set({ mostJobs: 10_000 });
      const { user } = process.cpuUsage();
      for (const _ of [1, 2]) metrics.restoreJobs(jobs);
      return (process.cpuUsage().user - user) / 1_000;
    };
    const different = millisecondsOf((index) => `${index} ${'x'.repeat(200)}`);
    expect(millisecondsOf((index) => `${'x'.repeat(200)} ${index}`)).toBeLessThan(10 * different);
  });

  test('an event that is delivered again changes nothing', () => {
    const metrics = set();
    const events = [
      { id: 'a', type: 'started', run: run('1', { outcome: 'running' as const }) },
      { id: 'b', type: 'ended', run: run('1', { end: now, rows: 7 }) },
      { id: 'c', type: 'gap' },
      { id: 'd', type: 'truncated' },
    ];
    for (const event of events) metrics.observe(event);
    const once = prometheusText(metrics).body;
    for (const event of events) metrics.observe(event);
    expect(prometheusText(metrics).body).toBe(once);
    expect(once).toContain('syncline_history_incidents_total{type="gap"} 1\n');
    expect(once).toContain('syncline_running_runs{job_name="Orders"} 0\n');
  });

  test('a corrected run counts again under its new outcome, and only its additional rows', () => {
    const metrics = set();
    metrics.observeRuns([run('1', { rows: 7 }), run('1', { outcome: 'failed', rows: 9 }), run('1', { rows: 3 })]);
    expect(read(metrics, 'syncline_runs_total{job_name="Orders",outcome="succeeded"}')).toBe('1');
    expect(read(metrics, 'syncline_runs_total{job_name="Orders",outcome="failed"}')).toBe('1');
    expect(read(metrics, 'syncline_run_rows_total{job_name="Orders"}')).toBe('9');
  });

  test('runs of earlier processes are known, and not counted again', () => {
    const metrics = set();
    metrics.restore([
      run('1', { start: now - 90_000, end: now - 30_000, rows: 7 }),
      run('2', { outcome: 'running' }),
      run('3', { outcome: 'running' }),
    ]);
    expect(read(metrics, 'syncline_job_last_success_age_seconds{job_name="Orders"}')).toBe('90');
    expect(read(metrics, 'syncline_running_runs{job_name="Orders"}')).toBe('2');
    metrics.observeRuns([
      run('1', { start: now - 90_000, end: now - 30_000, rows: 9 }),
      run('2', { outcome: 'failed' }),
    ]);
    expect(read(metrics, 'syncline_runs_total{job_name="Orders",outcome="succeeded"}')).toBe('0');
    expect(read(metrics, 'syncline_runs_total{job_name="Orders",outcome="failed"}')).toBe('1');
    expect(read(metrics, 'syncline_run_rows_total{job_name="Orders"}')).toBe('2');
    expect(read(metrics, 'syncline_run_duration_seconds_count{job_name="Orders"}')).toBe('0');
    metrics.observe({ id: 'g', type: 'gap', key: '3' });
    expect(read(metrics, 'syncline_running_runs{job_name="Orders"}'), 'the service no longer returns it').toBe('0');
  });

  test('the order of runs does not matter for the last success', () => {
    const metrics = set();
    metrics.observeRuns([run('2', { start: now - 1_000 }), run('1', { start: now - 90_000 })]);
    expect(read(metrics, 'syncline_job_last_success_age_seconds{job_name="Orders"}')).toBe('1');
  });

  test.each([
    'failed',
    'running',
  ] as const)('after a correction to %s, the success before it is the last', (outcome) => {
    const metrics = set();
    const age = () => read(metrics, 'syncline_job_last_success_age_seconds{job_name="Orders"}');
    metrics.observeRuns([run('1', { start: now - 90_000 }), run('2', { start: now - 60_000 })]);
    expect(age()).toBe('60');
    metrics.observeRuns([run('2', { start: now - 60_000, outcome })]);
    expect(age()).toBe('90');
    metrics.observeRuns([run('1', { start: now - 90_000, outcome })]);
    expect(age()).toBe('+Inf');
    metrics.observeRuns([run('2', { start: now - 60_000 })]);
    expect(age()).toBe('60');
  });

  test('a success that is no longer stored is the last again after a correction', () => {
    const metrics = set();
    const others = Array.from({ length: 100_000 }, (_, index) => run(`other ${index}`, { job: 'Customers' }));
    metrics.observeRuns([run('1', { start: now - 90_000 }), ...others, run('2', { start: now - 60_000 })]);
    metrics.observeRuns([run('2', { start: now - 60_000, outcome: 'failed' })]);
    expect(read(metrics, 'syncline_job_last_success_age_seconds{job_name="Orders"}')).toBe('90');
  });

  test('a success of the year 2099 does not make a job fresh, and one two hours ahead has the age 0', () => {
    const metrics = set({ jobs: ['Orders'] });
    metrics.observeRuns([run('1', { start: Date.parse('2099-01-01T00:00:00Z') })]);
    expect(read(metrics, 'syncline_job_last_success_age_seconds{job_name="Orders"}')).toBe('+Inf');
    metrics.observeRuns([run('2', { start: now + 7_200_000 })]);
    expect(read(metrics, 'syncline_job_last_success_age_seconds{job_name="Orders"}')).toBe('0');
  });

  test('a warning is a success only if configured', () => {
    const age = (acceptWarned: boolean) => {
      const metrics = set({ acceptWarned });
      metrics.observeRuns([run('1', { outcome: 'warned' })]);
      return read(metrics, 'syncline_job_last_success_age_seconds{job_name="Orders"}');
    };
    expect([age(false), age(true)]).toEqual(['+Inf', '60']);
  });

  test('an end before the start gives no duration', () => {
    const metrics = set();
    metrics.observeRuns([run('1', { end: now - 120_000 })]);
    expect(read(metrics, 'syncline_run_duration_seconds_count{job_name="Orders"}')).toBe('0');
  });
});

describe('bounds', () => {
  test('the key of a run is never in the metrics', () => {
    const metrics = set();
    metrics.observe({ id: 'event-7f3a', type: 'ended', run: run('run-7f3a') });
    expect(prometheusText(metrics).body).not.toContain('7f3a');
  });

  test('jobs beyond the limit share their time series, which have no last success', () => {
    const metrics = set({ jobs: ['first'], mostJobs: 2 });
    for (let index = 0; index < 500; index += 1) metrics.observeRuns([run(`${index}`, { job: `job ${index}` })]);
    const { body } = prometheusText(metrics);
    expect(new Set(body.match(/job_name="[^"]*"/g))).toEqual(
      new Set(['job_name="first"', 'job_name="job 0"', 'job_name="(other jobs)"']),
    );
    expect(read(metrics, 'syncline_runs_total{job_name="(other jobs)",outcome="succeeded"}')).toBe('499');
    expect(read(metrics, 'syncline_job_last_success_age_seconds{job_name="(other jobs)"}')).toBeUndefined();
  });

  test('a job has 24 time series, as the option documents', () => {
    const lines = (jobs: string[]) =>
      prometheusText(set({ jobs }))
        .body.split('\n')
        .filter((line) => !line.startsWith('#')).length;
    expect(lines(['a', 'b']) - lines(['a'])).toBe(24);
  });

  test.each<[string, RunMetricsOptions]>([
    ['jobs', { jobs: [''] }],
    ['jobs', { jobs: ['(other jobs)'] }],
    ['jobs', { jobs: ['a', 'b'], mostJobs: 1 }],
    ['mostJobs', { mostJobs: 0 }],
    ['mostJobs', { mostJobs: 10_001 }],
    ['buckets', { buckets: [] }],
    ['buckets', { buckets: [2, 1] }],
    ['buckets', { buckets: [0, 1] }],
    ['buckets', { buckets: [1, Number.POSITIVE_INFINITY] }],
    ['labels', { labels: { job: 'x' } }],
    ['labels', { labels: { outcome: 'x' } }],
    ['labels', { labels: { 'a-b': 'x' } }],
    ['labels', { labels: { __name__: 'x' } }],
    ['labels.team', { labels: { team: 7 as never } }],
    ['acceptWarned', { acceptWarned: 'yes' as never }],
    ['job', { job: ['Orders'] } as never],
  ])('the option %s cannot be %j', (option, options) => {
    expect(() => createRunMetrics(options)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', option }));
  });

  test.each<[string, unknown]>([
    ['run', { ...run('1'), key: '' }],
    ['run', { ...run('1'), job: undefined }],
    ['run.outcome', { ...run('1'), outcome: 'SUCCESS' }],
    ['run.start', { ...run('1'), start: Number.NaN }],
    ['run.start', { ...run('1'), end: '2026' }],
    ['run.rows', { ...run('1'), rows: '12' }],
  ])('a value that is not a run is refused: %s of %j', (option, value) => {
    const metrics = set({ jobs: ['Orders'] });
    const before = prometheusText(metrics).body;
    expect(() => metrics.observeRuns([value as MeasuredRun])).toThrow(expect.objectContaining({ option }));
    expect(prometheusText(metrics).body).toBe(before);
  });

  test('a listener that throws has no effect, and a removed one is not called', () => {
    const metrics = set();
    const heard: number[] = [];
    metrics.onDuration(() => {
      throw new Error('no');
    });
    const stop = metrics.onDuration(({ seconds }) => heard.push(seconds));
    metrics.observeRuns([run('1', { end: now })]);
    stop();
    metrics.observeRuns([run('2', { end: now })]);
    expect(heard).toEqual([60]);
  });
});
