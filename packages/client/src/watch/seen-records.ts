import { compareCodeUnits, ConfigError, withoutPrototype } from '@syncline/core/internal';
import type { JobStatusRecord } from '@syncline/openapi';
import type { WatchState } from './watch-options.ts';

/** The most records to remember that the service no longer returns, in case they return. */
const longestMemory = 1000;

/**
 * Remembers the versions of records by their key, so that a new version of a record differs from those seen before. A
 * service may return several records with one key; each of their versions is remembered.
 */
export class SeenRecords {
  /** Key → fingerprints of the versions */
  readonly #seen: Map<string, readonly string[]>;
  readonly #jobId: string;

  /** @throws ConfigError if the value is not a state, or the state of another job */
  constructor(jobId: string, state: WatchState | undefined) {
    const {
      version,
      jobId: owner,
      seen,
    } = withoutPrototype(Object(state === undefined ? { version: 1, jobId, seen: {} } : state) as WatchState);
    const isState = version === 1 && owner === jobId && typeof seen === 'object' && seen !== null;
    if (!isState || !Object.values(seen).every((versions) => typeof versions === 'string'))
      throw new ConfigError('state', 'must be the state that a watch of this job returned');
    this.#jobId = jobId;
    this.#seen = new Map(Object.entries(seen).map(([key, versions]) => [key, versions.split(' ')]));
  }

  /** Returns the records that are new or changed, oldest run first. Of equal records it returns one. */
  changesIn(records: readonly JobStatusRecord[]): JobStatusRecord[] {
    const changes = new Map<string, JobStatusRecord>();
    for (const record of records) {
      const key = keyOf(record);
      const version = fingerprint(record);
      if (!this.#seen.get(key)?.includes(version)) changes.set(`${version} ${key}`, record);
    }
    return [...changes.values()].sort(byStart);
  }

  remember(record: JobStatusRecord): void {
    const key = keyOf(record);
    const versions = [...(this.#seen.get(key) ?? []), fingerprint(record)];
    this.#seen.delete(key);
    this.#seen.set(key, versions);
  }

  /**
   * Keeps of each record that a poll returned the versions of this poll, so that an earlier version counts as a change
   * again. Forgets the oldest records that it did not return.
   */
  forgetAllBut(records: readonly JobStatusRecord[]): void {
    const current = new Map<string, Set<string>>();
    for (const record of records) {
      const key = keyOf(record);
      const versions = current.get(key) ?? new Set();
      current.set(key, versions.add(fingerprint(record)));
    }
    for (const [key, versions] of current) this.#seen.set(key, [...versions]);
    for (const key of this.#seen.keys()) {
      if (this.#seen.size <= longestMemory) return;
      if (!current.has(key)) this.#seen.delete(key);
    }
  }

  toJSON(): WatchState {
    const seen = [...this.#seen].map(([key, versions]) => [key, versions.join(' ')]);
    return { version: 1, jobId: this.#jobId, seen: Object.fromEntries(seen) as Record<string, string> };
  }
}

/** The record of the run that started last. */
export function latestOf(records: readonly JobStatusRecord[]): JobStatusRecord | undefined {
  return records.toSorted(byStart).at(-1);
}

/** A record without an id is recognised by its start. A service may send either as a number. */
const keyOf = (record: JobStatusRecord): string => String(record.history_id ?? `@${startOf(record)}`);

const startOf = (record: JobStatusRecord): string => String(record.run_start_at ?? '');

/** Its text alone is not enough: with `.5Z` an instant is later than with `Z`. */
const byStart = (left: JobStatusRecord, right: JobStatusRecord): number =>
  timeOf(startOf(left)) - timeOf(startOf(right)) || compareCodeUnits(startOf(left), startOf(right));

const timeOf = (start: string): number => (/^\d{4}-/.test(start) ? Date.parse(start) : Number.NaN);

/**
 * Writes a record as JSON, the keys of each object in one order. An engine may read very deep nesting and then fail to
 * write it: then without nested values.
 */
const textOf = (record: object): string => {
  const write = (isFlat: boolean) =>
    JSON.stringify(record, (_, value: unknown) => {
      if (typeof value === 'bigint') return `${value}`;
      if (typeof value !== 'object' || value === null) return value;
      if (isFlat && value !== record) return null;
      return Array.isArray(value)
        ? value
        : Object.fromEntries(Object.entries(value).sort(([left], [right]) => compareCodeUnits(left, right)));
    });
  try {
    return write(false);
  } catch {
    return write(true);
  }
};

/** A hash of 53 bits of the record's JSON (cyrb53), so that a state stays small. */
const fingerprint = (record: JobStatusRecord): string => {
  const text = textOf(record);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index);
    high = Math.imul(high ^ letter, 2654435761);
    low = Math.imul(low ^ letter, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
};
