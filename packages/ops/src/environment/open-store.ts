import { existsSync } from 'node:fs';
import { ConfigError, formatDuration, isSynclineError, ownOptions } from '@syncline/core/internal';
import type { AlertStore, HistoryStore, ReadMark, Store, StoredRun, StoredRunQuery } from '@syncline/runs';
import { type Environment, missingEntry } from './environment.ts';

/** The store of an environment. */
export interface OpenStore extends Store, HistoryStore, AlertStore, ReadMark {
  readRuns(query: StoredRunQuery): Promise<readonly StoredRun[]>;
}

/** Options of `openStore`. */
export interface OpenStoreOptions {
  /** Whether a file that does not exist is created. @default false */
  readonly create?: boolean | undefined;
  /** How long other workers wait before they replace one that died, in PostgreSQL. @default '30s' */
  readonly lease?: string | undefined;
}

/**
 * Opens the store of the configuration: a SQLite file, or a PostgreSQL database through the package `pg`, which you
 * install.
 *
 * @throws {ConfigError} when no store is configured, the file does not exist, or `pg` is not installed
 * @throws {StateError} when it is not a store, or contains the runs of another environment
 * @throws {StoreError} when the database cannot be reached
 */
export async function openStore(environment: Environment, options?: OpenStoreOptions): Promise<OpenStore> {
  const { create, lease } = ownOptions(options, { create: 1, lease: 1 });
  const { store, name } = environment;
  if (store === undefined) throw missingEntry('store');
  if ('sqlite' in store) {
    if (create !== true && !existsSync(store.sqlite))
      throw new ConfigError(
        'store.sqlite',
        `names ${store.sqlite}, which does not exist; \`syncline monitor\` creates it`,
      );
    const { openSqliteStore } = await import('@syncline/runs/sqlite');
    return openSqliteStore(store.sqlite, { environment: name });
  }
  const { fromPgPool, openPostgresStore } = await import('@syncline/runs/postgres');
  const { Pool } = await loadDriver();
  const pool = createPool(Pool, await store.postgres());
  try {
    const opened = await openPostgresStore(fromPgPool(pool), {
      environment: name,
      lease,
      worker: 'monitor',
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
 * A sentence about a store into which no monitor has read the history for hours; undefined for any other, and for one that
 * a program of the user's own fills.
 */
export async function outdatedNote(store: ReadMark): Promise<string | undefined> {
  const age = await store.readAge();
  if (age === undefined || age <= outdatedAfter) return undefined;
  return `The monitor last read the history ${formatDuration(age)} ago, so later runs are not in the store`;
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
    throw new ConfigError('store.postgres', 'needs the driver of PostgreSQL; install it with `npm install pg`');
  }
}
