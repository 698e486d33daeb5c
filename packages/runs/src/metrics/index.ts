export type { MetricFamily } from './metric-family.ts';
export type { MetricSample } from './metric-family.ts';
export { prometheusText, type PrometheusText } from './prometheus-text.ts';
export {
  createRunMetrics,
  type MeasuredDuration,
  type MeasuredEvent,
  type MeasuredRun,
  type RunMetrics,
} from './run-metrics.ts';
export { labelValueOf, type RunMetricsOptions } from './run-metrics-options.ts';
