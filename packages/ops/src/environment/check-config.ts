import { counted, ownOptions } from '@syncline/core/internal';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  type ConfigProblem,
  type ConfigPath,
  listNames,
  placeOf,
  printFirst,
  printProblem,
} from '../config/config-problem.ts';
import type { Config, SecretReference } from '../config/config-schema.ts';
import { type LoadOptions, loadOptionNames, readText, selectEnvironment } from './load-config.ts';
import { readConfig } from '../config/read-config.ts';

/** The result of `syncline config check`. */
export interface ConfigCheck {
  /** Whether the configuration can be used. Warnings do not prevent it. */
  readonly ok: boolean;
  readonly problems: readonly ConfigProblem[];
  /** The file that was checked */
  readonly file: string;
  /** A line that says whether the file can be used */
  readonly summary: string;
  /** Text for people: each of the first 20 problems on a line of its own, and the summary */
  readonly text: string;
}

/**
 * Checks a configuration: its YAML, its shape, its values, and whether the targets of its references exist. A variable
 * that is not set is an error in the selected environment, and a warning in the others. No secrets are read and no
 * commands are run.
 *
 * @throws {ConfigError} when an option is unknown, the file cannot be read, or does not contain the environment
 */
export async function checkConfig(input?: LoadOptions): Promise<ConfigCheck> {
  const options = ownOptions(input, loadOptionNames);
  const { variables = process.env } = options;
  const file = options.file ?? (variables['SYNCLINE_CONFIG'] || 'syncline.yaml');
  const { config, problems: found, positionOf } = readConfig(await readText(file));
  const problems = [...found];
  const wanted = options.environment ?? (variables['SYNCLINE_ENVIRONMENT'] || undefined);
  if (config !== undefined) {
    // Without a selected environment, no variable is required yet.
    const isSelected = wanted !== undefined || config.default !== undefined || isOnlyOne(config);
    const selected = isSelected ? selectEnvironment(config, options.environment, variables) : undefined;
    for (const { path, reference } of referencesOf(config)) {
      const message = await missing(reference, dirname(resolve(file)), variables);
      if (message === undefined) continue;
      const isNeeded = path[0] !== 'environments' || path[1] === selected;
      const severity = message.isWarning || !isNeeded ? 'warning' : 'error';
      problems.push({ severity, ...positionOf(path), place: placeOf(path), message: message.text });
    }
  }
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const summary =
    errors + warnings === 0
      ? `${file}: ${listed(Object.keys(config?.environments ?? {}))} can be used`
      : `${file}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  const text = [...printFirst(problems, (problem) => printProblem(file, problem)), summary].join('\n');
  return { ok: errors === 0, problems, file, summary, text };
}

function isOnlyOne({ environments }: Config): boolean {
  return Object.keys(environments).length === 1;
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? `the environment ${names[0]}` : `the environments ${listNames(names)}`;
}

/** Every reference to a secret, with its place. */
function referencesOf(value: unknown, path: ConfigPath = []): { path: ConfigPath; reference: SecretReference }[] {
  if (typeof value !== 'object' || value === null) return [];
  const isReference = path.length > 1 && ['env', 'file', 'command'].some((name) => Object.hasOwn(value, name));
  if (isReference) return [{ path, reference: value }];
  return Object.entries(value).flatMap(([name, each]) =>
    referencesOf(each, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

async function missing(
  { env, file }: SecretReference,
  folder: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly text: string; readonly isWarning: boolean } | undefined> {
  if (env !== undefined && !variables[env])
    return { text: `needs the environment variable ${env}, which is not set here`, isWarning: false };
  if (file === undefined) return undefined;
  try {
    const { mode } = await stat(resolve(folder, file));
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return { text: `names ${file}, which other users can read; run chmod 600`, isWarning: true };
    return undefined;
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    return { text: `needs the file ${file}, which cannot be read (${code})`, isWarning: false };
  }
}
