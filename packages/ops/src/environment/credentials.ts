import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  clientCredentials,
  type Credential,
  personalAccessToken,
} from '@syncline/auth';
import { readBytes, readProblem } from '@syncline/core/files';
import { ConfigError } from '@syncline/core/internal';
import type { EnvironmentConfig, SecretReference } from '../config/config-schema.ts';

type Description =
  | NonNullable<EnvironmentConfig['odata']>['credential']
  | NonNullable<EnvironmentConfig['cloud']>['credential'];
/** How long the output of a command is used, so that the command does not run for each request. */
const commandLifetime = 300_000;

/**
 * Creates the credential that a configuration describes, and a function that looks up its secret in advance. Names are
 * looked up immediately, secrets when a request needs them: a file is read each time, so that it can be rotated, and the
 * output of a command is kept for five minutes.
 *
 * @param option - the place of the description, for error messages
 * @throws {ConfigError} when a name cannot be looked up or used
 */
export async function createCredential(
  option: string,
  description: Description,
  context: SecretContext,
): Promise<{ readonly credential: Credential; readonly lookUpSecret: () => Promise<void> }> {
  const given = Object.entries(description).find(([, members]) => members !== undefined);
  if (given === undefined) throw new ConfigError(option, 'must have exactly one kind of credential');
  const [kind, members] = given as [keyof typeof kinds, Readonly<Record<string, string | SecretReference>>];
  const [create, secretName] = kinds[kind];
  const settings: Record<string, unknown> = {};
  let secret: (() => Promise<string>) | undefined;
  for (const [name, value] of Object.entries(members)) {
    const read = (): Promise<string> | string =>
      typeof value === 'string' ? value : resolveSecret(`${option}.${kind}.${name}`, value, context);
    if (name !== secretName) settings[name] = await read();
    else {
      const lookUp = async (): Promise<string> => read();
      secret = typeof value === 'object' && value.command !== undefined ? remembered(lookUp) : lookUp;
      settings[name] = secret;
    }
  }
  return { credential: create(settings as never), lookUpSecret: async () => void (await secret?.()) };
}

/** By the name of the description: what creates the credential, and which of its options is the secret. */
const kinds = {
  basic: [basic, 'password'],
  apiKeyHeader: [apiKeyHeader, 'value'],
  apiKeyQuery: [apiKeyQuery, 'value'],
  personalAccessToken: [personalAccessToken, 'token'],
  clientCredentials: [clientCredentials, 'clientSecret'],
} as const satisfies Record<string, readonly [create: (options: never) => Credential, secret: string]>;

/** Concurrent callers share one run of a command. A failure is not cached. */
function remembered(read: () => Promise<string>): () => Promise<string> {
  let value: Promise<string> | undefined;
  let readAt = 0;
  return () => {
    if (value === undefined || performance.now() - readAt > commandLifetime) {
      readAt = performance.now();
      value = read();
      value.catch(() => (value = undefined));
    }
    return value;
  };
}

/** The sources of references. */
export interface SecretContext {
  /** The folder of the configuration; paths are relative to it */
  readonly folder: string;
  /** @default process.env */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
  /** The time limit for a command, in milliseconds. @default 10,000 */
  readonly commandTimeout?: number | undefined;
}

/** Maximum length of a secret, in bytes. */
const longest = 65_536;

/**
 * Looks up a secret: in an environment variable, in a file, or in the output of a command. One line break at the end is
 * not part of it. A command runs without a shell, in the folder of the configuration, and is killed at its time limit,
 * together with everything that it has started.
 *
 * @param option - the place of the reference, for error messages
 * @throws {ConfigError} when the variable, file or command does not exist, or the secret is empty, longer than 64 KiB, not
 * UTF-8 or has a NUL character. The message shows neither the secret nor the output of the command.
 */
export async function resolveSecret(
  option: string,
  reference: SecretReference,
  context: SecretContext,
): Promise<string> {
  const { env, file, command } = reference;
  const secret =
    env !== undefined
      ? readVariable(option, env, context)
      : file !== undefined
        ? await readSecretFile(option, file, context)
        : await runCommand(option, command ?? [], context);
  const text = secret.replace(/\r?\n$/, '');
  if (text === '') throw new ConfigError(option, `is empty: ${sourceOf(reference)} has no text`);
  if (text.includes('\0')) throw new ConfigError(option, `has a NUL character: ${sourceOf(reference)} is not a text`);
  return text;
}

