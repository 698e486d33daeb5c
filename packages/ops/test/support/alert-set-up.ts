import type { Outcome } from '@syncline/runs';
import { AlertEngine, type EngineSettings } from '../../src/alerts/alert-engine.ts';
import type { AlertEvent } from '../../src/alerts/webhooks/alert-event.ts';
import {
  type AlertRuleOptions,
  readAlertRule,
  readSilence,
  type SilenceOptions,
} from '../../src/config/alert-schema.ts';
import { createWorld, hour, origin } from './alert-world.ts';

/** What a test says about the settings of an engine. */
export interface EngineOptions extends Partial<Pick<EngineSettings, 'volume' | 'webhooks'>> {
  readonly rules?: readonly AlertRuleOptions[];
  readonly silences?: readonly SilenceOptions[];
  readonly consumer?: string;
  readonly freshness?: EngineSettings['freshness'];
  readonly log?: (line: string) => void;
}

/** Watches everything that freshness can say about a job. */
const watchAll: EngineSettings['freshness'] = [
  { jobs: '*', errorAfter: '1h', cron: { timeZone: 'UTC', sunday: 0, seconds: false } },
];

/** An engine with a rule for every job and a webhook, unless the test says otherwise. */
export function createEngine(
  { store, clock }: Pick<EngineSettings, 'store' | 'clock'>,
  { rules = [{ jobs: '*' }], silences = [], webhooks = ['ops'], freshness = watchAll, ...others }: EngineOptions = {},
): AlertEngine {
  return new AlertEngine({
    store,
    clock,
    rules: rules.map((rule, index) => readAlertRule(`rules.${index}`, rule, webhooks)),
    silences: silences.map((silence, index) => readSilence(`silences.${index}`, silence)),
    webhooks,
    origin: { environment: 'production', source: 'urn:syncline:production', consumer: others.consumer ?? 'alerts' },
    freshness,
    volume: others.volume,
    log: others.log ?? (() => undefined),
  });
}

/** Alerts for a world, with the transitions that they reported. */
export function setUp(options: EngineOptions = {}) {
  const world = createWorld();
  const notifications: AlertEvent[] = [];
  const start = (others: EngineOptions = {}) => createEngine(world, { ...options, ...others });
  let alerts = start();
  const run = async (outcome: Outcome, facts?: Parameters<typeof world.end>[2], job = 'Orders') => {
    notifications.push(...(await alerts.handle([await world.end(job, outcome, facts)])));
  };
  return {
    ...world,
    notifications,
    run,
    get alerts() {
      return alerts;
    },
    /** Continues as a new process would. */
    restart: (others?: EngineOptions) => (alerts = start(others)),
    at: (milliseconds: number) => world.clock.set(origin + milliseconds),
    look: async (facts?: Parameters<typeof alerts.evaluate>[0]) =>
      notifications.push(...(await alerts.evaluate(facts))),
    /** The messages in the outbox, in order: what happened, and to whom it is sent. */
    sent: async () =>
      [...(await world.store.readMessages({ limit: 1_000 }))].reverse().map(({ body, target }) => {
        const { type, subject, data } = JSON.parse(body) as AlertEvent;
        return `${subject} ${data.kind} ${type.split('.').at(-1)} → ${target}`;
      }),
    /** The transitions, each with its time in hours after the beginning. */
    summary: () =>
      notifications.map(
        ({ type, time, data }) => `${data.kind} ${type.split('.').at(-1)} ${(Date.parse(time) - origin) / hour}`,
      ),
  };
}
