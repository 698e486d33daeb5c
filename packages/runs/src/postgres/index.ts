export {
  openPostgresStore,
  openPostgresStores,
  type PostgresStoreOptions,
  type PostgresStores,
  type PostgresStoresOptions,
} from './open-postgres-store.ts';
export {
  fromPgPool,
  type PgClient,
  type PgPool,
  type PostgresDatabase,
  type PostgresQuery,
  type PostgresResult,
  type PostgresRow,
} from './postgres-database.ts';
export type { PostgresStore } from './postgres-store.ts';
