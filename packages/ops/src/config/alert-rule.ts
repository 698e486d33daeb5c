import { ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
import { type Duration, type Outcome, parseDuration } from '@syncline/runs';
import { wholePattern } from './text-pattern.ts';
import { readInstant } from './read-instant.ts';

/** What can be wrong with a job: the outcome of a run, its freshness, or its volume. */
export type AlertReason = Exclude<Outcome, 'succeeded' | 'running'> | 'stale' | 'missed' | 'volume';

/** Every reason. */
export const alertReasons = [
  'failed',
  'partial',
  'cancelled',
  'unknown',
  'warned',
  'stale',
  'missed',
  'volume',
] as const satisfies readonly AlertReason[];

/** Which jobs are watched, and when an alert opens and closes. */
export interface AlertRuleOptions {
  /** The jobs, by name; `*` matches any characters. The first rule that matches a job applies to it */
  readonly jobs: string;
  /** What opens an alert. @default failed, partial, unknown, stale and missed */
  readonly on?: readonly AlertReason[] | undefined;
  /**
   * How many runs in a row must be bad before an alert opens, from 1 to 100. Missed scheduled runs count too. An alert
   * of `stale` opens immediately, because its limit is already a duration.
   *
   * @default 1
   */
  readonly after?: number | undefined;
  /** How many runs in a row must be good before it closes, from 1 to 100. @default 2 */
  readonly recover?: number | undefined;
  /** The alert also closes when nothing bad has happened for this long after a good run. @default '2h' */
  readonly settle?: Duration | undefined;
  /** The names of the webhooks that get the messages. @default all */
  readonly webhooks?: readonly string[] | undefined;
}

/** A period in which no alerts are sent. When it ends, alerts that are still open are sent. */
export interface SilenceOptions {
  /** The jobs, by name; `*` matches any characters */
  readonly jobs: string;
  /** Only alerts for these reasons. @default all */
  readonly on?: readonly AlertReason[] | undefined;
  /** When it ends: RFC 3339 with an offset */
  readonly until: string;
  /** A note for readers */
  readonly reason?: string | undefined;
}

/** A rule, checked and with its defaults. */
export interface AlertRule {
  readonly fits: (job: string) => boolean;
  readonly on: ReadonlySet<AlertReason>;
  /** Whether any outcome of a run is bad */
  readonly watchesRuns: boolean;
  readonly after: number;
  readonly recover: number;
  /** In milliseconds */
  readonly settle: number;
  readonly webhooks: readonly string[] | undefined;
}

/** A silence, checked. */
export interface Silence {
  readonly fits: (job: string) => boolean;
  readonly on: ReadonlySet<AlertReason> | undefined;
  /** Milliseconds since 1970 */
  readonly until: number;
}

const ruleNames: OptionNames<AlertRuleOptions> = { jobs: 1, on: 1, after: 1, recover: 1, settle: 1, webhooks: 1 };
const silenceNames: OptionNames<SilenceOptions> = { jobs: 1, on: 1, until: 1, reason: 1 };
/** The reasons that are not the outcome of a run. */
const ofTime: readonly AlertReason[] = ['stale', 'missed', 'volume'];
const standardReasons: readonly AlertReason[] = ['failed', 'partial', 'unknown', 'stale', 'missed'];

/**
 * Checks a rule and fills in its defaults.
 *
 * @param place - the place of the rule, for error messages
 * @param known - the names of the webhooks
 * @throws {ConfigError} that names what cannot be used
 */
export function readAlertRule(place: string, given: AlertRuleOptions, known: readonly string[]): AlertRule {
  const {
    jobs,
    on = standardReasons,
    after = 1,
    recover = 2,
    settle = '2h',
    webhooks,
  } = ownOptions(given, ruleNames, place);
  if (webhooks !== undefined && !Array.isArray(webhooks))
    throw new ConfigError(`${place}.webhooks`, 'must be a list of the names of webhooks');
  for (const [index, name] of (webhooks ?? []).entries())
    if (!known.includes(name))
      throw new ConfigError(
        `${place}.webhooks.${index}`,
        known.length === 0 ? 'names a webhook, and there is none' : `must be one of the webhooks ${known.join(', ')}`,
      );
  return {
    fits: readPattern(place, jobs),
    on: readReasons(place, on),
    watchesRuns: on.some((reason) => !ofTime.includes(reason)),
    after: readCount(`${place}.after`, after),
    recover: readCount(`${place}.recover`, recover),
    settle: parseDuration(`${place}.settle`, settle),
    // A receiver gets each message once.
    webhooks: webhooks && [...new Set(webhooks)],
  };
}

/**
 * Checks a silence.
 *
 * @param place - the place of the silence, for error messages
 * @throws {ConfigError} that names what cannot be used
 */
export function readSilence(place: string, given: SilenceOptions): Silence {
  const { jobs, on, until } = ownOptions(given, silenceNames, place);
  const moment = typeof until === 'string' ? readInstant(until) : undefined;
  if (moment === undefined)
    throw new ConfigError(`${place}.until`, 'must be a time with an offset, such as 2026-12-24T18:00:00Z');
  return { fits: readPattern(place, jobs), on: on && readReasons(place, on), until: moment };
}

function readPattern(place: string, jobs: unknown): (job: string) => boolean {
  if (typeof jobs !== 'string' || jobs === '' || jobs.length > 1_000)
    throw new ConfigError(`${place}.jobs`, 'must be the name of a job, or a pattern such as Orders*');
  return wholePattern(jobs);
}

function readReasons(place: string, on: readonly AlertReason[]): ReadonlySet<AlertReason> {
  if (!Array.isArray(on) || on.length === 0 || !on.every((each) => (alertReasons as readonly unknown[]).includes(each)))
    throw new ConfigError(`${place}.on`, `must be a list of ${alertReasons.join(', ')}`);
  return new Set(on);
}

function readCount(option: string, value: unknown): number {
  if (!(Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 100))
    throw new ConfigError(option, 'must be a whole number from 1 to 100');
  return value as number;
}
