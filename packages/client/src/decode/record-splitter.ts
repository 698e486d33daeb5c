import { Scan, scanRecords } from './scan-records.ts';

/** An envelope's beginning is no longer than this. */
const longestHead = 64 * 1024;
/** A key `value` with the white space around it is no longer than this. */
const longestKey = 256;
/** With more than this on hold and no end of a record in sight, it is no use to guess. */
const patience = 16 * 1024;
const comma = 44;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
const bareList = /^\s*\[$/;
const valueOfEnvelope = /[{,]\s*"value"\s*:\s*\[$/;

/**
 * Takes a JSON collection apart while it arrives. Cuts where a record seems to end (`},{`) and lets JSON.parse prove it: a cut
 * inside a string or a nested value cannot parse. After the first wrong guess it counts braces instead.
 */
export class RecordSplitter<Item> {
  readonly #toText: (bytes: Uint8Array) => string;
  readonly #read: (list: string) => Item[];
  /** A `[`, and then what is on hold: one buffer for the whole stream, so that no text has to be kept or put together */
  #bytes = new Uint8Array(2 * patience).fill(openBracket, 0, 1);
  #end = 1;
  /** What comes before the records, such as `[` or `{"value":[`; undefined until it is found */
  #head: string | undefined;
  #guesses = true;
  #scan = new Scan();

  /** `read` is given the text of a list and makes records of it. Both throw where they cannot. */
  constructor(toText: (bytes: Uint8Array) => string, read: (list: string) => Item[]) {
    this.#toText = toText;
    this.#read = read;
  }

  /** Bytes held back because their record is not whole. */
  get pending(): number {
    return this.#end - 1;
  }

  /** Whether there are too many bytes for the beginning of a collection. */
  get isLost(): boolean {
    return this.#head === undefined && this.pending > longestHead;
  }

  /** Adds bytes and returns the records that are whole by now, if any. */
  push(bytes: Uint8Array): Item[] | undefined {
    this.#hold(bytes);
    if (this.#head === undefined && !this.#findHead()) return undefined;
    if (this.#guesses) {
      const place = lastBoundary(this.#bytes, this.#end);
      if (place === 0 && this.pending < patience) return undefined;
      try {
        if (place > 0) return this.#cut(place);
      } catch {
        this.#bytes[place] = comma;
      }
      this.#guesses = false;
    }
    const scan = this.#scan;
    scanRecords(this.#bytes, this.#end, scan);
    const { cut } = scan;
    if (cut === 0) return undefined;
    scan.position -= cut;
    scan.comma -= cut;
    scan.cut = 0;
    return this.#cut(cut);
  }

  /** The text of a whole document: the envelope with the records that were not returned yet. */
  end(): string {
    const rest = (start: number) => this.#toText(this.#bytes.subarray(start, this.#end));
    return this.#head === undefined ? rest(1) : this.#head + rest(0).slice(1);
  }

  #hold(bytes: Uint8Array): void {
    const end = this.#end + bytes.length;
    if (end > this.#bytes.length) {
      const held = this.#bytes;
      this.#bytes = new Uint8Array(2 * end);
      this.#bytes.set(held);
    }
    this.#bytes.set(bytes, this.#end);
    this.#end = end;
  }

  #findHead(): boolean {
    const scan = this.#scan;
    while (scan.depth >= 0) {
      const bracket = this.#bytes.indexOf(openBracket, scan.position);
      if (bracket < 0) break;
      scanRecords(this.#bytes, bracket + 1, scan);
      const { depth, inString } = scan;
      if (inString || depth > 2) continue;
      const head = this.#toText(this.#bytes.subarray(1, bracket + 1));
      const isBare = depth === 1 && bareList.test(head);
      if (!isBare && !valueOfEnvelope.test(head.slice(-longestKey))) continue;
      this.#head = head;
      this.#read(head + (isBare ? ']' : ']}'));
      this.#scan = new Scan();
      this.#drop(bracket);
      return true;
    }
    return false;
  }

  /** Takes off the records before a comma: with `]` in its place they are a list. */
  #cut(place: number): Item[] {
    this.#bytes[place] = closeBracket;
    const records = this.#read(this.#toText(this.#bytes.subarray(0, place + 1)));
    this.#drop(place);
    return records;
  }

  #drop(length: number): void {
    this.#bytes.copyWithin(1, length + 1, this.#end);
    this.#end -= length;
  }
}

/** The last comma between `}` and `{`, white space aside; 0 where there is none among the last few braces. */
const lastBoundary = (bytes: Uint8Array, end: number): number => {
  let brace = end;
  for (let tries = 0; tries < 32 && brace > 1; tries += 1) {
    brace = bytes.lastIndexOf(openBrace, brace - 1);
    const place = before(bytes, brace);
    if (place > 0 && bytes[place] === comma && bytes[before(bytes, place)] === closeBrace) return place;
  }
  return 0;
};

/** Where the last byte before a place is that is no white space. */
const before = (bytes: Uint8Array, place: number): number => {
  let index = place - 1;
  while (index >= 0 && (bytes[index] as number) <= 32) index -= 1;
  return index;
};
