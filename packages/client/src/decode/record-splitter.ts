import { Scan, scanRecords } from './scan-records.ts';

/** The longest beginning of an envelope, in bytes, that a reader with the whole body should wait for. */
const longestHead = 64 * 1024;
/** The longest key `value` with the white space around it, in characters. */
const longestKey = 256;
/** The splitter stops guessing if it holds this many bytes and finds no end of a record. */
const patience = 16 * 1024;
/** A buffer above this size, in bytes, is replaced as soon as the record that needed it is gone. */
const largestBuffer = 4 * 1024 * 1024;
/** The largest buffer, in bytes, that is kept for the next splitter. */
const largestSpare = 128 * 1024;
/** Where an empty record after the `[` ends, and no record ends before. */
const firstEnd = 3;
const comma = 44;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
/** With a byte order mark, or without. */
const bareList = /^(\xef\xbb\xbf)?\s*\[$/;
const valueOfEnvelope = /[{,]\s*"value"\s*:\s*\[$/;

/** The buffer of a splitter that has ended. A new one for each list took 4 % of the time to parse 1,000 records (Node 24). */
let spare: Uint8Array | undefined;

/**
 * Splits a JSON collection into records while it arrives, and returns a record as soon as it is complete. It cuts where
 * a record seems to end (`},{`), and JSON.parse proves the guess: text that is cut inside a string or a nested value does
 * not parse. After the first wrong guess it only counts braces, as it always does after the last such place.
 *
 * In the place of the records that were returned, an empty one stays in the buffer, so that the next parse also proves
 * what follows them: after `[{}`, neither `,]` nor `{"a":1}` is JSON.
 */
export class RecordSplitter<Item> {
  readonly #toText: (bytes: Uint8Array) => string;
  readonly #read: (text: string, returned: number) => Item[];
  /** A `[` and the bytes on hold. One buffer for the whole stream, so that no text is kept or concatenated */
  #bytes = spare ?? new Uint8Array(2 * patience).fill(openBracket, 0, 1);
  #end = 1;
  /** The text before the records, such as `[` or `{"value":[`; undefined until it is found */
  #head: string | undefined;
  /** 1 if the buffer begins with the empty record */
  #returned = 0;
  #guesses = true;
  #scan = new Scan(1);

  /**
   * @param read - parses the text of a collection into records, without the first ones, which were returned before; like
   *   `toText`, it throws if it cannot
   */
  constructor(toText: (bytes: Uint8Array) => string, read: (text: string, returned: number) => Item[]) {
    this.#toText = toText;
    this.#read = read;
    spare = undefined;
  }

  /** How many bytes are held back because their record is not complete. */
  get pending(): number {
    return this.#end - 1 - 2 * this.#returned;
  }

  /** Whether no record was found in the longest beginning of a collection that is worth waiting for. */
  get isLost(): boolean {
    return this.#head === undefined && this.pending > longestHead;
  }

  /** Adds bytes and yields the records that are complete now. */
  *push(bytes: Uint8Array): Generator<Item[], void> {
    this.#hold(bytes);
    if (this.#head === undefined && !this.#findHead()) return;
    if (this.#guesses) {
      const boundary = lastBoundary(this.#bytes, this.#end);
      let records: Item[] | undefined;
      try {
        if (boundary > firstEnd) records = this.#cut(boundary);
        else if (this.pending >= patience) this.#guesses = false;
      } catch {
        this.#guesses = false;
      }
      if (records !== undefined) {
        this.#scan = new Scan(firstEnd);
        yield records;
      }
    }
    const scan = this.#scan;
    scanRecords(this.#bytes, this.#end, scan);
    const { whole } = scan;
    if (whole === 0) return;
    const records = this.#cut(whole);
    scan.position -= whole - firstEnd;
    scan.whole = 0;
    yield records;
  }

  /** The records of the complete document that `push` has not returned. The splitter is not used after it. */
  end(): Item[] {
    const rest = (start: number) => this.#toText(this.#bytes.subarray(start, this.#end));
    if (this.#bytes.length <= largestSpare) spare = this.#bytes;
    return this.#read(this.#head === undefined ? rest(1) : this.#head + rest(0).slice(1), this.#returned);
  }

  #hold(bytes: Uint8Array): void {
    const end = this.#end + bytes.length;
    // One byte more, for the `]` after the last record.
    if (end >= this.#bytes.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#end);
    this.#end = end;
  }

  #findHead(): boolean {
    const scan = this.#scan;
    // Each byte is searched once, without the rest of the buffer: a server can send 30 MB of white space.
    const held = this.#bytes.subarray(0, this.#end);
    while (scan.depth >= 0) {
      const bracket = held.indexOf(openBracket, scan.position);
      if (bracket < 0) {
        scanRecords(held, this.#end, scan);
        break;
      }
      scanRecords(this.#bytes, bracket + 1, scan);
      const { depth, inString } = scan;
      if (inString || depth > 2) continue;
      // Only the end of a long beginning, whose brackets may be many.
      const tail = String.fromCharCode(...this.#bytes.subarray(Math.max(1, bracket + 1 - longestKey), bracket + 1));
      const isBare = depth === 1 && bareList.test(tail);
      if (!isBare && !valueOfEnvelope.test(tail)) continue;
      const head = this.#toText(this.#bytes.subarray(1, bracket + 1));
      this.#read(head + (isBare ? ']' : ']}'), 0);
      this.#head = head;
      this.#scan = new Scan(1);
      this.#drop(bracket + 1, 1);
      return true;
    }
    return false;
  }

  /** Removes the records before a place, where the last of them has ended, and returns them. With `]` they are a list. */
  #cut(end: number): Item[] {
    const held = this.#bytes;
    const next = held[end] as number;
    held[end] = closeBracket;
    let records: Item[];
    try {
      records = this.#read(this.#toText(held.subarray(0, end + 1)), this.#returned);
    } finally {
      held[end] = next;
    }
    held[1] = openBrace;
    held[2] = closeBrace;
    this.#returned = 1;
    this.#drop(end, firstEnd);
    return records;
  }

  /** Moves the bytes from a place on to an earlier one. */
  #drop(from: number, to: number): void {
    const held = this.#bytes;
    held.copyWithin(to, from, this.#end);
    this.#end -= from - to;
    const needed = 2 * Math.max(this.#end, patience);
    if (held.length > largestBuffer && needed < held.length / 4) this.#bytes = held.slice(0, needed);
  }
}

/** The last comma between `}` and `{`, ignoring white space; 0 if the last 32 braces have none. */
const lastBoundary = (bytes: Uint8Array, end: number): number => {
  let brace = end;
  for (let tries = 0; tries < 32 && brace > 1; tries += 1) {
    brace = bytes.lastIndexOf(openBrace, brace - 1);
    const position = before(bytes, brace);
    if (bytes[position] === comma && bytes[before(bytes, position)] === closeBrace) return position;
  }
  return 0;
};

/** The place of the last byte before a place that is not white space. The first byte is `[`. */
const before = (bytes: Uint8Array, position: number): number => {
  let index = position - 1;
  while ((bytes[index] as number) <= 32) index -= 1;
  return index;
};
