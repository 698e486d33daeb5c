import { ConfigError, compareCodeUnits } from '@syncline/core/internal';
import { jobFields } from '../job/job-definition.ts';
import {
  type Json,
  type Snapshot,
  type SnapshotFile,
  type SnapshotGap,
  type SnapshotJob,
  canonicalValue,
  indexFormat,
  indexPath,
  jobFormat,
  sortGaps,
} from './snapshot.ts';

/** The path and the text of a file of a snapshot. */
export interface SnapshotText {
  /** Relative to the folder of the snapshot, with `/` */
  readonly path: string;
  readonly text: string;
}

/**
 * Reads the files of a snapshot. The file of a job that the index lists as unreadable is out of date, so it is left
 * out. Values are brought into their canonical form again, so that a manually edited file is compared by its meaning.
 *
 * @throws {ConfigError} when a file is not one of a snapshot, with its path as the option, or the index is missing
 */
export function parseSnapshot(texts: Iterable<SnapshotText>): Snapshot {
  const files: SnapshotFile[] = [];
  let index: { readonly gaps: readonly SnapshotGap[]; readonly text: string } | undefined;
  for (const { path, text } of checkedTexts(texts)) {
    const value = parse(path, text);
    if (path === indexPath) index = { gaps: readGaps(path, value), text };
    else files.push(readJob(path, text, value));
  }
  if (index === undefined) throw new ConfigError(indexPath, 'is missing: the folder does not contain a snapshot');
  const lost = new Set(index.gaps.map(({ workspace, name }) => JSON.stringify([workspace, name])));
  return {
    files: files
      .filter(({ workspace, name }) => !lost.has(JSON.stringify([workspace, name])))
      .sort((a, b) => compareCodeUnits(a.path, b.path)),
    unreadable: sortGaps(index.gaps),
    index: { path: indexPath, text: index.text },
  };
}

function* checkedTexts(texts: Iterable<SnapshotText>): Iterable<SnapshotText> {
  if (typeof (texts as Partial<Iterable<SnapshotText>> | null | undefined)?.[Symbol.iterator] !== 'function')
    throw new ConfigError('texts', 'must be a list of files');
  for (const file of texts) {
    const { path, text } = Object(file) as Partial<SnapshotText>;
    if (typeof path !== 'string' || typeof text !== 'string')
      throw new ConfigError('texts', 'must have a `path` and a `text` each');
    yield { path, text };
  }
}

/** The job in the text of a file; undefined if it is not a file of a snapshot. */
export function jobOfFile(text: string): SnapshotJob | undefined {
  try {
    const { name, workspace } = readJob('', text, parse('', text));
    return { name, workspace };
  } catch {
    return undefined;
  }
}

type JsonObject = { readonly [key: string]: Json };

function parse(path: string, text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ConfigError(path, 'is not JSON: take the snapshot again, or restore the file');
  }
  if (!isObject(value)) throw new ConfigError(path, 'is not a file of a snapshot: it must contain an object');
  return value;
}

function readJob(path: string, text: string, { format, workspace, job }: JsonObject): SnapshotFile {
  if (format !== jobFormat) throw new ConfigError(path, `must have the format ${jobFormat}`);
  if (!isObject(job) || typeof job['JobName'] !== 'string')
    throw new ConfigError(path, 'must have a job with a JobName');
  if (workspace !== undefined && typeof workspace !== 'string')
    throw new ConfigError(path, 'must have the name of the workspace as text');
  const fields: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const field of Object.keys(job).sort(compareCodeUnits)) {
    const value = canonicalValue(field, job[field]);
    if (value !== undefined && !jobFields.volatile.has(field)) fields[field] = value;
  }
  const file = { path, name: job['JobName'], fields, text };
  return workspace === undefined ? file : { ...file, workspace };
}

function readGaps(path: string, { format, unreadable }: JsonObject): SnapshotGap[] {
  if (format !== indexFormat) throw new ConfigError(path, `must have the format ${indexFormat}`);
  const isGap = (gap: unknown): boolean =>
    isObject(gap) && typeof gap['name'] === 'string' && typeof gap['because'] === 'string';
  if (!Array.isArray(unreadable) || !unreadable.every(isGap))
    throw new ConfigError(path, 'must list the unreadable jobs, each with its name and the reason');
  return unreadable as unknown as SnapshotGap[];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
