import { type Clock, ConfigError, guard, isSynclineError, reasonOf, scrubError } from '@syncline/core/internal';
import { StateError, StoreError } from '../errors/errors.ts';

/** A row, by column names. */
export type PostgresRow = Readonly<Record<string, unknown>>;

/** The result of a driver: a list of rows, or an object that contains one. */
export type PostgresResult = readonly PostgresRow[] | { readonly rows: readonly PostgresRow[] };

/**
 * Runs one SQL statement.
 *
 * @param text - with `$1`, `$2`, … for the parameters
 */
export type PostgresQuery = (
  text: string,
  parameters: (string | number | null)[],
) => PromiseLike<PostgresResult> | PostgresResult;

/**
 * A PostgreSQL database, used through your own driver, so that you control the connections, their number and their
 * encryption.
 *
 * `fromPgPool` creates one from a `Pool` of `pg`.
 *
 * @example
 * ```ts
 * import type { PostgresDatabase } from '@syncline/runs/postgres';
 * import postgres from 'postgres';
 *
 * const sql = postgres();
 * export const database: PostgresDatabase = {
 *   query: (text, parameters) => sql.unsafe(text, parameters),
 *   transaction: (work) => sql.begin((inside) => work((text, parameters) => inside.unsafe(text, parameters))) as never,
 * };
 * ```
 */
export interface PostgresDatabase {
  /** Runs one statement, on any connection */
  readonly query: PostgresQuery;
  /**
   * Runs work in one transaction: commits and returns what the work returns, or rolls back and throws what it throws. Every
   * call of the `query` that the work receives runs on the connection of the transaction.
   */
  readonly transaction: <Value>(work: (query: PostgresQuery) => Promise<Value>) => PromiseLike<Value>;
}

/** The same as `PostgresQuery`, checked, with a time limit and typed errors. */
export type CheckedQuery = (text: string, parameters?: (string | number | null)[]) => Promise<readonly PostgresRow[]>;

/** The caller's database, with a time limit on each step, checked results and typed errors. */
export interface CheckedDatabase {
  readonly query: CheckedQuery;
  /**
   * The second argument of the work is for a function of the caller: the same query, with the results and errors of the
   * caller's driver.
   */
  readonly transaction: <Value>(work: (query: CheckedQuery, plain: PostgresQuery) => Promise<Value>) => Promise<Value>;
}

/**
 * Guards the caller's functions, which may hang, throw, reject, or return wrong values.
 *
 * @param timeout - the maximum time of a step, in milliseconds: a statement, or the begin or the end of a transaction
 */
export function checkDatabase(database: PostgresDatabase, timeout: number, clock: Clock): CheckedDatabase {
  const { query, transaction } = (database ?? {}) as Partial<PostgresDatabase>;
  if (typeof query !== 'function') throw new ConfigError('query', 'must be a function that runs a statement');
  if (typeof transaction !== 'function')
    throw new ConfigError('transaction', 'must be a function that runs work in a transaction');

  const limited = <Value>(step: string, work: (progress: () => void) => Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const late = () => {
        isLate = true;
        const text =
          `PostgreSQL did not respond within ${timeout} ms (${step}). Check the database, or raise timeout. The next ` +
          'call continues from what was written.';
        reject(new StoreError(text, 'TIMEOUT'));
      };
      let cancel = clock.wait(timeout, late);
      const progress = () => {
        cancel();
        if (!isLate) cancel = clock.wait(timeout, late);
      };
      work(progress)
        .finally(() => cancel())
        .then(resolve, (error: unknown) => reject(explain(error)));
    });
  const rowsOf = (result: unknown): readonly PostgresRow[] => {
    const rows = Array.isArray(result) ? result : (result as { rows?: unknown } | null | undefined)?.rows;
    if (Array.isArray(rows)) return rows as readonly PostgresRow[];
    throw new ConfigError('query', 'must return the rows of the statement, or an object that has them as rows');
  };
  const call = async (run: PostgresQuery, text: string, parameters: (string | number | null)[]) =>
    rowsOf(await guard<PostgresResult>(() => run(text, parameters), rethrow));

  return {
    query: (text, parameters = []) => limited('query', () => call(query, text, parameters)),
    transaction: (work) =>
      limited('transaction', async (progress) => {
        let result: { readonly value: Awaited<ReturnType<typeof work>> } | undefined;
        let failure: { readonly error: unknown } | undefined;
        const run = async (plain: PostgresQuery) => {
          progress();
          try {
            const checked: CheckedQuery = async (text, parameters = []) => {
              try {
                return await call(plain, text, parameters);
              } finally {
                progress();
              }
            };
            const watched: PostgresQuery = async (text, parameters) => {
              try {
                return await plain(text, parameters);
              } finally {
                progress();
              }
            };
            result = { value: await work(checked, watched) };
            return result.value;
          } catch (error) {
            failure = { error };
            throw error;
          }
        };
        await guard<unknown>(
          () => transaction(run),
          (error) => rethrow(failure === undefined ? error : failure.error),
        );
        if (failure !== undefined)
          throw new ConfigError('transaction', 'must roll back and throw when the work throws');
        if (result === undefined) throw new ConfigError('transaction', 'must call the work and wait for it');
        return result.value;
      }),
  };
}

