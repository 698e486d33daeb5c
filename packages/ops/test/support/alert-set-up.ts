import type { Outcome } from '@syncline/runs';
import { AlertEngine, type EngineSettings } from '../../src/alerts/alert-engine.ts';
import type { AlertEvent } from '../../src/alerts/webhooks/alert-event.ts';
import {
  type AlertRuleOptions,
  readAlertRule,
  readSilence,
  type SilenceOptions,
} from '../../src/config/alert-schema.ts';
import { createWorld, day, hour, origin } from './alert-world.ts';

/** What a test says about the settings of an engine. */
export interface EngineOptions extends Partial<Pick<EngineSettings, 'volume' | 'webhooks'>> {
  readonly rules?: readonly AlertRuleOptions[];
  readonly silences?: readonly SilenceOptions[];
  readonly consumer?: string;
}

/** An engine with a rule for every job and a webhook, unless the test says otherwise. */
export function createEngine(
  { store, clock }: Pick<EngineSettings, 'store' | 'clock'>,
  { rules = [{ jobs: '*' }], silences = [], webhooks = ['ops'], volume, consumer = 'alerts' }: EngineOptions = {},
): AlertEngine {
  return new AlertEngine({
    store,
    clock,
    rules: rules.map((rule, index) => readAlertRule(`rules.${index}`, rule, webhooks)),
    silences: silences.map((silence, index) => readSilence(`silences.${index}`, silence)),
    webhooks,
    origin: { environment: 'production', source: 'urn:syncline:production', consumer },
    late: day,
    volume,
  });
}

/** Alerts for a world, with the transitions that they reported. */
export function setUp(options: EngineOptions = {}) {
  const world = createWorld();
  const told: AlertEvent[] = [];
  const start = (others: EngineOptions = {}) => createEngine(world, { ...options, ...others });
  let alerts = start();
  const run = async (outcome: Outcome, facts?: Parameters<typeof world.end>[2], job = 'Orders') => {
    told.push(...(await alerts.handle([await world.end(job, outcome, facts)])));
  };
  return {
    ...world,
    told,
    run,
    get alerts() {
      return alerts;
    },
    /** Continues as a new process would. */
    restart: (others?: EngineOptions) => (alerts = start(others)),
    at: (milliseconds: number) => world.clock.set(origin + milliseconds),
    look: async (judged?: Parameters<typeof alerts.evaluate>[0]) => told.push(...(await alerts.evaluate(judged))),
    /** The transitions, each with its time in hours after the beginning. */
    summary: () =>
      told.map(
        ({ type, time, data }) => `${data.kind} ${type.split('.').at(-1)} ${(Date.parse(time) - origin) / hour}`,
      ),
  };
}
