import { ConfigError } from '@syncline/core';
import { historySource, type RunSource, statusSource } from '@syncline/runs';
import type { Environment } from './environment.ts';

const places = {
  odata: 'the address and the credential of the OData interface',
  v2: 'the address and the credential of the v2 interface',
  classify: 'the status words of the service and what they mean',
  history: 'which properties of a history record hold the key, the job, the status and the start of a run',
} as const;
const names = { odata: 'odata', v2: 'v2', classify: 'outcomes', history: 'history' } as const;

/**
 * Returns a part of the environment that a command needs.
 *
 * @throws {ConfigError} when it is not configured. The message names the missing entry of the configuration and its
 * purpose
 */
export function needed<Name extends keyof typeof places>(
  environment: Environment,
  name: Name,
): NonNullable<Environment[Name]> {
  const part = environment[name];
  if (part !== undefined && part !== null) return part as NonNullable<Environment[Name]>;
  const entry = name === 'odata' || name === 'v2' ? `environments.${environment.name}.${name}` : names[name];
  throw new ConfigError(entry, `must be set in the configuration for this command: ${places[name]}`);
}

/**
 * The source of an environment's runs: the history of the OData interface, with one request for all jobs, or the job
 * status of the v2 interface, with one request per job.
 *
 * @param jobIds - the jobs for the v2 interface
 * @throws {ConfigError} when neither is configured
 */
export function runSource(environment: Environment, jobIds?: readonly string[]): RunSource {
  const { odata, v2, history } = environment;
  if (odata !== undefined && history !== undefined) return historySource(odata, history) as RunSource;
  if (v2 !== undefined) return statusSource(v2, { jobs: jobIds }) as RunSource;
  return historySource(needed(environment, 'odata'), needed(environment, 'history')) as RunSource;
}
