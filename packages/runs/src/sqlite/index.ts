export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from './open-sqlite-store.ts';
