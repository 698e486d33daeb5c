import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Machine } from './machine.ts';
import type { Table } from './suite.ts';

/** One suite's part of a results file; each carries the machine and the state it was in, for suites may be run apart. */
export interface SuiteResults {
  readonly name: string;
  readonly title: string;
  readonly machine: Machine;
  /** Load averages of a minute: when the bench began, which says whether the machine did other things, and when the suite ended. */
  readonly load: { readonly start: number; readonly end: number };
  readonly rounds: number;
  /** How many processes measured that many rounds each, where it was more than one. */
  readonly processes?: number;
  /** Short slots and little work: to try a suite out, not for publication. */
  readonly quick: boolean;
  /** How long the suite took. */
  readonly seconds: number;
  readonly tables: readonly Table[];
}

/** The file that `--json` writes and the site draws. */
export interface Results {
  readonly suites: readonly SuiteResults[];
}

/** The suites of a results file; none where there is no file. */
export function readResults(path: string): readonly SuiteResults[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results).suites : [];
}

/** Puts the new results into the file, in place of older ones of the same suites, in the order of their names. */
export function writeResults(path: string, fresh: readonly SuiteResults[]): void {
  const kept = readResults(path).filter(({ name }) => !fresh.some((suite) => suite.name === name));
  const suites = [...kept, ...fresh].sort((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(
    path,
    `${JSON.stringify({ suites } satisfies Results, (_key, value: unknown) => (typeof value === 'number' ? round(value) : value), 1)}\n`,
  );
}

/** Four significant digits say all that a benchmark knows. */
function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}
