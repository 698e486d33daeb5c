import type { DecodeTable } from '@syncline/openapi';
import { asCollection, decode, parse, refuser } from '../decode/read-value.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';
import { RecordSplitter } from './record-splitter.ts';

/**
 * Bytes that are made into records at once. What is alive whenever V8 clears its nursery adds up, and makes it grow: with chunks as
 * they come (64 KiB) by 50 MB in 600 MB of history, with these by 10.
 */
const step = 8 * 1024;

type Row = Record<string, unknown>;

/** Makes decoded records of a collection's bytes, a few at a time and in their order, whether the bytes are all there or arriving. */
export class CollectionReader {
  readonly #read: (text: string) => Row[];
  readonly #splitter: RecordSplitter<Row>;

  constructor(table: DecodeTable, draft: Draft, settings: Settings) {
    const refuse = refuser(draft);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const toText = (bytes: Uint8Array): string => {
      try {
        return decoder.decode(bytes);
      } catch {
        throw refuse('encoding', 'the body is not UTF-8');
      }
    };
    const listOf = (value: unknown) => asCollection(value, settings, refuse);
    this.#read = (text) => {
      const rows = listOf(parse(text, refuse));
      decode(rows, table, text, listOf, draft, settings);
      return rows;
    };
    this.#splitter = new RecordSplitter(toText, this.#read);
  }

  /** Bytes held back because their record is not whole. */
  get pending(): number {
    return this.#splitter.pending;
  }

  /** Whether there are too many bytes for the beginning of a collection. */
  get isLost(): boolean {
    return this.#splitter.isLost;
  }

  /** Takes bytes in, a step at a time, and gives the records that are whole by then. */
  *push(bytes: Uint8Array): Generator<Row[], void> {
    for (let start = 0; start < bytes.length; start += step) {
      yield this.#splitter.push(bytes.subarray(start, start + step)) ?? [];
    }
  }

  /** The last records. Nothing where there were no bytes but white space. */
  end(): Row[] | undefined {
    const text = this.#splitter.end();
    return text.trim() === '' ? undefined : this.#read(text);
  }
}
