import { type Clock, ConfigError, guardClock, type OptionNames, ownOptions } from '@syncline/core/internal';
import {
  type AlertStore,
  detectVolume,
  type Duration,
  parseDuration,
  type Store,
  type VolumeOptions,
} from '@syncline/runs';
import {
  type AlertRule,
  type AlertRuleOptions,
  readAlertRule,
  readSilence,
  type Silence,
  type SilenceOptions,
} from '../config/alert-rule.ts';
import type { AlertOrigin } from './to-alert-event.ts';

/** Options of `createAlerts`. */
export interface AlertsOptions {
  /** Where alerts and their messages are kept: the store of the tracker */
  readonly store: AlertStore & Pick<Store, 'environment' | 'readRuns'>;
  /** The first rule that matches a job applies to it; a job that matches no rule is not watched */
  readonly rules: readonly AlertRuleOptions[];
  readonly silences?: readonly SilenceOptions[] | undefined;
  /** The names of the webhooks, for which messages are put into the outbox. @default none */
  readonly webhooks?: readonly string[] | undefined;
  /** The source of the CloudEvents. @default `urn:syncline:` and the name of the environment */
  readonly source?: string | undefined;
  /** The name under which the tracker's events are read. @default 'alerts' */
  readonly consumer?: string | undefined;
  /**
   * A run that is found later than this after its end is old, such as when a store is first filled. A message about it
   * is sent only after an hour, and only if the problem still exists then. @default '1d'
   */
  readonly late?: Duration | undefined;
  /** When the volume of a run is unusual. Only jobs with `volume` in their rule are checked */
  readonly volume?: VolumeOptions | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
}

/** The options, checked and with their defaults. */
export interface AlertsSettings extends Pick<AlertsOptions, 'store' | 'volume'> {
  readonly rules: readonly AlertRule[];
  readonly silences: readonly Silence[];
  readonly webhooks: readonly string[];
  readonly origin: AlertOrigin;
  /** In milliseconds */
  readonly late: number;
  readonly clock: Clock;
}

const names: OptionNames<AlertsOptions> = {
  store: 1,
  rules: 1,
  silences: 1,
  webhooks: 1,
  source: 1,
  consumer: 1,
  late: 1,
  volume: 1,
  clock: 1,
};
/** The longest name of a consumer that `tracker.events` takes. */
const longestName = 200;

/** @throws {ConfigError} that names the option that is missing or cannot be used */
export function readAlertsOptions(options: AlertsOptions): AlertsSettings {
  const own = ownOptions(options, names);
  const { store, rules, silences = [], webhooks = [], consumer = 'alerts', volume } = own;
  if (typeof store?.writeAlerts !== 'function')
    throw new ConfigError('store', 'must keep alerts, as openSqliteStore does');
  if (!Array.isArray(rules)) throw new ConfigError('rules', 'must be a list of rules, such as [{ jobs: "*" }]');
  if (!Array.isArray(silences)) throw new ConfigError('silences', 'must be a list of silences');
  if (!Array.isArray(webhooks) || !webhooks.every(isName))
    throw new ConfigError('webhooks', 'must be a list of the names of webhooks');
  if (!isName(consumer) || consumer.length > longestName)
    throw new ConfigError('consumer', `must be a name of at most ${longestName} characters`);
  const { source = `urn:syncline:${store.environment}` } = own;
  if (!isName(source)) throw new ConfigError('source', 'must be a URI, such as urn:syncline:production');
  // It would otherwise be refused with each run.
  detectVolume({ outcome: 'succeeded' }, [], volume);
  return {
    store,
    rules: rules.map((rule: AlertRuleOptions, index) => readAlertRule(`rules.${index}`, rule, webhooks)),
    silences: silences.map((silence: SilenceOptions, index) => readSilence(`silences.${index}`, silence)),
    webhooks: [...new Set<string>(webhooks)],
    origin: { environment: store.environment, source, consumer },
    late: parseDuration('late', own.late ?? '1d'),
    volume,
    clock: guardClock(own.clock),
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
