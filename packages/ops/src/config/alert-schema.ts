import { type Static, Type } from '@sinclair/typebox';
import { ConfigError, parseInstant, wholePattern } from '@syncline/core/internal';
import { parseDuration } from '@syncline/runs';
import { chosen, duration, map, type ProgramOptions, reference, text, textOrReference } from './schema-parts.ts';
import { readOptions } from './schema-problems.ts';

/** The reasons for an alert that are the outcome of a run. */
export const runReasons = ['failed', 'partial', 'cancelled', 'unknown', 'warned'] as const;

/** Every reason for an alert: the outcome of a run, its freshness, or its volume. */
export const alertReasons = [...runReasons, 'stale', 'missed', 'volume'] as const;

/** The defaults of a rule. */
const ruleDefaults = {
  on: ['failed', 'partial', 'unknown', 'stale', 'missed'] as readonly AlertReason[],
  after: 1,
  recover: 2,
  settle: '2h',
};

const reasons = (description: string, options: { readonly default?: readonly AlertReason[] } = {}) =>
  Type.Array(
    Type.Union(
      alertReasons.map((reason) => Type.Literal(reason)),
      { 'x-rule': `must be one of ${alertReasons.join(', ')}` },
    ),
    { minItems: 1, description, ...options },
  );
const runsInARow = (standard: number, description: string) =>
  Type.Integer({
    minimum: 1,
    maximum: 100,
    description,
    default: standard,
    'x-rule': 'must be a whole number from 1 to 100',
  });
const jobs = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'The jobs, by name; * matches any characters',
  'x-rule': 'must be the name of a job, or a pattern such as Orders*',
});

const rule = map('Which alerts some jobs raise', {
  jobs,
  'on?': reasons('What opens an alert. You can add cancelled, warned and volume', { default: ruleDefaults.on }),
  'after?': runsInARow(
    ruleDefaults.after,
    'How many runs in a row must be bad before an alert opens. Missed scheduled runs count too. An alert of stale data opens immediately',
  ),
  'recover?': runsInARow(ruleDefaults.recover, 'How many runs in a row must be good before it closes'),
  'settle?': duration(
    'The alert also closes when nothing bad has happened for this long after a good run.',
    ruleDefaults.settle,
  ),
  'webhooks?': Type.Array(Type.String(), {
    description: 'The names of the webhooks that get the messages. Without it, all webhooks get them',
  }),
});

const silence = map('A period in which no alerts are sent', {
  jobs,
  'on?': reasons('Only alerts for these reasons. Without it, all alerts'),
  until: text('When it ends, such as 2026-12-24T18:00:00Z'),
  'reason?': text('A note for readers'),
});

/**
 * `alerts` of `syncline.yaml`. The options of the functions for alerts, their checks and their defaults come from this
 * schema too.
 */
export const alerts = map('Which alerts the jobs raise, and where they are sent', {
  'webhooks?': chosen(
    'The receivers of alerts, by names that you choose',
    map('One receiver', {
      url: textOrReference('The address, with https (or http on this machine). Use a reference if it contains a token'),
      secrets: Type.Array(reference, {
        minItems: 1,
        maxItems: 5,
        description: 'References to the secrets (whsec_…) that sign the requests. Set two while you replace one',
      }),
    }),
  ),
  rules: Type.Array(rule, {
    description:
      'Each job uses the first rule that matches it. A job that matches no rule is not watched. An empty list turns off all alerts',
  }),
  'silences?': Type.Array(silence, {
    description: 'Periods in which no alerts are sent. When a period ends, alerts that are still open are sent',
  }),
});

/** What can be wrong with a job: the outcome of a run, its freshness, or its volume. */
export type AlertReason = (typeof alertReasons)[number];

/** An entry of `alerts.rules` of `syncline.yaml`: which jobs are watched, and when an alert opens and closes. */
export type AlertRuleOptions = ProgramOptions<Static<typeof rule>>;

/** An entry of `alerts.silences` of `syncline.yaml`: a period in which no alerts are sent. */
export type SilenceOptions = ProgramOptions<Static<typeof silence>>;

/** An entry of `alerts.webhooks` of `syncline.yaml`, for programs: a receiver of messages. */
export interface WebhookTarget {
  /** https, or http on this machine. A function, such as one that reads a secret, is called before a delivery */
  readonly url: string | (() => PromiseLike<string> | string);
  /** `whsec_…`: every request is signed with each secret, so that you can replace one without an interruption */
  readonly secrets: readonly string[] | (() => PromiseLike<readonly string[]> | readonly string[]);
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
  /** The receivers, each one once */
  readonly webhooks: readonly string[];
}

/** A silence, checked. */
export interface Silence {
  readonly fits: (job: string) => boolean;
  readonly on: ReadonlySet<AlertReason> | undefined;
  /** Milliseconds since 1970 */
  readonly until: number;
}

/**
 * Checks a rule and fills in its defaults.
 *
 * @param path - the path of the rule, for error messages
 * @param known - the names of the webhooks
 * @throws {ConfigError} that names what cannot be used
 */
export function readAlertRule(path: string, options: AlertRuleOptions, known: readonly string[]): AlertRule {
  const { jobs, on, after, recover, settle, webhooks = known } = readOptions(rule, options, path, ruleDefaults);
  for (const [index, name] of webhooks.entries())
    if (!known.includes(name))
      throw new ConfigError(
        `${path}.webhooks.${index}`,
        known.length === 0 ? 'names a webhook, and there is none' : `must be one of the webhooks ${known.join(', ')}`,
      );
  return {
    fits: wholePattern(jobs),
    on: new Set(on),
    watchesRuns: runReasons.some((reason) => on.includes(reason)),
    after,
    recover,
    settle: parseDuration(`${path}.settle`, settle),
    webhooks: [...new Set(webhooks)],
  };
}

/**
 * Checks a silence.
 *
 * @param path - the path of the silence, for error messages
 * @throws {ConfigError} that names what cannot be used
 */
export function readSilence(path: string, options: SilenceOptions): Silence {
  const { jobs, on, until } = readOptions(silence, options, path, {});
  const moment = parseInstant(until);
  if (moment === undefined)
    throw new ConfigError(`${path}.until`, 'must be a time with an offset, such as 2026-12-24T18:00:00Z');
  return { fits: wholePattern(jobs), on: on && new Set(on), until: moment };
}
