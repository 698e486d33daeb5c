export type { MonitorConsumer, MonitorTick } from './monitor.ts';
export { type MonitorOptions, runMonitor } from './run-monitor.ts';
