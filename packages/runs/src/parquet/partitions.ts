import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { scrubError } from '@syncline/core/internal';
import { StateError } from '../errors/errors.ts';
import { dayLength, dayName } from '../store/history-store.ts';
import { type DuckDBConnection, pathList } from './duckdb.ts';

/** The data about a partition in the metadata of its file. */
interface Partition {
  readonly revision: number;
  readonly file: string;
}

/** The name of a day's folder in Hive's naming scheme, from which engines read `day`. */
export function partitionName(day: number): string {
  return `day=${dayName(day)}`;
}

/** The file of a day. */
export function partitionFile(folder: string, day: number): string {
  return join(folder, partitionName(day), 'runs.parquet');
}

/**
 * Finds out which days an export contains, and in which revision. Both are stored in the files, so that a file and its
 * revision always match, even if an export was interrupted.
 *
 * @throws {StateError} if a file is damaged, or is the export of another store
 */
export async function readPartitions(
  connection: DuckDBConnection,
  folder: string,
  { id, environment }: { readonly id: string; readonly environment: string },
): Promise<ReadonlyMap<number, Partition>> {
  const files = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const day = Date.parse(/^day=(\d{4}-\d\d-\d\d)$/.exec(name)?.[1] ?? '') / dayLength;
    if (!Number.isInteger(day)) continue;
    const file = partitionFile(folder, day);
    if (existsSync(file)) files.set(file, day);
  }
  const metadata = await readMetadata(connection, [...files.keys()]);
  const partitions = new Map<number, Partition>();
  for (const [file, day] of files) {
    const { store, revision, environment: kept } = metadata.get(file) ?? {};
    if (store !== id)
      throw new StateError(
        store === undefined
          ? `The file ${file} was not written by exportParquet. Name another folder, or move the file.`
          : `The folder ${folder} contains the export of another store, of the environment ${JSON.stringify(kept)}, and this ` +
              `store has the runs of ${JSON.stringify(environment)}. Use one folder for each store.`,
      );
    partitions.set(day, { revision: Number(revision), file });
  }
  return partitions;
}

type Metadata = Partial<Record<'store' | 'environment' | 'revision', string>>;

async function readMetadata(
  connection: DuckDBConnection,
  files: readonly string[],
): Promise<ReadonlyMap<string, Metadata>> {
  const found = new Map<string, Metadata>();
  if (files.length === 0) return found;
  const query = (paths: readonly string[]) =>
    connection.runAndReadAll(
      `SELECT file_name, decode(key), decode(value) FROM parquet_kv_metadata(${pathList(paths)})`,
    );
  const reader = await query(files).catch(async (error: unknown) => {
    for (const file of files)
      await query([file]).catch((cause: unknown) => {
        throw new StateError(
          `The file ${file} cannot be read: it is damaged, or not Parquet. Restore a copy; or delete it, and export ` +
            'again. Runs that were pruned from the store are only in the file.',
          { cause: scrubError(cause) },
        );
      });
    throw error;
  });
  for (const [file, key, value] of reader.getRows() as [string, string, string][])
    found.set(file, { ...found.get(file), [key]: value });
  return found;
}
