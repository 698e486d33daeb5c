import { labelValueOf, type MetricFamily } from '@syncline/runs/metrics';
import type { AlertsState } from './monitor-alerts.ts';
import { family } from './monitor-metrics.ts';

/**
 * The metrics of the delivery of alerts: the waiting messages in the outbox, and the results of this process's
 * attempts.
 */
export function alertFamilies(
  environment: string,
  { backlog, attempts }: AlertsState,
  now: number,
): readonly MetricFamily[] {
  // A webhook that was removed from the configuration may still have messages.
  const names = [...new Set([...Object.keys(attempts), ...backlog.map(({ target }) => target)])];
  const webhooks = names.map((name) => {
    const { waiting = 0, oldest = now } = backlog.find(({ target }) => target === name) ?? {};
    return { labels: { environment, webhook: labelValueOf(name) }, waiting, age: Math.max(0, now - oldest) / 1_000 };
  });
  return [
    family(
      'syncline_outbox_messages',
      'gauge',
      '{message}',
      'Alerts that wait for their delivery to a webhook.',
      webhooks.map(({ labels, waiting }) => ({ labels, value: waiting })),
    ),
    family(
      'syncline_outbox_oldest_message_age_seconds',
      'gauge',
      's',
      'For how long the oldest alert has waited for its delivery; 0 if none waits.',
      webhooks.map(({ labels, age }) => ({ labels, value: age })),
    ),
    family(
      'syncline_webhook_attempts',
      'counter',
      '{attempt}',
      'Attempts of this process to deliver an alert: delivered, failed (it is tried again), or set aside.',
      Object.entries(attempts).flatMap(([name, { delivered, failed, setAside }]) =>
        Object.entries({ delivered, failed, set_aside: setAside }).map(([result, value]) => ({
          labels: { environment, webhook: labelValueOf(name), result },
          value,
        })),
      ),
    ),
  ];
}
