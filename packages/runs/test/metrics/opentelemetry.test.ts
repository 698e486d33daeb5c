import {
  AggregationTemporality,
  type DataPoint,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { expect, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import { createRunMetrics } from '../../src/metrics/index.ts';
import { reportRunMetrics } from '../../src/opentelemetry.ts';
import { oddStart, oddValues } from '../support/odd-runs.ts';

const now = Date.parse('2026-03-02T12:00:00Z');

test('OpenTelemetry exports the same numbers, with its names and units', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 31 - 1 });
  const provider = new MeterProvider({ readers: [reader] });
  const metrics = createRunMetrics({ jobs: ['Orders', 'Customers'], clock: new ManualClock(now) });
  const stop = reportRunMetrics(metrics, { meter: provider.getMeter('test') });
  metrics.observeRuns([
    { key: '1', job: 'Orders', outcome: 'succeeded', start: now - 90_000, end: now - 45_000, rows: 12 },
    { key: '2', job: 'Orders', outcome: 'failed', start: now - 60_000, end: now - 55_000 },
  ]);

  const collect = async () => {
    exporter.reset();
    await reader.forceFlush();
    const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    return new Map(all.map(({ descriptor, dataPoints }) => [descriptor.name, { ...descriptor, dataPoints }]));
  };
  const found = await collect();
  const values = (name: string): unknown =>
    Object.fromEntries(
      ((found.get(name)?.dataPoints ?? []) as DataPoint<number>[]).map(({ attributes, value }) => [
        Object.values(attributes).join(' '),
        value,
      ]),
    );
  expect(found.get('syncline.runs')?.unit).toBe('{run}');
  expect(values('syncline.runs')).toMatchObject({ 'Orders succeeded': 1, 'Orders failed': 1, 'Customers failed': 0 });
  expect(values('syncline.run.rows')).toEqual({ Orders: 12, Customers: 0 });
  expect(values('syncline.job.last_success.timestamp')).toEqual({ Orders: (now - 90_000) / 1_000, Customers: 0 });
  expect(values('syncline.job.last_success.age'), 'no value where no run has succeeded').toEqual({ Orders: 90 });
  const duration = found.get('syncline.run.duration');
  expect(duration?.unit).toBe('s');
  const [point] = (duration?.dataPoints ?? []) as DataPoint<Histogram>[];
  expect(point?.attributes).toEqual({ job_name: 'Orders' });
  expect(point?.value).toMatchObject({ count: 2, sum: 50 });
  expect(point?.value.buckets.boundaries).toEqual([10, 30, 60, 300, 900, 1800, 3600, 7200, 14400, 43200, 86400]);
  expect(point?.value.buckets.counts.slice(0, 3)).toEqual([1, 0, 1]);

  stop();
  metrics.observeRuns([{ key: '3', job: 'Orders', outcome: 'failed', start: now, end: now }]);
  const after = await collect();
  const failed = ((after.get('syncline.runs')?.dataPoints ?? []) as DataPoint<number>[]).find(
    ({ attributes }) => attributes['job_name'] === 'Orders' && attributes['outcome'] === 'failed',
  );
  expect(failed?.value, 'nothing is reported after the end').toBe(1);
  await provider.shutdown();
});

test.each(oddValues)('a run that is odd by the rule %s gives no value that cannot be: %j', (_rule, facts) => {
  const recorded: number[] = [];
  const instrument = {
    record: (value: number) => recorded.push(value),
    addCallback: () => {},
    removeCallback: () => {},
  };
  const create = () => instrument;
  const meter = { createHistogram: create, createObservableCounter: create, createObservableGauge: create };
  const metrics = createRunMetrics({ clock: new ManualClock(now) });
  reportRunMetrics(metrics, { meter: meter as never });
  const run = { key: '1', job: 'Orders', outcome: 'failed' as const, start: oddStart, end: oddStart + 1_000 };
  metrics.observeRuns([{ ...run, ...facts }]);
  expect(recorded).toEqual('end' in facts ? [] : [1]);
  expect(metrics.families().flatMap(({ samples }) => samples.filter(({ value }) => value < 0))).toEqual([]);
});

test('a success that starts in the future is counted, and is not exported as the last one', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 31 - 1 });
  const provider = new MeterProvider({ readers: [reader] });
  const metrics = createRunMetrics({ clock: new ManualClock(now) });
  reportRunMetrics(metrics, { meter: provider.getMeter('test') });
  const run = { key: '1', job: 'Orders', outcome: 'succeeded' as const, start: oddStart, rows: 5 };
  metrics.observeRuns([run, { ...run, key: '2', start: now + 86_400_001 }]);
  await reader.forceFlush();
  const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  const valuesOf = (name: string): unknown =>
    all.find(({ descriptor }) => descriptor.name === name)?.dataPoints.map(({ value }) => value);
  expect(valuesOf('syncline.run.rows')).toEqual([10]);
  expect(valuesOf('syncline.job.last_success.timestamp')).toEqual([oddStart / 1_000]);
  expect(valuesOf('syncline.job.last_success.age')).toEqual([(now - oddStart) / 1_000]);
  await provider.shutdown();
});

test('without a meter provider, it reports nothing', () => {
  const metrics = createRunMetrics({ jobs: ['Orders'] });
  expect(reportRunMetrics(metrics)).toBeTypeOf('function');
  expect(() => reportRunMetrics({} as never)).toThrow(expect.objectContaining({ option: 'metrics' }));
});
