import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../errors/config-error.ts';
import type { SqlDatabase } from './database.ts';

/**
 * SQLite inside Node: in memory, or a file.
 *
 * @throws ConfigError when the file cannot be opened or is no database
 */
export function openNodeSqlite(file = ':memory:'): SqlDatabase {
  try {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA user_version');
    return database as unknown as SqlDatabase;
  } catch (error) {
    throw new ConfigError('file', `${file} cannot be opened as a database: ${(error as Error).message}`);
  }
}
