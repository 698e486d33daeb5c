import { checkBoolean, checkChoice, ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
import type { Snapshot } from './snapshot.ts';

/** Options of {@link compareSnapshots}. */
export interface CompareOptions {
  /**
   * `same`: both snapshots are of one environment at two times. `different`: they are of two environments. `JobId` and
   * `WorkspaceId` are compared only within one environment.
   *
   * @default 'same'
   */
  readonly environments?: 'same' | 'different' | undefined;
  /** Names of jobs before, with their names after. @default the same names */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Names of workspaces before, with their names after. @default the same names */
  readonly workspaces?: Readonly<Record<string, string>> | undefined;
  /**
   * Connections before, with the corresponding connections after: for `Source`, `Destination` and `StatusConnection`.
   * @default the same connections
   */
  readonly connections?: Readonly<Record<string, string>> | undefined;
  /** Whether an absent field equals one that has the default of the specification. @default false */
  readonly absentEqualsDefault?: boolean | undefined;
  /**
   * A third snapshot that both sides come from, such as that of the last release, with the names of the first one. With
   * it, each difference says which side changed.
   */
  readonly base?: Snapshot | undefined;
}

const optionNames: OptionNames<CompareOptions> = {
  environments: 1,
  names: 1,
  workspaces: 1,
  connections: 1,
  absentEqualsDefault: 1,
  base: 1,
};

/**
 * Checks the options and returns a copy of them.
 *
 * @throws {ConfigError} when an option is unknown or cannot be used
 */
export function checkCompareOptions(options: CompareOptions): CompareOptions {
  const own = ownOptions(options, optionNames);
  const { names, workspaces, connections } = own;
  checkChoice('environments', own.environments, 'same', 'different');
  checkBoolean('absentEqualsDefault', own.absentEqualsDefault);
  for (const [option, map] of Object.entries({ names, workspaces, connections })) {
    if (map === undefined) continue;
    if (typeof map !== 'object' || map === null || !Object.values(map).every((name) => typeof name === 'string'))
      throw new ConfigError(option, 'must map names to names');
  }
  return own;
}
