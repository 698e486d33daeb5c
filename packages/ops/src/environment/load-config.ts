import { dirname, resolve } from 'node:path';
import { type Credential, environmentVariables, fromEnvironment } from '@syncline/auth';
import { readBytes, readProblem } from '@syncline/core/files';
import { ConfigError, isConfigError, type OptionNames, ownOptions, requireSecureUrl } from '@syncline/core/internal';
import { createCredential } from './credentials.ts';
import { type ConfigProblem, listNames, printFirst, printProblem } from '../config/config-problem.ts';
import type { Config, EnvironmentConfig } from '../config/config-schema.ts';
import { readConfig } from '../config/read-config.ts';
import { MissingConfigError, serviceExample } from './environment.ts';

/** Options of `loadConfig`. */
export interface LoadOptions {
  /** The path of the configuration. @default SYNCLINE_CONFIG, otherwise syncline.yaml */
  readonly file?: string | undefined;
  /** The name of the environment. @default SYNCLINE_ENVIRONMENT, otherwise `default` of the file, or the only one */
  readonly environment?: string | undefined;
  /** @default process.env */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
  /** The time limit for a command that prints a secret, in milliseconds. @default 10,000 */
  readonly commandTimeout?: number | undefined;
}

/** The address of an interface of the service and its credential. Neither shows a secret when it is inspected. */
export interface Connection {
  readonly url: string;
  readonly credential: Credential;
  /** Looks up the secret of the credential. @throws {ConfigError} when that fails */
  readonly lookUpSecret: () => Promise<void>;
}

/** A configuration with one of its environments selected. */
export interface LoadedConfig {
  /** The path of the file */
  readonly file: string;
  readonly config: Config;
  /** The name of the selected environment */
  readonly environment: string;
  /** Whether the file or the environment variables contain the address of an interface and a credential for it. */
  has(kind: Interface): boolean;
  /**
   * Looks up what is needed to call an interface of the environment.
   *
   * @throws {ConfigError} when the environment does not have the interface, or a name cannot be looked up
   */
  connect(kind: Interface): Promise<Connection>;
}

/** The interfaces of the service. */
export type Interface = keyof EnvironmentConfig & string;

const urlVariables: Readonly<Record<Interface, string>> = {
  odata: 'SYNCLINE_ODATA_URL',
  v2: 'SYNCLINE_V2_URL',
  cloud: 'SYNCLINE_CLOUD_URL',
};

/** The names of `LoadOptions`. */
export const loadOptionNames: OptionNames<LoadOptions> = { file: 1, environment: 1, variables: 1, commandTimeout: 1 };

/**
 * Loads `syncline.yaml` and selects an environment. Environment variables override the file: `SYNCLINE_CONFIG`,
 * `SYNCLINE_ENVIRONMENT`, the addresses `SYNCLINE_ODATA_URL`, `SYNCLINE_V2_URL` and `SYNCLINE_CLOUD_URL`, and the
 * variables of `fromEnvironment` of `@syncline/auth`, of which one set must then be complete.
 *
 * @throws {ConfigFileError} with every problem of the file
 * @throws {ConfigError} when an option is unknown, the file cannot be read, or it is not clear which environment is meant
 */
export async function loadConfig(options?: LoadOptions): Promise<LoadedConfig> {
  const checked = ownOptions(options, loadOptionNames);
  const { variables = process.env, commandTimeout } = checked;
  const file = checked.file ?? (variables['SYNCLINE_CONFIG'] || 'syncline.yaml');
  const { config, problems } = readConfig(await readText(file));
  if (config === undefined) throw new ConfigFileError(file, problems);
  const environment = selectEnvironment(config, checked.environment, variables);
  const selected = config.environments[environment] ?? {};
  const context = { folder: dirname(resolve(file)), variables, commandTimeout };
  const factsOf = (kind: Interface) => {
    const service = selected[kind];
    const url = variables[urlVariables[kind]] || service?.url;
    const overriding = [...new Set(environmentVariables(kind).flat())].filter((name) => variables[name]);
    const isComplete = url !== undefined && (service !== undefined || overriding.length > 0);
    return { service, url, overriding, isComplete };
  };
  return {
    file,
    config,
    environment,
    has: (kind) => factsOf(kind).isComplete,
    connect: async (kind) => {
      const { service, url, overriding, isComplete } = factsOf(kind);
      const path = `environments.${environment}.${kind}`;
      if (url === undefined || !isComplete)
        throw new MissingConfigError(
          path,
          `must be set in ${file} for this command, with a url and a credential`,
          serviceExample(environment, kind),
        );
      // The file was checked when it was read.
      const variable = urlVariables[kind];
      if (variables[variable]) requireSecureUrl(url, { option: variable });
      if (overriding.length > 0 || service === undefined)
        try {
          return { url, credential: fromEnvironment(kind, variables), lookUpSecret: async () => undefined };
        } catch (error) {
          if (!isConfigError(error) || service === undefined) throw error;
          const set = `${overriding.join(' and ')} ${overriding.length === 1 ? 'is' : 'are'} set`;
          throw new ConfigError(`${path}.credential`, `is not used, because ${set}: ${error.message}`, {
            cause: error,
          });
        }
      return { url, ...(await createCredential(`${path}.credential`, service.credential, context)) };
    },
  };
}

/** The text of a configuration. @throws {ConfigError} that says why the file cannot be read */
export async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new MissingConfigError(
        file,
        'does not exist. Write it, or name another file with --config or SYNCLINE_CONFIG.',
        serviceExample('production', 'odata'),
      );
    if (code === 'EISDIR') throw new ConfigError('--config', `${file} is a folder; name the file in it`);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new ConfigError('--config', `${file} is not UTF-8`);
    throw new ConfigError('--config', `${file} ${readProblem(error)}`);
  }
}

/** @throws {ConfigError} when there is no such environment, or several and none is named */
export function selectEnvironment(
  { environments, default: standard }: Config,
  chosen: string | undefined,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  const names = Object.keys(environments);
  const variable = variables['SYNCLINE_ENVIRONMENT'] || undefined;
  const name = chosen ?? variable ?? standard ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined)
    throw new ConfigError(
      '--environment',
      `must be one of ${listNames(names)}. For a default, add \`default: ${names[0]}\` to the file`,
    );
  const option = chosen === undefined && variable !== undefined ? 'SYNCLINE_ENVIRONMENT' : '--environment';
  if (!Object.hasOwn(environments, name)) throw new ConfigError(option, `must be one of ${listNames(names)}`);
  return name;
}

/**
 * Thrown when a configuration cannot be used. `problems` lists each reason with its place in the file, and the message the
 * first 20.
 */
export class ConfigFileError extends ConfigError {
  readonly file: string;
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[]) {
    const lines = printFirst(problems, (problem) => printProblem(file, problem)).map((line) => `\n${line}`);
    super(
      '--config',
      `${file} has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:${lines.join('')}`,
    );
    this.file = file;
    this.problems = problems;
  }
}
