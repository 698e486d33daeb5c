import { type Clock, ConfigError, type Duration, guardClock, ownOptions, parseDuration } from '@syncline/core/internal';
import { dropUnpartitioned, moveMore } from './partitions.ts';
import { checkDatabase, type PostgresDatabase } from './postgres-database.ts';
import { createPostgresStore, type PostgresStore, type StoreParts } from './postgres-store.ts';
import { RollUps } from './roll-ups.ts';
import { trimVersions } from './past-versions.ts';
import { prepareSchema, schemaName } from './schema.ts';
import { createStatements } from './statements.ts';

/** Options of all functions that open stores in PostgreSQL. */
interface CommonOptions {
  /** The schema of the tables. It is created if it does not exist. @default 'syncline' */
  readonly schema?: string | undefined;
  /**
   * How long other workers wait before they replace a worker that failed, by the database's clock: from one second to
   * one day. A worker renews its lease while it polls, for at most 20 leases.
   *
   * @default '30s'
   */
  readonly lease?: Duration | undefined;
  /** A name for this process, which is shown in the column `holder`. @default 'worker' */
  readonly worker?: string | undefined;
  /**
   * The time limit for each statement, and for the begin and the end of each transaction, from 1 ms to 1 day.
   * @default '30s'
   */
  readonly timeout?: Duration | undefined;
  /**
   * Called while the tables of an earlier version are migrated, with how far that has come for an environment, from 0
   * to 1. It takes about a minute for each million runs. If the process is killed, the next one continues.
   */
  readonly onMigration?: ((share: number, environment: string) => void) | undefined;
  /** Tests can pass their own clock. @default the machine's clock */
  readonly clock?: Clock | undefined;
}

/** Options of `openPostgresStore`. */
export interface PostgresStoreOptions extends CommonOptions {
  /** The name of the environment whose runs the store keeps. @default 'default' */
  readonly environment?: string | undefined;
}

/** Options of `openPostgresStores`. */
export interface PostgresStoresOptions extends CommonOptions {
  /** The names of the environments that the workers share */
  readonly environments: readonly string[];
  /** The minimum time between two claims of the same environment. @default '1m' */
  readonly every?: Duration | undefined;
}

/** The environments that several workers share. */
export interface PostgresStores {
  /**
   * Claims the environment that was polled least recently, of those that no other worker holds. Close the store after
   * the poll, so that other workers can claim the environment.
   *
   * @returns a store that holds the lease; undefined if no environment is free and due
   */
  claim(): Promise<PostgresStore | undefined>;
}

const commonNames = { schema: 1, lease: 1, worker: 1, timeout: 1, onMigration: 1, clock: 1 } as const;

/**
 * Opens the store of an environment in PostgreSQL, and creates its tables if they do not exist. Several workers may
 * open it, but only one of them polls at a time. That worker holds a lease, and another one takes over when the lease
 * has expired. If the first worker resumes after that, it cannot write, because its fence is refused.
 *
 * @param database - your driver's functions; see `PostgresDatabase`
 * @throws {ConfigError} if an option is wrong, or the functions do not behave as required
 * @throws {StateError} if the schema has other tables, or was written by a later version
 * @throws {StoreError} if the database cannot be reached
 *
 * @example
 * ```ts
 * import { openPostgresStore, type PostgresDatabase } from '@syncline/runs/postgres';
 *
 * export async function open(database: PostgresDatabase) {
 *   return openPostgresStore(database, { environment: 'production', lease: '30s' });
 * }
 * ```
 */
export async function openPostgresStore(
  database: PostgresDatabase,
  options?: PostgresStoreOptions,
): Promise<PostgresStore> {
  const { environment = 'default', ...common } = ownOptions(options, { ...commonNames, environment: 1 });
  checkName('environment', environment);
  const parts = await prepare(database, common, [environment]);
  return createPostgresStore({ ...parts, environment, holder: holderOf(common.worker) });
}

