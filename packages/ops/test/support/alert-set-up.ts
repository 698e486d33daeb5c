import type { Outcome } from '@syncline/runs';
import type { AlertsOptions } from '../../src/alerts/alerts-options.ts';
import { createAlerts } from '../../src/alerts/create-alerts.ts';
import type { AlertEvent } from '../../src/alerts/webhooks/alert-event.ts';
import { createWorld, hour, origin } from './alert-world.ts';

/** Alerts for a world, with the transitions that they reported. */
export function setUp(options: Partial<AlertsOptions> = {}) {
  const world = createWorld();
  const told: AlertEvent[] = [];
  const start = () =>
    createAlerts({ store: world.store, clock: world.clock, rules: [{ jobs: '*' }], webhooks: ['ops'], ...options });
  let alerts = start();
  const run = async (outcome: Outcome, facts?: Parameters<typeof world.end>[2], job = 'Orders') => {
    told.push(...(await alerts.handle(await world.end(job, outcome, facts))));
  };
  return {
    ...world,
    told,
    run,
    get alerts() {
      return alerts;
    },
    /** Continues as a new process would. */
    restart: (others: Partial<AlertsOptions> = {}) =>
      (alerts = createAlerts({
        store: world.store,
        clock: world.clock,
        rules: [{ jobs: '*' }],
        webhooks: ['ops'],
        ...options,
        ...others,
      })),
    at: (milliseconds: number) => world.clock.set(origin + milliseconds),
    look: async (judged?: Parameters<typeof alerts.evaluate>[0]) => told.push(...(await alerts.evaluate(judged))),
    /** The transitions, each with its time in hours after the beginning. */
    summary: () =>
      told.map(
        ({ type, time, data }) => `${data.kind} ${type.split('.').at(-1)} ${(Date.parse(time) - origin) / hour}`,
      ),
  };
}
