import type { CallContext } from '@syncline/core';
import type { DecodeTable } from '@syncline/openapi';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import type { Settings } from '../options/settings.ts';
import { parse, RecordDecoder, type Row } from './record-decoder.ts';
import { RecordSplitter } from './record-splitter.ts';

/**
 * Bytes that are made into records at once. What is alive whenever V8 clears its nursery adds up, and makes it grow: with chunks as
 * they come (64 KiB) by 50 MB in 600 MB of history, with these by 10.
 */
const step = 8 * 1024;

/** Makes decoded records of a collection's bytes, a few at a time and in their order, whether the bytes are all there or arriving. */
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

  /** Bytes held back because their record is not complete. */
  get pending(): number {
    return this.#splitter.pending;
  }

  /** Whether there are too many bytes for the beginning of a collection. */
  get isLost(): boolean {
    return this.#splitter.isLost;
  }

  /** Takes bytes in, a step at a time, and gives the records that are complete by then. */
  *push(bytes: Uint8Array): Generator<Row[], void> {
    for (let start = 0; start < bytes.length; start += step) {
      yield this.#splitter.push(bytes.subarray(start, start + step)) ?? [];
    }
  }

  /** The last records; undefined if there were no bytes but white space. */
  end(): Row[] | undefined {
    const text = this.#splitter.end();
    return text.trim() === '' ? undefined : this.#read(text);
  }
}
