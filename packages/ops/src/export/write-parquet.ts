import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, isConfigError } from '@syncline/core';
import type { HistoryStore } from '@syncline/runs';
import type { SqliteStore } from '@syncline/runs/sqlite';
import type { CommandContext } from '../context/command-context.ts';
import type { ReadPages } from './export-page.ts';
import { describeDifference, type ExportState, readState } from './export-query.ts';
import type { Progress } from './progress.ts';
import { type StoreSelection, storeView } from './read-store.ts';

/** Where Parquet files go, and what is told meanwhile. */
export interface ParquetTarget {
  readonly folder: string;
  readonly signal: CommandContext['signal'];
  readonly onProgress: (progress: Progress) => void;
}

/** What is in a folder after an export. */
export interface ParquetResult {
  /** Days whose files were written, because a run of them changed */
  readonly written: number;
  readonly unchanged: number;
  /** Runs in the written files */
  readonly runs: number;
}

/**
 * Writes the days of a store that a time touches, one file a day. A day that did not change stays as it is, so an export
 * that was stopped goes on with the day that it was at.
 *
 * @throws {ConfigError} when DuckDB is not installed, or the folder cannot be written
 */
export async function writeParquet(
  store: HistoryStore,
  selection: StoreSelection,
  { folder, signal, onProgress }: ParquetTarget,
): Promise<ParquetResult> {
  const { exportParquet } = await import('@syncline/runs/parquet');
  let runs = 0;
  const view = storeView(store, selection, (read) => {
    runs += read.runs;
    onProgress({ runs });
  });
  try {
    return await exportParquet(view, folder, { signal });
  } catch (error) {
    if (isConfigError(error) && error.option === 'folder')
      throw new ConfigError('--out', error.message.slice('folder '.length), { cause: error });
    throw error;
  }
}

/**
 * Keeps the runs of the service in a file of SQLite in the folder until all are read, because a file of Parquet is
 * written as a whole. Runs and state are written in one transaction, so an export that was killed goes on.
 */
export class StagedRuns {
  readonly #file: string;
  readonly #store: SqliteStore;
  #state: ExportState;
  /** Whether an earlier call of the command began the export */
  readonly isContinued: boolean;

  private constructor(file: string, store: SqliteStore, kept: ExportState | undefined, fresh: ExportState) {
    this.#file = file;
    this.#store = store;
    this.isContinued = kept !== undefined;
    this.#state = kept ?? fresh;
  }

  /**
   * Begins an export, or finds the one that was not completed.
   *
   * @throws {ConfigError} when what is there belongs to another query, or DuckDB is not installed, or the folder has
   *   something else
   */
  static async open(target: ParquetTarget, fresh: ExportState, restart: boolean): Promise<StagedRuns> {
    const { folder } = target;
    const { environment, job } = fresh.query;
    // Before anything is sent: this needs DuckDB, and finds out whose files the folder has.
    await writeParquet({ ...emptyStore, readIdentity: async () => identityOf(environment, job) }, {}, target);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, '.export.db');
    if (restart) removeDatabase(file);
    const { openSqliteStore } = await import('@syncline/runs/sqlite');
    const isNew = !existsSync(file);
    const store = openSqliteStore(file, { environment });
    try {
      const text = (await store.begin())?.state;
      const kept = text === undefined ? undefined : readState(text);
      const difference = kept === undefined ? '' : describeDifference(kept.query, fresh.query);
      if (difference !== '' || (kept === undefined && text !== undefined && !isNew))
        throw new ConfigError(
          '--out',
          `${folder} has an unfinished export ${difference === '' ? 'that cannot be read' : `of another query, with ${difference}`}. ` +
            'Name another folder, or add --restart to begin again, which deletes what it has read',
        );
      return new StagedRuns(file, store, kept, fresh);
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  get state(): ExportState {
    return this.#state;
  }

  /** Reads what is left. @returns whether everything was read; false if the command was interrupted */
  async read(read: ReadPages, { signal, onProgress }: ParquetTarget): Promise<boolean> {
    const before = this.#state.runs;
    for await (const { runs, unreadable, cursor, share, of } of read(this.#state.cursor)) {
      const { runs: known, unreadable: unread } = this.#state;
      const state = { ...this.#state, cursor, runs: known + runs.length, unreadable: unread + unreadable };
      // A file has no lease, so there is always a turn.
      const fence = (await this.#store.begin())?.fence ?? '';
      await this.#store.write({ fence, state: JSON.stringify(state), runs, events: [], at: state.began });
      this.#state = state;
      onProgress({ runs: state.runs - before, share, of });
      if (signal.aborted) return false;
    }
    return true;
  }

  /** Writes the files, and removes what was kept for that. */
  async write(target: ParquetTarget): Promise<ParquetResult> {
    const { began, query } = this.#state;
    const store: HistoryStore = {
      readIdentity: async () => identityOf(query.environment, query.job),
      // A day is written once in each export: whether it changed since the last one cannot be known.
      readDays: async () => (await this.#store.readDays()).map(({ day }) => ({ day, revision: began })),
      readPage: (day, after, limit) => this.#store.readPage(day, after, limit),
      readRuns: (of) => this.#store.readRuns(of),
    };
    const result = await writeParquet(store, {}, target);
    await this.close();
    removeDatabase(this.#file);
    return result;
  }

  async close(): Promise<void> {
    await this.#store.close();
  }
}

const emptyStore: Omit<HistoryStore, 'readIdentity'> = {
  readDays: () => Promise.resolve([]),
  readPage: () => Promise.resolve([]),
  readRuns: () => Promise.resolve([]),
};

function identityOf(
  environment: string,
  job: string | undefined,
): { readonly id: string; readonly environment: string } {
  return { id: `service ${JSON.stringify(job === undefined ? [environment] : [environment, job])}`, environment };
}

function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}
