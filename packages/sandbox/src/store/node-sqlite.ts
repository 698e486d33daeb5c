import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '@syncline/core/errors';
import type { SqlDatabase } from './database.ts';

/**
 * Opens Node's SQLite in memory or in a file.
 *
 * @throws ConfigError when the file cannot be opened or is not a database
 */
export function openNodeSqlite(file = ':memory:'): SqlDatabase {
  // SQLite would use a temporary file, and delete it at the end.
  if (file === '') throw new ConfigError('file', 'must be the path of a SQLite database or of a new file, found ""');
  try {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA user_version');
    return database as unknown as SqlDatabase;
  } catch (error) {
    throw new ConfigError(
      'file',
      `must be a SQLite database or a new file, but ${file} cannot be opened: ${(error as Error).message}`,
    );
  }
}
