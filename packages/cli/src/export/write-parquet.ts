import { makeFolder, refuseLink } from '@syncline/core/files';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, isConfigError } from '@syncline/core/internal';
import type { HistoryStore } from '@syncline/runs';
import type { SqliteStore } from '@syncline/runs/sqlite';
import { type ReadPages, stateAfter, type StoreSelection, storeView } from './read-service.ts';
import { describeDifference, type ExportState, readState } from './export-query.ts';
import type { ExportTarget } from './progress.ts';

/** Where to write Parquet files, and how to report progress. */
export interface ParquetTarget extends ExportTarget {
  readonly folder: string;
}

/** The content of a folder after an export. */
export interface ParquetResult {
  /** Days whose files were written, because one of their runs changed */
  readonly written: number;
  readonly unchanged: number;
  /** Runs in the written files */
  readonly runs: number;
}

/**
 * Writes the days of a store that overlap a period, one file per day. Files of unchanged days are not written again, so
 * an interrupted export continues with the day at which it stopped.
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
    runs += read;
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
 * Keeps the runs of the service in a SQLite file in the folder until all are read, because a Parquet file is written as
 * a whole. Runs and state are written in one transaction, so an export that was killed can be continued.
 */
export class StagedRuns {
  readonly #file: string;
  readonly #store: SqliteStore;
  #state: ExportState;
  /** Whether an earlier run of the command began the export */
  readonly isContinued: boolean;

  private constructor(file: string, store: SqliteStore, kept: ExportState | undefined, fresh: ExportState) {
    this.#file = file;
    this.#store = store;
    this.isContinued = kept !== undefined;
    this.#state = kept ?? fresh;
  }

  /**
   * Begins an export, or finds the unfinished one.
   *
   * @throws {ConfigError} when the existing part belongs to another query, DuckDB is not installed, or the folder
   * contains other files
   */
  static async open(target: ParquetTarget, fresh: ExportState, restart: boolean): Promise<StagedRuns> {
    const { folder } = target;
    const { environment, job } = fresh.query;
    // Done before anything is sent: it needs DuckDB, and checks who wrote the files in the folder.
    await writeParquet({ ...emptyStore, readIdentity: async () => identityOf(environment, job) }, {}, target);
    makeFolder(folder);
    const file = join(folder, '.export.db');
    if (restart) removeDatabase(file);
    for (const path of databaseFiles(file)) refuseLink(path);
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

  /** Reads the rest. @returns whether everything was read; false if the command was interrupted */
  async read(read: ReadPages, { signal, onProgress }: ParquetTarget): Promise<boolean> {
    const before = this.#state.runs;
    for await (const page of read(this.#state.cursor)) {
      const state = stateAfter(this.#state, page);
      // A file has no lease, so this process may always write.
      const fence = (await this.#store.begin())?.fence ?? '';
      await this.#store.write({ fence, state: JSON.stringify(state), runs: page.runs, events: [], at: state.began });
      this.#state = state;
      onProgress({ ...page, runs: state.runs - before });
      if (signal.aborted) return false;
    }
    return true;
  }

  /** Writes the files, and removes the temporary data. */
  async write(target: ParquetTarget): Promise<ParquetResult> {
    const { began, query } = this.#state;
    const store: HistoryStore = {
      readIdentity: async () => identityOf(query.environment, query.job),
      // Each export writes every day once, because it cannot know whether a day has changed since the last export.
      readDays: async () => (await this.#store.readDays()).map(({ day }) => ({ day, revision: began })),
      readPage: (page) => this.#store.readPage(page),
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
  readPage: () => Promise.resolve({ runs: [], next: undefined }),
  readRuns: () => Promise.resolve([]),
};

function identityOf(
  environment: string,
  job: string | undefined,
): { readonly id: string; readonly environment: string } {
  return { id: `service ${JSON.stringify(job === undefined ? [environment] : [environment, job])}`, environment };
}

function removeDatabase(file: string): void {
  for (const path of databaseFiles(file)) rmSync(path, { force: true });
}

function databaseFiles(file: string): readonly string[] {
  return ['', '-wal', '-shm'].map((end) => `${file}${end}`);
}
