import { ConfigError } from '@syncline/core';
import type { JobStatusRecord } from '@syncline/openapi';
import type { WatchState } from './watch-options.ts';

/** How many records are remembered if the service no longer returns them, because they may come back. */
const longestMemory = 1000;

/** Remembers records by their key, to find new and changed ones. */
export class SeenRecords {
  readonly #seen: Map<string, string>;
  readonly #jobId: string;

  /** @throws {ConfigError} when the state is not a state, or that of another job */
  constructor(jobId: string, state: WatchState | undefined) {
    if (state !== undefined && (state.version !== 1 || state.jobId !== jobId || typeof state.seen !== 'object')) {
      throw new ConfigError('state', 'must be what a watch of this job returned');
    }
    this.#jobId = jobId;
    this.#seen = new Map(Object.entries(state?.seen ?? {}));
  }

  /** The records that are new or changed, oldest run first. */
  changesIn(records: readonly JobStatusRecord[]): JobStatusRecord[] {
    return records
      .filter((record) => this.#seen.get(keyOf(record)) !== fingerprint(record))
      .sort((one, other) => compare(one.run_start_at ?? '', other.run_start_at ?? ''));
  }

  remember(record: JobStatusRecord): void {
    const key = keyOf(record);
    this.#seen.delete(key);
    this.#seen.set(key, fingerprint(record));
  }

  /** Forgets the oldest records that the last poll did not return, if there are too many. */
  forgetAllBut(records: readonly JobStatusRecord[]): void {
    const kept = new Set(records.map(keyOf));
    for (const key of this.#seen.keys()) {
      if (this.#seen.size <= longestMemory) return;
      if (!kept.has(key)) this.#seen.delete(key);
    }
  }

  toJSON(): WatchState {
    return { version: 1, jobId: this.#jobId, seen: Object.fromEntries(this.#seen) };
  }
}

/** The key of a record: its id, or its start if it has no id. */
const keyOf = (record: JobStatusRecord): string => record.history_id ?? `@${record.run_start_at ?? ''}`;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A record as JSON, without nested values if they are nested too deeply for the engine to write. */
const textOf = (record: object): string => {
  const write = (isFlat: boolean) =>
    JSON.stringify(record, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : isFlat && value !== record && typeof value === 'object' ? null : value,
    );
  try {
    return write(false);
  } catch {
    return write(true);
  }
};

/** 53 bits of the record's JSON, so that a state stays small (cyrb53). */
const fingerprint = (record: JobStatusRecord): string => {
  const sorted = Object.fromEntries(Object.entries(record).sort(([one], [other]) => compare(one, other)));
  const text = textOf(sorted);
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