/**
 * Opens the environments that several workers share, and creates the tables if they do not exist. Each worker claims
 * one environment after the other. Two workers never hold the same one.
 *
 * @param database - your driver's functions; see `PostgresDatabase`
 * @throws what `openPostgresStore` throws
 *
 * @example
 * ```ts
 * import { openPostgresStores, type PostgresDatabase } from '@syncline/runs/postgres';
 *
 * export async function pollAll(database: PostgresDatabase, poll: (environment: string) => Promise<void>) {
 *   const stores = await openPostgresStores(database, { environments: ['production', 'test'], every: '1m' });
 *   for (let store = await stores.claim(); store !== undefined; store = await stores.claim()) {
 *     await poll(store.environment);
 *     await store.close();
 *   }
 * }
 * ```
 */
export async function openPostgresStores(
  database: PostgresDatabase,
  options: PostgresStoresOptions,
): Promise<PostgresStores> {
  const checked = ownOptions(options, { ...commonNames, environments: 1, every: 1 });
  const { environments, every = '1m', ...common } = checked;
  if (!Array.isArray(environments) || environments.length === 0)
    throw new ConfigError('environments', 'must be a list of the names of environments');
  for (const [index, name] of environments.entries()) checkName(`environments[${index}]`, name);
  const rest = parseDuration('every', every);
  const parts = await prepare(database, common, environments);
  const parameters = JSON.stringify(environments);
  return {
    async claim() {
      const holder = holderOf(common.worker);
      const [row] = await parts.database.query(parts.statements.claim, [parameters, holder, parts.lease, rest]);
      if (row === undefined) return undefined;
      return createPostgresStore({ ...parts, environment: String(row['environment']), holder });
    },
  };
}

async function prepare(
  database: PostgresDatabase,
  {
    schema: schemaOption = 'syncline',
    lease: leaseGiven = '30s',
    worker,
    timeout: timeoutGiven = '30s',
    onMigration,
    clock,
  }: CommonOptions,
  environments: readonly string[],
): Promise<Omit<StoreParts, 'environment' | 'holder'>> {
  const schema = schemaName(schemaOption);
  const lease = parseDuration('lease', leaseGiven);
  if (lease < 1_000 || lease > 86_400_000) throw new ConfigError('lease', 'must be from one second to one day');
  const timeout = parseDuration('timeout', timeoutGiven);
  if (timeout < 1 || timeout > 86_400_000) throw new ConfigError('timeout', 'must be from one millisecond to one day');
  if (worker !== undefined) checkName('worker', worker);
  const guarded = guardClock(clock);
  const checked = checkDatabase(database, timeout, guarded);
  await prepareSchema(checked, schema, environments);
  for (const environment of environments) {
    // Each of the three parts reads all runs.
    const tell = (done: number, share: number) => onMigration?.((done + share) / 3, environment);
    const moveSome = () => checked.transaction((query) => moveMore(query, schema, environment));
    for (let share = await moveSome(); share !== undefined; share = await moveSome()) tell(0, share);
    const rollUps = new RollUps(schema, environment);
    const countMore = () => checked.transaction((query) => rollUps.countMore(query));
    for (let share = await countMore(); share !== undefined; share = await countMore()) tell(1, share);
    while (await checked.transaction((query) => trimVersions(query, schema, environment))) tell(2, 0);
  }
  await checked.transaction((query) => dropUnpartitioned(query, schema));
  return { database: checked, statements: createStatements(schema), schema, lease, timeout, clock: guarded };
}

/** Two processes with the same name are still different holders. */
function holderOf(worker = 'worker'): string {
  return `${worker} ${crypto.randomUUID()}`;
}

function checkName(option: string, name: unknown): void {
  if (typeof name !== 'string' || !/^[^\0-\x1f]{1,200}$/.test(name))
    throw new ConfigError(option, 'must be a name of 1 to 200 characters');
}
