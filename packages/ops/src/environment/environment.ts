import { ConfigError } from '@syncline/core/internal';
import type { HistoryRecord, ODataClient, V2Client } from '@syncline/client';
import type { LintOptions } from '@syncline/jobs';
import type { Classify, RunAccessors, VolumeOptions } from '@syncline/runs';
import type { AlertRuleOptions, SilenceOptions, WebhookTarget } from '../config/alert-schema.ts';
import type { Config } from '../config/config-schema.ts';

/**
 * One environment of `syncline.yaml` for a command, with its clients and what the configuration says about the service.
 * A property is undefined if it is not configured. A command that needs it throws a ConfigError that names the entry.
 */
export interface Environment {
  /** Its name in the configuration */
  readonly name: string;
  readonly odata: ODataClient | undefined;
  readonly v2: V2Client | undefined;
  /** Created from `outcomes` */
  readonly classify: Classify<never> | undefined;
  /** `history`: which property of a history record holds the key, the job, the status and the times of a run */
  readonly history: RunAccessors<HistoryRecord> | undefined;
  /**
   * The fingerprint of `outcomes` and `history`. With a different fingerprint, the same run may have been read
   * differently.
   */
  readonly vocabulary?: string | undefined;
  /** `history.pageCap`: the maximum number of records that the service returns at once without a link to the rest */
  readonly pageCap?: number | undefined;
  /** `freshness`, in order: each job uses the first entry that matches it */
  readonly freshness: readonly FreshnessEntry[];
  /** `volume`: when the number of rows of a run is unusual. @default the options of `detectVolume` */
  readonly volume?: VolumeOptions | undefined;
  /** `lint`, with `cron` of the configuration */
  readonly lint: LintOptions;
  /**
   * `store`: where runs are kept. The address of a PostgreSQL database contains a password, so it is looked up only
   * when it is needed.
   */
  readonly store: { readonly sqlite: string } | { readonly postgres: () => Promise<string> } | undefined;
  /** `keepRuns` in milliseconds: how long the monitor keeps runs that have ended. @default forever */
  readonly keepRuns?: number | undefined;
  /** `alerts`: the rules and silences, and the webhooks, whose secrets are looked up when they are needed. */
  readonly alerts?: AlertSettings | undefined;
  /** `causes`: each failure uses the first entry that matches it */
  readonly causes?: NonNullable<Config['causes']> | undefined;
  /** `mcp`: what the MCP server may show. @default no limits */
  readonly mcp?: McpSettings | undefined;
  /**
   * Looks up the secrets of the clients now, so that a command that calls several interfaces sends nothing if one is
   * missing. Otherwise, each is looked up when a request needs it.
   *
   * @throws {ConfigError} when a secret cannot be looked up
   */
  readonly lookUpSecrets?: (() => Promise<void>) | undefined;
  /** Removes the secrets of the clients' credentials from a text, in every spelling that `scrubber` finds. */
  readonly scrub?: ((text: string) => string) | undefined;
  /** Closes the connections of the clients. */
  close(): Promise<void>;
}

/** One entry of `freshness`. */
export type FreshnessEntry = NonNullable<Config['freshness']>[number];

/** `alerts` of the configuration. */
export interface AlertSettings {
  readonly rules: readonly AlertRuleOptions[];
  readonly silences: readonly SilenceOptions[];
  readonly webhooks: Readonly<Record<string, WebhookTarget>>;
}

/** `mcp` of the configuration, with a function that looks up the token of clients that connect over HTTP. */
export type McpSettings = Omit<NonNullable<Config['mcp']>, 'token'> & {
  readonly token?: (() => Promise<string>) | undefined;
};

/** Where the guide explains the configuration. */
export const guide = 'https://syncline.github.io/guides/watching-jobs/';

/** The configuration is missing, or lacks what a command needs. */
export class MissingConfigError extends ConfigError {
  /** What to add, in YAML */
  readonly example: string;
  /** What else to do */
  readonly advice = `\`npx syncline init --ops\` writes the configuration for you.\nGuide: ${guide}`;

  constructor(option: string, rule: string, example: string) {
    super(option, rule);
    this.example = example;
  }
}

/** An interface of the service in an environment, as an error shows it. */
export const serviceExample = (environment: string, kind: string): string => `environments:
  ${environment}:
    ${kind}:
      url: https://sync.example.com
      credential:
        basic: { username: ada, password: { env: SYNC_PASSWORD } }`;

/** The entries of the configuration that a command may need: what each is for, and an example. */
export const entries = {
  outcomes: [
    'the status words of the service and what they mean',
    `outcomes:
  succeeded: [SUCCESS]
  failed: [FAILED]
  running: [RUNNING]`,
  ],
  history: [
    'which properties of a history record hold the key, the job, the status and the start of a run',
    `history:
  key: id
  job: job
  status: status
  start: started`,
  ],
  freshness: [
    'how fresh the data of each job must be',
    `freshness:
  - { jobs: '*', warnAfter: 2h, errorAfter: 6h }`,
  ],
  store: [
    'where the runs are kept',
    `store:
  sqlite: ./runs.db`,
  ],
} as const;

/** The error of a command that needs an entry of the configuration which is not there. */
export function missingEntry(entry: keyof typeof entries): ConfigError {
  const [purpose, example] = entries[entry];
  return missing(entry, purpose, example);
}

const missing = (entry: string, purpose: string, example: string): ConfigError =>
  new MissingConfigError(entry, `must be set in the configuration for this command: ${purpose}`, example);

const missingService = ({ name }: Environment, kind: string, title: string): ConfigError =>
  missing(
    `environments.${name}.${kind}`,
    `the address and the credential of the ${title} interface`,
    serviceExample(name, kind),
  );

/** The error for each part of an environment that is not there. */
const errors = {
  odata: (environment: Environment) => missingService(environment, 'odata', 'OData'),
  v2: (environment: Environment) => missingService(environment, 'v2', 'v2'),
  classify: () => missingEntry('outcomes'),
  history: () => missingEntry('history'),
};

/**
 * Returns a part of the environment that a command needs.
 *
 * @throws {ConfigError} when it is not configured. The message names the missing entry of the configuration and its
 * purpose
 */
export function requireInterface<Name extends keyof typeof errors>(
  environment: Environment,
  name: Name,
): NonNullable<Environment[Name]> {
  const part = environment[name];
  if (part !== undefined && part !== null) return part as NonNullable<Environment[Name]>;
  throw errors[name](environment);
}

/** Whether an environment's runs come from the history. Otherwise, they come from the job status. */
export function readsHistory({ odata, history }: Pick<Environment, 'odata' | 'history'>): boolean {
  return odata !== undefined && history !== undefined;
}
