import { type Meter, metrics as globalMetrics } from '@opentelemetry/api';
import { ConfigError, ownOptions } from '@syncline/core/internal';
import { callNow } from './reading/run-parser.ts';
import type { RunMetrics } from './metrics/run-metrics.ts';

/** The options of `reportRunMetrics`. */
export interface ReportOptions {
  /** Creates the instruments. @default the meter `@syncline/runs` of the global meter provider */
  readonly meter?: Meter | undefined;
}

/**
 * Reports metrics of runs to OpenTelemetry: the same numbers as `prometheusText`, with names such as `syncline.runs` and
 * units such as `s` and `{run}`. Durations are a histogram of the runs that are counted from now on, so call it before
 * the first run is counted. A job without a success has no age.
 *
 * @returns a function that stops the report
 * @throws {ConfigError} if an option cannot be used, or the meter throws or creates something other than an instrument
 *
 * @example
 * ```ts
 * import { createRunMetrics } from '@syncline/runs/metrics';
 * import { reportRunMetrics } from '@syncline/runs/opentelemetry';
 *
 * const metrics = createRunMetrics({ jobs: ['Orders'] });
 * const stop = reportRunMetrics(metrics);
 * stop();
 * ```
 */
export function reportRunMetrics(metrics: RunMetrics, options?: ReportOptions): () => void {
  if (typeof metrics?.families !== 'function') throw new ConfigError('metrics', 'must be created by createRunMetrics');
  const { meter = globalMetrics.getMeter('@syncline/runs') } = ownOptions(options, { meter: 1 });
  const endings: (() => void)[] = [];
  /** Calls the meter, which may be the caller's own implementation. */
  const guarded = <Result>(call: () => Result, isGood: (value: Result) => boolean = () => true): Result =>
    callNow('meter', 'must be an OpenTelemetry Meter', call, isGood);
  const create = <Instrument>(call: () => Instrument, method: keyof Instrument): Instrument =>
    guarded(call, (instrument) => typeof instrument[method] === 'function');
  const samplesOf = (name: string) => metrics.families().find((family) => family.name === name)?.samples ?? [];
  for (const { name, dottedName, type, unit, help: description, limits = [] } of metrics.families()) {
    if (type === 'histogram') {
      const advice = { explicitBucketBoundaries: [...limits] };
      const histogram = create(() => meter.createHistogram(dottedName, { description, unit, advice }), 'record');
      endings.push(metrics.onDuration(({ seconds, labels }) => histogram.record(seconds, labels)));
      continue;
    }
    const kind = type === 'counter' ? 'createObservableCounter' : 'createObservableGauge';
    const instrument = create(() => meter[kind](dottedName, { description, unit }), 'addCallback');
    const observe = (result: { observe(value: number, labels: Readonly<Record<string, string>>): void }): void => {
      // Most protocols cannot represent Infinity. In OpenTelemetry, the absence of a value means "not known".
      for (const { value, labels } of samplesOf(name)) if (Number.isFinite(value)) result.observe(value, labels);
    };
    guarded(() => instrument.addCallback(observe));
    endings.push(() => guarded(() => instrument.removeCallback(observe)));
  }
  return () => {
    for (const end of endings) end();
  };
}
