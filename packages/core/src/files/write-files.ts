// The only place of the packages that writes files, and, with `read-files.ts`, that reads those that users name. `scripts/boundaries.ts` refuses every other one. What it promises:
// a file is replaced as a whole or not at all; nothing is written through a symbolic link, so a link that somebody
// plants under a name that a command is about to use changes no other file; a replaced file keeps its mode; and a new
// one is private unless the caller says otherwise, because it holds data of the service.
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drive, type FileSystem, readInSteps, textOf } from './read-files.ts';

export { readProblem } from './read-files.ts';

/** The mode of a new file that holds data of the service. */
const privateMode = 0o600;
/** The mode of a new file for the user's repository, such as generated code. The umask takes bits away from it. */
export const sharedMode = 0o666;

/** How a file is written. */
export interface WriteOptions {
  /** The mode of a file that does not exist yet. @default 0o600 */
  readonly mode?: number | undefined;
  /** Whether the text is on the disk when the function returns. @default false */
  readonly flush?: boolean | undefined;
}

/** A text that is written, but does not have its name yet. */
export interface StagedFile {
  /** Gives it its name, and the mode of the file that it replaces. @throws the system's error */
  commit(): void;
  /** Deletes it, unless it has its name. */
  discard(): void;
}

/**
 * Writes a text next to the file that it will replace.
 *
 * @throws the system's error; nothing is left behind then
 */
export function stageFile(path: string, text: string, options: WriteOptions = {}): StagedFile {
  const part = temporaryPath(path);
  createFile(part, text, options);
  return {
    commit: () => moveFile(part, path),
    discard: () => rmSync(part, { force: true }),
  };
}

/**
 * Replaces a file as a whole, or creates it. A symbolic link with its name is replaced too, and its target stays as it is.
 *
 * @throws the system's error; the old file is unchanged then
 */
export function replaceFile(path: string, text: string, options?: WriteOptions): void {
  const staged = stageFile(path, text, options);
  try {
    staged.commit();
  } finally {
    staged.discard();
  }
}

/**
 * Creates a file that does not exist, also not as a link.
 *
 * @throws the system's error, `EEXIST` if something has the name; nothing is left behind then
 */
export function createFile(path: string, text: string, { mode = privateMode, flush = false }: WriteOptions = {}): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, text);
    if (flush) fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Opens a new, private file that will be written in parts. A file of the name is deleted first.
 *
 * @returns its descriptor
 * @throws the system's error, `EEXIST` if something has the name that is not a file, such as a link or a device
 */
export function openNewFile(path: string): number {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) rmSync(path);
  return openSync(path, 'wx+', privateMode);
}

/** Writes a text at a position of an open file. @returns the position after it @throws the system's error */
export function writeAt(file: number, position: number, text: string): number {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written, bytes.length - written, position + written);
  return position + written;
}

/**
 * Opens a private file to append to it, and creates it if it does not exist.
 *
 * @returns its descriptor
 * @throws the system's error, `ELOOP` for a link, and an error with the code `EINVAL` if it is not a file
 */
export function openForAppending(path: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | notFollowing | notWaiting, privateMode);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw Object.assign(new Error(`${path} is not a file`), { code: 'EINVAL' });
}

/** Appends a text to an open file, and waits until it is on the disk. @throws the system's error */
export function appendText(file: number, text: string): void {
  writeFileSync(file, text);
  fsyncSync(file);
}

/** Cuts off what an open file has after a number of bytes. @throws the system's error */
export function cutOff(file: number, bytes: number): void {
  ftruncateSync(file, bytes);
}

/**
 * Renames a file to the one that it replaces, whose mode it gets.
 *
 * @param options - with `flush`, the file and its new name are on the disk when the function returns
 * @throws the system's error
 */
