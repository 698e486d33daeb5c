import { execFile } from 'node:child_process';
import { parseSnapshot, type Snapshot } from '@syncline/jobs';
import { readSnapshot } from '@syncline/jobs/node';

/** A snapshot, and whether it is from the requested moment. */
export interface DatedSnapshot {
  readonly snapshot: Snapshot;
  /**
   * Whether it is from the requested moment, in the history of git. Otherwise, it is the current content of the folder
   */
  readonly isDated: boolean;
}

/** The limits of git: the time in milliseconds, and the size of its output in bytes. */
const limits = { timeout: 30_000, maxBuffer: 256 * 1024 * 1024 } as const;

/**
 * The snapshot in a folder as it was at a moment, from the history of its git repository. Without a repository, or if
 * the folder was not in it yet, the current snapshot in the folder.
 *
 * @param moment - milliseconds since 1970
 * @throws {ConfigError} when the folder has no snapshot
 */
export async function snapshotAt(folder: string, moment: number): Promise<DatedSnapshot> {
  const before = `--before=${new Date(moment).toISOString()}`;
  const commit = (await git(folder, ['rev-list', '-1', before, 'HEAD', '--', '.']))?.toString().trim();
  const list = commit ? (await git(folder, ['ls-tree', '-r', '-z', commit, '.']))?.toString() : undefined;
  if (list === undefined) return { snapshot: await readSnapshot(folder), isDated: false };
  const files = list.split('\0').flatMap((line) => {
    const [, hash, path] = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    const isOfSnapshot = path !== undefined && /^(?:[^/.][^/]*\/)?[^/]+\.json$/.test(path);
    return hash !== undefined && isOfSnapshot ? [{ hash, path }] : [];
  });
  const texts = await readBlobs(
    folder,
    files.map(({ hash }) => hash),
  );
  if (texts === undefined || files.length === 0) return { snapshot: await readSnapshot(folder), isDated: false };
  return {
    snapshot: parseSnapshot(files.map(({ path }, index) => ({ path, text: texts[index] ?? '' }))),
    isDated: true,
  };
}

/** The output of git; undefined if it fails or is not installed. */
function git(folder: string, parameters: readonly string[], input = ''): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const options = { ...limits, cwd: folder, encoding: 'buffer', windowsHide: true } as const;
    const child = execFile('git', [...parameters], options, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/**
 * The texts of blobs, in order, read with one process. The format is `<hash> blob <size>`, a line break, the bytes, a
 * line break.
 */
async function readBlobs(folder: string, hashes: readonly string[]): Promise<readonly string[] | undefined> {
  const output = await git(folder, ['cat-file', '--batch'], hashes.map((hash) => `${hash}\n`).join(''));
  if (output === undefined) return undefined;
  const texts: string[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const size = Number(/ blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1]);
    if (!Number.isInteger(size)) return undefined;
    texts.push(output.toString('utf8', end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return texts.length === hashes.length ? texts : undefined;
}
