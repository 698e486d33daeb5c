import { ConfigError } from '@syncline/core/internal';
import { historySource, type RunSource, statusSource } from '@syncline/runs';
import type { Environment } from './environment.ts';
import { serviceExample } from './examples.ts';
import { withoutSecrets } from './without-secrets.ts';

/** The entries of the configuration that a command may need: what each is for, and an example. */
export const entries = {
  outcomes: [
    'the status words of the service and what they mean',
    '{ succeeded: [SUCCESS], failed: [FAILED], running: [RUNNING] }',
  ],
  history: [
    'which properties of a history record hold the key, the job, the status and the start of a run',
    '{ key: id, job: job, status: status, start: started }',
  ],
  freshness: ['how fresh the data of each job must be', "[{ jobs: '*', warnAfter: 2h, errorAfter: 6h }]"],
  store: ['where the runs are kept', '{ sqlite: ./runs.db }'],
} as const;

/** The error of a command that needs an entry of the configuration which is not there. */
export function missingEntry(entry: keyof typeof entries): ConfigError {
  const [purpose, example] = entries[entry];
  return missing(entry, `${purpose}, such as ${example}`);
}

const missing = (entry: string, purpose: string): ConfigError =>
  new ConfigError(entry, `must be set in the configuration for this command: ${purpose}`);

const missingService = ({ name }: Environment, kind: string, title: string): ConfigError =>
  missing(
    `environments.${name}.${kind}`,
    `the address and the credential of the ${title} interface, such as ${serviceExample}`,
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
export function needed<Name extends keyof typeof errors>(
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

/**
 * The source of an environment's runs: the history of the OData interface, with one request for all jobs, or the job
 * status of the v2 interface, with one request per job. Its runs do not contain the secrets of the credentials.
 *
 * @param jobIds - the jobs for the v2 interface
 * @throws {ConfigError} when neither is configured
 */
export function runSource(environment: Environment, jobIds?: readonly string[]): RunSource {
  const { v2, scrub } = environment;
  const source =
    readsHistory(environment) || v2 === undefined
      ? historySource(needed(environment, 'odata'), needed(environment, 'history'))
      : statusSource(v2, { jobs: jobIds });
  return scrub === undefined ? (source as RunSource) : withoutSecrets(source as RunSource, scrub);
}
