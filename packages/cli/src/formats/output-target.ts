import { accessSync, constants, lstatSync, readlinkSync, statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigError, isConfigError } from '@syncline/core/internal';

/** The paths of files that a process has opened. */
const openFile = /^\/(?:dev\/(?:fd\/|std(?:in|out|err)$)|proc\/)/;

/** Where a command writes its result. */
export interface OutputTarget {
  /** The file itself, not a symbolic link to it: replacing a link would leave the file unchanged */
  readonly path: string;
  /** A `file` is replaced, and need not exist. A `stream` is a pipe or a device, which can only be written to. */
  readonly kind: 'file' | 'folder' | 'stream';
}

/**
 * Finds where a command writes its result.
 *
 * @param out - the value of `--out`
 * @throws {ConfigError} when it cannot be found out, such as for a link that leads to itself
 */
export function outputTarget(out: string): OutputTarget {
  if (out === '-')
    throw new ConfigError('--out', 'cannot be -: name a file, or /dev/stdout if the command can write to a stream');
  try {
    const found = statOf(out);
    if (found?.isDirectory()) return { path: out, kind: 'folder' };
    // Another process would not see that its open file was replaced.
    if (openFile.test(resolve(out)) || (found !== undefined && !found.isFile())) return { path: out, kind: 'stream' };
    return { path: linkedFile(out), kind: 'file' };
  } catch (error) {
    throw isConfigError(error) ? error : unwritable(out, error);
  }
}

/**
 * The same for a command that writes at its end. It checks before anything is sent that the file can be written.
 *
 * @throws {ConfigError} when it is a folder, or cannot be written
 */
export function writableTarget(out: string): OutputTarget {
  const target = outputTarget(out);
  const { path, kind } = target;
  if (kind === 'folder') throw new ConfigError('--out', `names ${out}, which is a folder; name a file`);
  try {
    accessSync(kind === 'stream' ? path : dirname(resolve(path)), constants.W_OK);
  } catch (error) {
    throw unwritable(out, error);
  }
  return target;
}

const remedies: Readonly<Record<string, string>> = {
  ENOENT: ': its folder does not exist; create it',
  EACCES: ': you may not write there; check the permissions',
  EROFS: ': its file system is read-only; name another place',
};

/** The error for a file that cannot be written. */
export function unwritable(out: string, error: unknown): ConfigError {
  const { code = 'an error' } = error as NodeJS.ErrnoException;
  const rule = code === 'ENXIO' ? 'which nobody reads; start its reader first' : `which cannot be written (${code})`;
  const remedy = remedies[code] ?? '';
  return new ConfigError('--out', `names ${out}, ${rule}${remedy}`, { cause: error });
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/**
 * The file to which a symbolic link leads, which need not exist. A link that somebody else made in a shared folder, such
 * as /tmp, is not followed: it may lead to a file that only the user of the command can write.
 */
function linkedFile(path: string): string {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() !== true) return path;
  const owners = [process.getuid?.() ?? link.uid, statSync(dirname(path)).uid];
  if (!owners.includes(link.uid))
    throw new ConfigError('--out', `names ${path}, which is a symbolic link of another user; name the file itself`);
  return linkedFile(resolve(dirname(path), readlinkSync(path)));
}

/**
 * Checks that a folder can be written, before anything is sent. It need not exist.
 *
 * @throws {ConfigError} that names the folder
 */
export function checkFolder(folder: string): void {
  try {
    let nearest = resolve(folder);
    while (statOf(nearest) === undefined && dirname(nearest) !== nearest) nearest = dirname(nearest);
    if (!statSync(nearest).isDirectory())
      throw new ConfigError(folder, `is not a folder, because ${nearest} is a file`);
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isConfigError(error)) throw error;
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    throw new ConfigError(folder, `cannot be written (${code}); check its permissions`);
  }
}
