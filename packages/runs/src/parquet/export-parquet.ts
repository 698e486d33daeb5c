import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  createFile,
  isLinkError,
  isTemporary,
  makeFolder,
  moveFile,
  refuseLink,
  temporaryPath,
} from '@syncline/core/files';
import {
  checkSignal,
  type Clock,
  ConfigError,
  type Duration,
  guardClock,
  isSynclineError,
  ownOptions,
  parseDuration,
  reasonOf,
  scrubError,
} from '@syncline/core/internal';
import { StoreError } from '../errors/errors.ts';
import { dayLength, dayName, type HistoryDay, type HistoryStore } from '../store/history-store.ts';
import { streamRuns } from '../store/run-page.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { type DuckDBBlobValue, type DuckDBConnection, pathList, sqlText, withDuckDB } from './duckdb.ts';
import { correctRun } from '../reading/reading-rules.ts';
import { guardHistory } from '../store/guard-store.ts';
import { partitionFile, partitionName, readPartitions } from './partitions.ts';

/** Options of `exportParquet`. */
export interface ParquetExportOptions {
  /** Aborting it ends the export between two days. The days that were already written are kept. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit for one call of the store. @default '1m' */
  readonly storeTimeout?: Duration | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
}

/** The result of an export. */
export interface ParquetExport {
  /** Number of days that were written, because one of their runs changed since the last export */
  readonly written: number;
  /** Number of days that did not change */
  readonly unchanged: number;
  /** Number of runs in the written days */
  readonly runs: number;
}

/** Maximum number of runs that are in memory as objects at the same time. */
const pageSize = 5_000;

/** Number of rows in a group of a file. A writer holds groups in memory, and DuckDB's own size takes four times as much. */
const rowsTogether = 30_720;

/** The Parquet columns, computed from the temporary table. They are the columns of the table `runs`. */
const columns = [
  'key',
  'job',
  'outcome',
  'status',
  'make_timestamptz(start) AS start',
  'make_timestamptz("end") AS "end"',
  'rows',
  'version',
  'make_timestamptz(first_seen) AS first_seen',
  'raw',
].join(', ');

/**
 * Writes the runs of a store as Parquet files, one for each day on which runs started (UTC):
 * `folder/day=2026-03-01/runs.parquet`. DuckDB, Spark, Trino and others read the folder as one table with the columns of
 * the table `runs`, and `day`.
 *
 * A day is written again if one of its runs changed since the last export. Its file is replaced atomically, so that
 * readers see either the old file or the new one, and an interrupted export can continue. Runs that were pruned from
 * the store stay in the files. It needs the package `@duckdb/node-api`. Do not run two exports to one folder at the
 * same time.
 *
 * @param history - the store, such as `openSqliteStore` returns
 * @param folder - is created if it does not exist
 * @throws {ConfigError} if `@duckdb/node-api` is not installed, or the folder cannot be created
 * @throws {StateError} if the folder contains the export of another store, or a file in it is damaged
 * @throws {StoreError} if a file cannot be written, for example because the disk is full, or the store fails or does not
 *   respond in time
 *
 * @example
 * ```ts
 * import { exportParquet } from '@syncline/runs/parquet';
 * import { openSqliteStore } from '@syncline/runs/sqlite';
 *
 * const store = openSqliteStore('runs.db');
 * const { written, unchanged } = await exportParquet(store, 'history');
 * console.log(`${written} days written, ${unchanged} unchanged`);
 * ```
 */
export async function exportParquet(
  history: HistoryStore,
  folder: string,
  options?: ParquetExportOptions,
): Promise<ParquetExport> {
  const { signal, storeTimeout, clock } = ownOptions(options, { signal: 1, storeTimeout: 1, clock: 1 });
  checkSignal(signal);
  const timeout = parseDuration('storeTimeout', storeTimeout ?? '1m');
  const store = guardHistory(history, guardClock(clock), timeout);
  if (typeof folder !== 'string' || folder === '') throw new ConfigError('folder', 'must be the path of a folder');
  const spill = join(folder, '.spill');
  try {
    makeFolder(folder);
    refuseLink(spill);
  } catch (cause) {
    throw refusal(cause);
  }
  const work = async (connection: DuckDBConnection): Promise<ParquetExport> => {
    const identity = await store.readIdentity();
    const partitions = await readPartitions(connection, folder, identity);
    const days = await store.readDays();
    const changed = days.filter(({ day, revision }) => partitions.get(day)?.revision !== revision);
    let [runs, written] = [0, 0];
    for (const day of changed) {
      if (signal?.aborted)
        throw new StoreError(
          `The export to ${folder} was aborted before the day ${dayName(day.day)}. Export again to continue.`,
          'ABORTED',
          { cause: signal.reason },
        );
      const previous = partitions.get(day.day)?.file;
      const metadata = { store: identity.id, environment: identity.environment, revision: String(day.revision) };
      const found = await writeDay(connection, store, folder, day, previous, metadata).catch((error: unknown) => {
        throw explain(folder, day.day, error);
      });
      runs += found;
      if (found > 0 || previous !== undefined) written += 1;
    }
    return { written, unchanged: days.length - written, runs };
  };
  return withDuckDB(spill, work).catch((error: unknown) => {
    throw explain(folder, undefined, error);
  });
}

