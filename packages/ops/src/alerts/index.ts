export type { Alert } from './alert-engine.ts';
export { type Alerts, type AlertsOptions, type AlertsResult, createAlerts } from './create-alerts.ts';
export { alertKinds } from './webhooks/alert-event.ts';
