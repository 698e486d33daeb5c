import { existsSync, statSync } from 'node:fs';
import { ConfigError, formatDuration, isSynclineError, notify, ownOptions } from '@syncline/core/internal';
import type { AlertStore, HistoryStore, ReadLog, Store, StoredRun, StoredRunQuery } from '@syncline/runs';
import { type Environment, missingEntry } from './environment.ts';

/** The store of an environment. */
export interface OpenStore extends Store, HistoryStore, AlertStore, ReadLog {
  readRuns(query: StoredRunQuery): Promise<readonly StoredRun[]>;
}

/** Options of `openStore`. */
export interface OpenStoreOptions {
  /** Whether a file that does not exist is created, and other processes that would fill it are refused. @default false */
  readonly create?: boolean | undefined;
  /** How long other workers wait before they replace one that died, in PostgreSQL. @default '30s' */
  readonly lease?: string | undefined;
  /**
   * Called while a store of an earlier version is migrated, with how far that has come, from 0 to 1. With it, a large file is
   * migrated in another thread, so that the caller is not blocked.
   *
   * @default none
   */
  readonly onMigration?: ((share: number) => unknown) | undefined;
  /** Ends a migration in another thread; the next one continues. `openStore` then throws its reason */
  readonly signal?: AbortSignal | undefined;
}

/** Migrating a smaller file takes less time than starting a thread, in bytes. */
const largeFile = 32 * 1024 * 1024;

/**
 * Opens the store of the configuration: a SQLite file, or a PostgreSQL database through the package `pg`, which you
 * install.
 *
 * @throws {ConfigError} when no store is configured, the file does not exist, or `pg` is not installed
 * @throws {StateError} when it is not a store, or contains the runs of another environment
 * @throws {StoreError} when the database cannot be reached
 */
export async function openStore(environment: Environment, options?: OpenStoreOptions): Promise<OpenStore> {
  const checked = ownOptions(options, { create: 1, lease: 1, onMigration: 1, signal: 1 });
  const { create, lease, onMigration, signal } = checked;
  const report = onMigration && ((share: number): void => notify(onMigration, share));
  const { store, name } = environment;
  if (store === undefined) throw missingEntry('store');
  if ('sqlite' in store) {
    if (create !== true && !existsSync(store.sqlite))
      throw new ConfigError(
        'store.sqlite',
        `names ${store.sqlite}, which does not exist; \`syncline monitor\` creates it`,
      );
    const { needsMigration, openSqliteStore } = await import('@syncline/runs/sqlite');
    const isLarge = (statSync(store.sqlite, { throwIfNoEntry: false })?.size ?? 0) >= largeFile;
    if (report !== undefined && isLarge && needsMigration(store.sqlite))
      await migrateFile(store.sqlite, name, { report, signal });
    // Only a monitor creates the file, and it fills it.
    return openSqliteStore(store.sqlite, { environment: name, exclusive: create, onMigration: report });
  }
  const { fromPgPool, openPostgresStore } = await import('@syncline/runs/postgres');
  const { Pool } = await loadDriver();
  const pool = createPool(Pool, await store.postgres());
  try {
    const opened = await openPostgresStore(fromPgPool(pool), {
      environment: name,
      lease,
      worker: 'monitor',
      onMigration: report,
    });
    return {
      ...opened,
      close: async () => {
        await opened.close();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Three intervals of the slowest monitor. After that, a store is as if nobody reads the history into it. */
const outdatedAfter = 3 * 3_600_000;

/**
 * A sentence about what a store lacks: records that the monitor could not read, or everything of the last hours, because no
 * monitor has read the history. Undefined for any other store, and for one that a program of the user's own fills.
 */
export async function gapNote(store: ReadLog): Promise<string | undefined> {
  const { ageMs = 0, note } = (await store.lastRead()) ?? {};
  if (ageMs <= outdatedAfter) return note;
  return `The monitor last read the history ${formatDuration(ageMs)} ago, so later runs are not in the store.`;
}

/** Migrates a large file in another thread. If that fails, opening the file fails too, and says why. */
async function migrateFile(
  file: string,
  environment: string,
  { report, signal }: { readonly report: (share: number) => void; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const { Worker } = await import('node:worker_threads');
  const name = import.meta.url.endsWith('.ts') ? './migrate-store.ts' : './migrate-store.js';
  const worker = new Worker(new URL(name, import.meta.url), { workerData: { file, environment } });
  const end = (): void => void worker.terminate();
  signal?.addEventListener('abort', end, { once: true });
  worker.on('message', report);
  await new Promise<void>((resolve) => {
    worker.on('error', () => resolve());
    worker.once('exit', () => resolve());
  });
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
}

type PoolClass = typeof import('pg').Pool;

/** The address contains a password, so nothing of it is shown. */
function createPool(Pool: PoolClass, connectionString: string): InstanceType<PoolClass> {
  try {
    return new Pool({ connectionString, max: 5, connectionTimeoutMillis: 10_000 });
  } catch {
    throw new ConfigError('store.postgres', 'must be the address of a PostgreSQL database: postgres://user@host/name');
  }
}

async function loadDriver(): Promise<{ readonly Pool: PoolClass }> {
  try {
    return (await import('pg')).default;
  } catch (error) {
    if (isSynclineError(error) || (error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError('store.postgres', 'needs the PostgreSQL driver; install it with `npm install pg`');
  }
}