/** Replaces the file of one day. @returns the number of runs in it */
async function writeDay(
  connection: DuckDBConnection,
  store: HistoryStore,
  folder: string,
  { day }: HistoryDay,
  previous: string | undefined,
  metadata: Readonly<Record<string, string>>,
): Promise<number> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE runs (key VARCHAR, job VARCHAR, outcome VARCHAR, status VARCHAR, start BIGINT,
     "end" BIGINT, rows DOUBLE, version VARCHAR, first_seen BIGINT, raw VARCHAR)`,
  );
  const period = { since: day * dayLength, until: (day + 1) * dayLength, first: 'oldest', limit: pageSize } as const;
  await append(connection, streamRuns(store, period));
  const rest = previous === undefined ? undefined : await prunedRuns(connection, store, previous);
  // The store returns them in order.
  const all = `SELECT ${columns} FROM runs${rest === undefined ? '' : ` UNION ALL ${rest} ORDER BY start, key`}`;
  const partition = makeFolder(folder, partitionName(day));
  for (const name of readdirSync(partition)) if (isTemporary(name)) rmSync(join(partition, name), { force: true });
  const file = partitionFile(folder, day);
  const written = temporaryPath(file);
  const pairs = Object.entries(metadata).map(([name, value]) => `${name}: ${sqlText(value)}`);
  try {
    // DuckDB writes into the file that exists, so its mode is ours.
    createFile(written, '');
    const result = await connection.runAndReadAll(
      `COPY (${all}) TO ${sqlText(written)}
       (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowsTogether}, USE_TMP_FILE false, KV_METADATA {${pairs.join(', ')}})`,
    );
    const runs = Number(result.getRows()[0]?.[0]);
    if (runs === 0) {
      // All runs of the day have moved to another day.
      for (const path of [written, file]) rmSync(path, { force: true });
      rmdirSync(partition);
      return 0;
    }
    moveFile(written, file, { flush: true });
    return runs;
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
}

async function append(connection: DuckDBConnection, pages: AsyncIterable<readonly StoredRun[]>): Promise<void> {
  const appender = await connection.createAppender('runs');
  const microseconds = (milliseconds: number) => appender.appendBigInt(BigInt(milliseconds) * 1000n);
  for await (const page of pages) {
    for (const { key, job, outcome, status, start, end, rows, version, firstSeen, raw } of page.flatMap(
      // The rows may be from a store of the caller, or from an earlier version.
      (run) => correctRun(run) ?? [],
    )) {
      appender.appendVarchar(key);
      appender.appendVarchar(job);
      appender.appendVarchar(outcome);
      appender.appendVarchar(status);
      microseconds(start);
      if (end === undefined) appender.appendNull();
      else microseconds(end);
      if (rows === undefined) appender.appendNull();
      else appender.appendDouble(rows);
      appender.appendVarchar(version);
      microseconds(firstSeen);
      appender.appendVarchar(raw);
      appender.endRow();
    }
    // What is not flushed does not count against the limit of memory.
    appender.flushSync();
  }
  appender.closeSync();
}

/**
 * A query for the runs in the previous file that are no longer in the store. They were pruned, and are kept in the
 * export.
 */
async function prunedRuns(connection: DuckDBConnection, store: HistoryStore, previous: string): Promise<string> {
  const read = `read_parquet(${pathList([previous])}, hive_partitioning = false)`;
  // As bytes: the package reads a text without a byte order mark at its beginning.
  const missing = await connection.runAndReadAll(`SELECT encode(key) FROM ${read} ANTI JOIN runs USING (key)`);
  const keys = missing.getRows().map(([key]) => Buffer.from((key as DuckDBBlobValue).bytes).toString());
  await connection.run('CREATE OR REPLACE TEMP TABLE pruned (key VARCHAR)');
  const appender = await connection.createAppender('pruned');
  for (let first = 0; first < keys.length; first += 1_000) {
    const some = keys.slice(first, first + 1_000);
    // A run that is still in the store has moved to another day.
    const moved = new Set((await store.readRuns({ keys: some })).map(({ key }) => key));
    for (const key of some) {
      if (moved.has(key)) continue;
      appender.appendVarchar(key);
      appender.endRow();
    }
  }
  appender.closeSync();
  return `SELECT * FROM ${read} SEMI JOIN pruned USING (key)`;
}

/** Why the folder cannot be used, as an error. */
function refusal(error: unknown): ConfigError {
  const rule = isLinkError(error)
    ? `must have no links in it, found ${error.path}; replace it with a folder`
    : `must be a folder that can be written (${reasonOf(error)})`;
  return new ConfigError('folder', rule, { cause: scrubError(error) });
}

/** DuckDB's error types, with which its messages begin. The rest of a message may repeat values, so it is not shown. */
const kind = /^(IO|Out of Memory|Fatal|Conversion|Invalid Input|Internal|Not implemented|Binder|Catalog|Parser) Error:/;

function explain(folder: string, day: number | undefined, error: unknown): unknown {
  if (isSynclineError(error)) return error;
  if (isLinkError(error)) return refusal(error);
  const cause = scrubError(error);
  const [, found] = kind.exec(String((error as Partial<Error> | undefined)?.message)) ?? [];
  const isFull = found === 'IO' && /no space left on device/i.test((error as Error).message);
  const what = isFull ? 'the disk is full' : found === undefined ? reasonOf(error) : `${found} DuckDB error`;
  return new StoreError(
    `The export to ${folder} failed${day === undefined ? '' : ` at the day ${dayName(day)}`} (${what}). The days that are ` +
      'written are complete. Check the disk and the permissions of the folder, and export again to continue.',
    cause.code ?? 'DUCKDB',
    { cause },
  );
}