function rethrow(error: unknown): never {
  throw error;
}

/** Codes of PostgreSQL and its drivers that mean that the database cannot be reached, or ended the connection. */
const unreachable = /^(08...|57P0.|53300|E[A-Z]+|CONNECT(ION)?_[A-Z_]+)$/;
/** Codes that mean that the tables, their columns or their schema no longer exist. */
const unreadable = /^(42P01|42703|3F000)$/;

/** The meanings of the codes that an operator can act on (PostgreSQL, appendix A). */
const meanings: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '28000': 'the server refused the user',
  '28P01': 'the server refused the password',
  '3D000': 'the database does not exist',
  '42501': 'the user lacks a permission',
  '53100': 'the disk of the server is full',
  '53200': 'the server has no more memory',
};

function explain(error: unknown): unknown {
  if (isSynclineError(error)) return error;
  const cause = scrubError(error);
  const code = codeOf(error);
  if (unreachable.test(code))
    return new StoreError(
      `PostgreSQL cannot be reached, or ended the connection (${code}). Check the database. The next call continues from ` +
        'what was written.',
      code,
      { cause },
    );
  if (unreadable.test(code))
    return new StateError(
      `The tables of the store cannot be read (${code}). Restore a copy of the database, or name the schema that ` +
        'has the tables.',
      { cause },
    );
  const meaning = Object.hasOwn(meanings, code) ? `${code}: ${meanings[code]}` : code;
  return new StoreError(
    `PostgreSQL refused a statement of the store (${meaning}). The text may repeat values and is not shown here. Look at ` +
      'the log of the server.',
    code,
    { cause },
  );
}

/** The message of pg, without a code, when the server has closed an idle connection in the pool. */
const endedConnection = /^(Connection terminated|Client (was closed|has encountered a connection error))/;

/**
 * The code of the failure: of SQLSTATE, the system or the driver, otherwise the class of the thrown value. Never a
 * message, which may contain a connection string with its password.
 */
function codeOf(error: unknown): string {
  let code: unknown;
  let message: unknown;
  try {
    ({ code, message } = Object(error) as { code?: unknown; message?: unknown });
  } catch {
    // A getter can throw too.
  }
  if (code === undefined && typeof message === 'string' && endedConnection.test(message)) return 'CONNECTION_CLOSED';
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : reasonOf(error);
}

/** The part of a client of `pg` that the store needs. */
export interface PgClient {
  query(text: string, parameters?: (string | number | null)[]): PromiseLike<PostgresResult>;
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of a `Pool` of `pg` that the store needs. */
export interface PgPool {
  query(text: string, parameters?: (string | number | null)[]): PromiseLike<PostgresResult>;
  connect(): Promise<PgClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect', listener: (client: PgClient) => void): unknown;
}

/**
 * Returns the functions of a store for a `Pool` of `pg`. You own the pool: end it after you have closed the store.
 *
 * It also listens for errors of idle connections, which would otherwise end the process. The next statement reports the
 * failure.
 *
 * @throws {ConfigError} if it is not a pool
 *
 * @example
 * ```ts
 * import { fromPgPool, openPostgresStore } from '@syncline/runs/postgres';
 * import { Pool } from 'pg';
 *
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL });
 * export const open = () => openPostgresStore(fromPgPool(pool), { environment: 'production' });
 * ```
 */
export function fromPgPool(pool: PgPool): PostgresDatabase {
  if (typeof pool?.connect !== 'function' || typeof pool.query !== 'function')
    throw new ConfigError('pool', 'must be a Pool of pg');
  const ignore = (): void => {};
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return {
    query: (text, parameters) => pool.query(text, parameters),
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const value = await work((text, parameters) => client.query(text, parameters));
        await client.query('COMMIT');
        client.release();
        return value;
      } catch (error) {
        // Closing the connection ends its transaction, even if the server no longer responds.
        client.release(true);
        throw error;
      }
    },
  };
}
