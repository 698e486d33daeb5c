import { ConfigError } from '@syncline/core/internal';
import type { Outcome } from '../outcome/outcome.ts';

/** A run in a store. */
export interface StoredRun {
  readonly key: string;
  readonly job: string;
  readonly outcome: Outcome;
  readonly status: string;
  /** Milliseconds since 1970 */
  readonly start: number;
  /** Milliseconds since 1970; undefined if the run has not ended, or if the service does not send the end */
  readonly end: number | undefined;
  readonly rows: number | undefined;
  /** Equal for equal records with the same outcome, and different for different ones */
  readonly version: string;
  /** When a poll saw the run for the first time, in milliseconds since 1970. A later version does not change it. */
  readonly firstSeen: number;
  /** The whole record as JSON, including fields without a column */
  readonly raw: string;
}

/** The part of a stored run that a poll needs to find out whether a record is new, and by which freshness is judged. */
export interface RunHead extends Pick<StoredRun, 'key' | 'job' | 'outcome' | 'start' | 'end' | 'version'> {
  /** How many versions of the run were stored, counting one that returned again */
  readonly number: number;
}

/** The place of a run in the order of runs: by start, then by key. */
export type RunPosition = Pick<StoredRun, 'start' | 'key'>;

/**
 * The members of a record that differ from those of its next version, as JSON. Members that are only in the next version
 * are left out.
 */
export function differingMembers(before: string, after: string): string {
  if (before === after) return '{}';
  // A number beyond those of JavaScript would be rounded, so such a record is kept as it is.
  if (/\d{16}/.test(before)) return before;
  try {
    const [old, fresh] = [JSON.parse(before), JSON.parse(after)] as Record<string, unknown>[];
    const isList = Array.isArray(old) || Array.isArray(fresh);
    if (isList || typeof old !== 'object' || old === null || typeof fresh !== 'object' || fresh === null) return before;
    const differing: [string, unknown][] = [];
    for (const name of Object.keys(old)) {
      const [value, next] = [old[name], Object.hasOwn(fresh, name) ? fresh[name] : undefined];
      const isSame = value === next || (typeof value === 'object' && JSON.stringify(value) === JSON.stringify(next));
      if (!isSame) differing.push([name, value]);
    }
    return JSON.stringify(Object.fromEntries(differing));
  } catch {
    return before;
  }
}

/** @throws ConfigError if it is not how many a page may have at most */
export function checkLimit(limit: unknown): number {
  if (!(Number.isSafeInteger(limit) && (limit as number) >= 1 && (limit as number) <= 10_000))
    throw new ConfigError('limit', 'must be a whole number from 1 to 10000');
  return limit as number;
}

/** @throws ConfigError if a value of a period is of a wrong type */
export function checkPeriod(query: {
  readonly since?: unknown;
  readonly until?: unknown;
  readonly job?: unknown;
}): void {
  if (typeof query !== 'object' || query === null) throw new ConfigError('query', 'must be an object, such as {}');
  const { since, until, job } = query;
  if (since !== undefined) checkMoment('since', since);
  if (until !== undefined) checkMoment('until', until);
  if (job !== undefined && typeof job !== 'string') throw new ConfigError('job', 'must be the name of a job');
}

/** @throws ConfigError that names the option, if it is not a moment */
export function checkMoment(option: string, value: unknown): number {
  if (typeof value !== 'number' || Number.isNaN(value))
    throw new ConfigError(option, 'must be milliseconds since 1970, such as Date.now()');
  return value;
}

/** Maximum number of runs that one statement writes, so that its parameter is at most a few megabytes. */
const batchSize = 2_000;

/** Splits the runs into lists that one statement can write, which are limited in length and contain no key twice. */
export function batches(runs: readonly StoredRun[]): StoredRun[][] {
  const lists: StoredRun[][] = [];
  let keys = new Set<string>();
  for (const run of runs) {
    if (lists.length === 0 || keys.size === batchSize || keys.has(run.key)) {
      lists.push([]);
      keys = new Set();
    }
    lists.at(-1)?.push(run);
    keys.add(run.key);
  }
  return lists;
}
