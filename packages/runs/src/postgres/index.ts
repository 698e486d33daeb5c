export { fromPgPool, type PgClient, type PgPool } from './from-pg-pool.ts';
export {
  openPostgresStore,
  openPostgresStores,
  type PostgresStoreOptions,
  type PostgresStores,
  type PostgresStoresOptions,
} from './open-postgres-store.ts';
export type { PostgresDatabase, PostgresQuery, PostgresResult, PostgresRow } from './postgres-database.ts';
export type { PostgresStore } from './postgres-store.ts';