/** Describes the source of a secret without its value: `the environment variable SYNC_KEY`. */
export function sourceOf({ env, file, command }: SecretReference): string {
  if (env !== undefined) return `the environment variable ${env}`;
  // Arguments may contain a secret, such as a token of the vault, so they are not shown.
  return file !== undefined ? `the file ${file}` : `the command ${command?.[0] ?? ''}`;
}

function readVariable(option: string, name: string, { variables = process.env }: SecretContext): string {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (value === undefined)
    throw new ConfigError(option, `needs the environment variable ${name}, which is not set; set it for this process`);
  return value;
}

async function readSecretFile(option: string, file: string, { folder }: SecretContext): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(resolve(folder, file), longest);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EFBIG')
      throw new ConfigError(option, `is longer than ${longest} bytes in the file ${file}`);
    throw new ConfigError(option, `needs the file ${file}, which ${readProblem(error)}`);
  }
  return decode(option, bytes, { file });
}

function decode(option: string, bytes: Uint8Array, source: SecretReference): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ConfigError(option, `is not UTF-8 in ${sourceOf(source)}`);
  }
}

/**
 * Runs a command in a process group of its own. The group ends when the command fails or reaches its time limit, and with
 * this process: a program that the command started would otherwise go on, and hold the output open.
 */
function runCommand(
  option: string,
  command: readonly string[],
  { folder, variables = process.env, commandTimeout = 10_000 }: SecretContext,
): Promise<string> {
  const [program = '', ...parameters] = command;
  const problem = (what: string) => new ConfigError(option, `needs the command ${program}, which ${what}`);
  return new Promise((done, fail) => {
    let running: ReturnType<typeof start> | undefined;
    const settle = (result: () => void): void => {
      clearTimeout(limit);
      process.off('exit', endGroup);
      for (const signal of interruptions) process.off(signal, interrupt);
      result();
    };
    const endGroup = (): void => {
      try {
        // Windows has no groups of processes.
        if (process.platform === 'win32' || running?.pid === undefined) running?.kill('SIGKILL');
        else process.kill(-running.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    const stop = (what: string): void => {
      endGroup();
      // What left the group may hold the output open.
      running?.stdout.destroy();
      running?.unref();
      settle(() => fail(problem(what)));
    };
    const interrupt = (signal: NodeJS.Signals): void => {
      stop('was interrupted');
      // A listener prevents what the signal does otherwise.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    const limit = setTimeout(() => stop(`did not end within ${commandTimeout} ms`), commandTimeout);
    // Before the command starts: a signal that arrives meanwhile would end this program, and not the command.
    process.once('exit', endGroup);
    for (const signal of interruptions) process.once(signal, interrupt);
    let child: ReturnType<typeof start>;
    try {
      child = start(program, parameters, { cwd: folder, env: variables as NodeJS.ProcessEnv });
      running = child;
    } catch {
      // Node refuses an empty program and characters such as NUL, and its message shows them.
      stop('cannot be started');
      return;
    }

    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > longest) stop(`printed more than ${longest} bytes`);
    });
    child.on('error', ({ code }: NodeJS.ErrnoException) => stop(startFailures[code ?? ''] ?? 'cannot be started'));
    child.on('close', (status, signal) => {
      if (signal !== null) stop(`was ended by ${signal}`);
      else if (status !== 0) stop(`ended with status ${status}`);
      else
        settle(() => {
          try {
            done(decode(option, Buffer.concat(chunks), { command: [...command] }));
          } catch (error) {
            fail(error as Error);
          }
        });
    });
  });
}

/** Signals of a terminal, which reach no other group of processes. */
const interruptions = ['SIGINT', 'SIGHUP'] as const;
const startFailures: Readonly<Record<string, string>> = { ENOENT: 'was not found', EACCES: 'cannot be executed' };

/** It must not read the input of this program, and what it says about its failure may contain a secret. */
function start(program: string, parameters: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  return spawn(program, parameters, {
    ...options,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
}