export function moveFile(from: string, to: string, { flush = false }: Pick<WriteOptions, 'flush'> = {}): void {
  // The mode of the entry itself: what a link with the name leads to has nothing to do with the new file.
  const replaced = lstatSync(to, { throwIfNoEntry: false });
  if (replaced?.isFile() === true) chmodSync(from, replaced.mode & 0o777);
  // A rename is durable in case of a power loss only if the file, and then its folder, are on the disk.
  if (flush) flushToDisk(from, 'r+');
  renameSync(from, to);
  // Windows has no folder handles, and does not need them.
  if (flush && process.platform !== 'win32') flushToDisk(dirname(to), 'r');
}

/** Waits until what was written to a file or a folder is on the disk. */
function flushToDisk(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A path next to another one that nobody can have made into a link, because nobody knows it. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `.syncline-${randomUUID()}.part`);
}

/** Whether a file has the name of a {@link temporaryPath}. */
export function isTemporary(name: string): boolean {
  return name.startsWith('.syncline-') && name.endsWith('.part');
}

/**
 * Appends a text to what is not necessarily a file: a pipe, a device, or a file that another program opened. Neither a
 * pipe without a reader nor a full one blocks the process.
 *
 * @param signal - ends waiting for a reader that reads nothing
 * @throws the system's error, `ENXIO` for a pipe that nobody reads, and the reason of the signal
 */
export async function writeStream(path: string, text: string, signal?: AbortSignal): Promise<void> {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | notWaiting, sharedMode);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) {
      signal?.throwIfAborted();
      try {
        written += writeSync(file, bytes, written);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
        await sleep(10, undefined, { signal });
      }
    }
  } finally {
    closeSync(file);
  }
}

/** The error for a symbolic link that leads out of the folder below which files are written. */
export class LinkError extends Error {
  readonly code = 'ELOOP';
  readonly path: string;

  constructor(path: string) {
    super(`${path} is a link to another location`);
    this.path = path;
  }
}

/** Whether a value is a {@link LinkError}. */
export function isLinkError(error: unknown): error is LinkError {
  return error instanceof LinkError;
}

/** @throws {LinkError} when a path names a symbolic link. It need not exist */
export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw new LinkError(path);
}

/**
 * Creates folders below another one. Unlike the recursive `mkdir` of Node, it follows no links below `root`, and ends in
 * a file system such as /proc, which says that the folder above a new one does not exist.
 *
 * @param root - a folder, which may be a link, and is created too
 * @param names - the folders below it, from the outside to the inside
 * @returns the innermost folder
 * @throws {LinkError} when one of them is a link
 * @throws the system's error when one cannot be created
 */
export function makeFolder(root: string, ...names: readonly string[]): string {
  if (!isFolder(root)) {
    const above = dirname(root);
    if (above !== root) makeFolder(above);
    createFolder(root);
  }
  let folder = root;
  for (const name of names) {
    folder = join(folder, name);
    refuseLink(folder);
    if (!isFolder(folder)) createFolder(folder);
  }
  return folder;
}

function createFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

const fileSystem: FileSystem = { openSync, fstatSync, readSync, closeSync, constants };

/** More than people and our own commands write into a file that is read whole, in bytes. */
const mostBytes = 134_217_728;

/**
 * Reads a file, or what a program writes into a pipe. A device and a folder are refused, a pipe into which nothing is
 * written is given up after some seconds, and nothing is read beyond the limit. {@link readProblem} describes each error.
 *
 * @param most - the maximum number of bytes. @default 128 MiB
 * @throws the system's error, and errors with the codes `EISDIR`, `EINVAL`, `EFBIG` and `ETIMEDOUT`
 */
export async function readBytes(path: string, most = mostBytes): Promise<Uint8Array> {
  const steps = readInSteps(fileSystem, path, most);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await sleep(10);
  }
}

/** Reads UTF-8 in the same way. What is not UTF-8 becomes U+FFFD. */
export async function readText(path: string, most?: number): Promise<string> {
  return textOf(await readBytes(path, most));
}

/** The same, for a program that has nothing else to do meanwhile. */
export function readTextSync(path: string, most = mostBytes): string {
  return textOf(drive(readInSteps(fileSystem, path, most)));
}

/** Windows does not have these flags. */
const notFollowing = constants.O_NOFOLLOW ?? 0;
const notWaiting = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
