export type { MetricFamily, MetricSample } from './metric-family.ts';
export { prometheusText, type PrometheusText } from './prometheus-text.ts';
export {
  createRunMetrics,
  labelValueOf,
  type MeasuredDuration,
  type MeasuredEvent,
  type MeasuredJob,
  type MeasuredRun,
  type RunMetrics,
  type RunMetricsOptions,
} from './run-metrics.ts';
