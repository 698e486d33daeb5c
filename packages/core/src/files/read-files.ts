// The only way in which the packages read a file that a user names. A name may be that of a device that never ends, of a
// pipe into which nobody writes, or of a file that does not fit into memory: each read has a limit, and an end.

/** What is needed of `node:fs`. It is passed in, because importing it takes milliseconds of each start. */
export type FileSystem = Pick<
  typeof import('node:fs'),
  'openSync' | 'fstatSync' | 'readSync' | 'closeSync' | 'constants'
>;

const chunkBytes = 65_536;
/** The pause before a pipe is read again, in milliseconds */
const pause = 10;
/** How long the first bytes of a pipe may take while no program has it open for writing, in milliseconds */
const openWithin = 1_000;
/** How long a program that has a pipe open may write nothing, in milliseconds */
const writeWithin = 10_000;
const mebibyte = 1_048_576;

/** A file that is open for reading, or a pipe. */
export class OpenFile {
  readonly #fs: FileSystem;
  readonly #descriptor: number;
  readonly #isPipe: boolean;
  /** Number of bytes when it was opened; 0 for a pipe */
  readonly size: number;
  #hasRead = false;

  /**
   * Opens a file, or a pipe such as the shell passes for `<(command)`. It does not wait for a pipe to be opened for writing.
   *
   * @throws the system's error, and errors with the code `EISDIR` for a folder and `EINVAL` for a device
   */
  constructor(fs: FileSystem, path: string) {
    // Windows does not have these flags.
    const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = fs.constants;
    this.#fs = fs;
    this.#descriptor = fs.openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    try {
      const stats = fs.fstatSync(this.#descriptor);
      if (stats.isDirectory()) throw refusal('EISDIR', 'is a folder');
      this.#isPipe = stats.isFIFO();
      if (!stats.isFile() && !this.#isPipe) throw refusal('EINVAL', 'is a device and not a file');
      this.size = stats.size;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Reads the next bytes. Blocks the process while a pipe has none.
   *
   * @returns how many there are; 0 at the end
   * @throws the system's error, and an error with the code `ETIMEDOUT` for a pipe into which nothing is written
   */
  read(bytes: Uint8Array): number {
    return drive(this.readInSteps(bytes));
  }

  /** The same for a caller that waits by itself: for some milliseconds after each step. */
  *readInSteps(bytes: Uint8Array): Generator<void, number> {
    for (let waited = 0; ; waited += pause) {
      let count: number | undefined;
      try {
        count = this.#fs.readSync(this.#descriptor, bytes);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      }
      // A pipe that no program has opened for writing yet looks like one at its end.
      const isUnopened = count === 0 && this.#isPipe && !this.#hasRead;
      if (count !== undefined && !isUnopened) {
        this.#hasRead = true;
        return count;
      }
      if (waited >= (isUnopened ? openWithin : writeWithin))
        throw refusal('ETIMEDOUT', 'is a pipe into which nothing was written in time');
      yield;
    }
  }

  close(): void {
    this.#fs.closeSync(this.#descriptor);
  }
}

/**
 * Reads a whole file, or everything that is written into a pipe, in steps.
 *
 * @param most - the maximum number of bytes
 * @throws what {@link OpenFile} throws, and an error with the code `EFBIG` if there is more
 */
export function* readInSteps(fs: FileSystem, path: string, most: number): Generator<void, Uint8Array> {
  const file = new OpenFile(fs, path);
  const tooLarge = () =>
    refusal('EFBIG', `is larger than ${most < mebibyte ? `${most} bytes` : `${Math.floor(most / mebibyte)} MiB`}`);
  try {
    if (file.size > most) throw tooLarge();
    let [bytes, length] = [new Uint8Array(Math.min(most, file.size || chunkBytes) + 1), 0];
    for (;;) {
      const count = yield* file.readInSteps(bytes.subarray(length));
      length += count;
      if (length > most) throw tooLarge();
      if (count === 0) return bytes.subarray(0, length);
      if (length < bytes.length) continue;
      const longer = new Uint8Array(Math.min(most + 1, 2 * bytes.length));
      longer.set(bytes);
      bytes = longer;
    }
  } finally {
    file.close();
  }
}

/** Runs steps to their end, and blocks the process between them. */
export function drive<Result>(steps: Generator<void, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
}

/** A text in UTF-8. What is not UTF-8 becomes U+FFFD, and a byte order mark is kept. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Why a file cannot be read, as the end of a sentence: `is a folder`, `cannot be read (ENOENT)`. */
export function readProblem(error: unknown): string {
  const { problem, code = 'an error' } = error as { readonly problem?: string; readonly code?: string };
  return problem ?? `cannot be read (${code})`;
}

function refusal(code: string, problem: string): Error {
  return Object.assign(new Error(problem), { code, problem });
}
