import type { CallContext } from '@syncline/core';
import type { DecodeTable } from '@syncline/openapi';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import type { Settings } from '../options/settings.ts';
import { parse, RecordDecoder, type Row } from './record-decoder.ts';
import { RecordSplitter } from './record-splitter.ts';

/**
 * How many bytes are decoded in one step. V8's memory for new objects grows with what is alive when V8 clears it. While
 * 600 MB of history are read, it grows by 10 MB with these steps, and by 50 MB with chunks as they arrive (64 KiB).
 */
const step = 8 * 1024;

/** Decodes the bytes of a collection into records, a few at a time and in their order, also while the bytes arrive. */
export class CollectionReader {
  readonly #read: (text: string) => Row[];
  readonly #splitter: RecordSplitter<Row>;

  constructor(table: DecodeTable, context: CallContext, settings: Settings) {
    const decoder = new RecordDecoder(table, context, settings);
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    const toText = (bytes: Uint8Array): string => {
      try {
        return utf8.decode(bytes);
      } catch {
        throw new ResponseFormatError(context, 'encoding', 'the body is not UTF-8');
      }
    };
    const recordsOf = (value: unknown) => decoder.recordsOf(value);
    this.#read = (text) => {
      const rows = recordsOf(parse(text, context));
      decoder.decode(rows, text, recordsOf);
      return rows;
    };
    this.#splitter = new RecordSplitter(toText, this.#read);
  }

  /** How many bytes are held back because their record is not complete. */
  get pending(): number {
    return this.#splitter.pending;
  }

  /** Whether no record was found within the longest allowed beginning of a collection. */
  get isLost(): boolean {
    return this.#splitter.isLost;
  }

  /** Adds bytes, one step at a time, and yields the records that are complete after each step. */
  *push(bytes: Uint8Array): Generator<Row[], void> {
    for (let start = 0; start < bytes.length; start += step) {
      yield this.#splitter.push(bytes.subarray(start, start + step)) ?? [];
    }
  }

  /** The last records; undefined if there was only white space. */
  end(): Row[] | undefined {
    const text = this.#splitter.end();
    return text.trim() === '' ? undefined : this.#read(text);
  }
}
