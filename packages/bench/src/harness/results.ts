import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Machine } from './machine.ts';
import type { Table } from './suite.ts';

/** The results of one suite. Each has its own machine and date, because suites can run separately. */
export interface SuiteResults {
  readonly name: string;
  readonly title: string;
  readonly machine: Machine;
  /**
   * How many cores other work used in the second before the suite began, which shows whether the machine was idle. Of
   * several processes, the most.
   */
  readonly coresInUse: number;
  readonly rounds: number;
  /** The number of processes, if there was more than one. Each measured `rounds` rounds. */
  readonly processes?: number;
  /** Short slots and little work, to try a suite. Do not publish these figures. */
  readonly quick: boolean;
  /** The duration of the suite. */
  readonly seconds: number;
  readonly tables: readonly Table[];
}

/** The content of the file that `--json` writes and the site shows. */
export interface Results {
  readonly suites: readonly SuiteResults[];
}

/** The suites of a results file, or none if the file does not exist. */
export function readResults(path: string): readonly SuiteResults[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results).suites : [];
}

/** Writes the new results into the file. They replace older results of the same suites, and are sorted by name. */
export function writeResults(path: string, fresh: readonly SuiteResults[]): void {
  const kept = readResults(path).filter(({ name }) => !fresh.some((suite) => suite.name === name));
  const suites = [...kept, ...fresh].sort((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(
    path,
    `${JSON.stringify({ suites } satisfies Results, (_key, value: unknown) => (typeof value === 'number' ? round(value) : value), 1)}\n`,
  );
}

/** Rounds to four significant digits, because a benchmark is not more exact. */
function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}
