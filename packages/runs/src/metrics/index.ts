export type { LabeledNumber, MetricFamily, MetricSample } from './metric-family.ts';
export { prometheusParts, prometheusText, type PrometheusText } from './prometheus-text.ts';
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
