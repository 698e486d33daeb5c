import { closeSync, createReadStream, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { openNewFile, writeAt } from '@syncline/core/files';
import type { HarEntry } from './har.ts';

const tail = '\n]}}\n';

/**
 * A HAR file that is complete after each entry: an entry overwrites the closing brackets and writes them again, in one
 * write. Each entry is one line. A kill can interrupt a large write; the file then ends within the line of that entry.
 * Only a copy of the whole file for each entry would prevent that.
 */
export class HarFile {
  readonly path: string;
  #descriptor: number | undefined;
  /** Bytes before the closing brackets */
  #end: number;
  #count = 0;

  /**
   * Creates the file, or replaces it, so that only its owner can read it. On Windows, the folder decides who can.
   *
   * @throws the file system's error, also if the path is a link, a folder or a device
   */
  constructor(path: string) {
    this.path = path;
    const { version } = createRequire(import.meta.url)('@syncline/client/package.json') as { version: string };
    const head = `{"log":{"version":"1.2","creator":{"name":"@syncline/client","version":${JSON.stringify(version)}},"entries":[`;
    this.#descriptor = openNewFile(path);
    this.#end = 0;
    this.#end = this.#write(head) - tail.length;
  }

  get count(): number {
    return this.#count;
  }

  /** Writes an entry. @throws the file system's error */
  add(json: string): void {
    // These two end a line where a file is read by lines, and JSON allows them as they are.
    const line = json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
    this.#end = this.#write(`${this.#count === 0 ? '\n' : ',\n'}${line}`) - tail.length;
    this.#count += 1;
  }

  /** Reads the entries again, one at a time. */
  async *entries(): AsyncGenerator<HarEntry> {
    const input = createReadStream(this.path);
    try {
      for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
        if (!line.startsWith('{"startedDateTime"')) continue;
        yield JSON.parse(line.replace(/,$/, '')) as HarEntry;
      }
    } finally {
      input.destroy();
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** Closes and deletes the file. */
  remove(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  /** Writes a text and the closing brackets after what is there, and returns the size of the file. */
  #write(text: string): number {
    return writeAt(this.#descriptor!, this.#end, text + tail);
  }
}
