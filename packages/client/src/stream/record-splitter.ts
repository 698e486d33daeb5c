import { scanRecords, type Scan } from './scan-records.ts';

/** Records that arrived whole, and the text they were parsed from. */
export interface Batch {
  readonly records: unknown[];
  readonly text: string;
}

/** An envelope's beginning is no longer than this. */
const longestHead = 64 * 1024;
/** From here on a try that found nothing is repeated only when the text has doubled, so that the work stays linear. */
const patience = 64 * 1024;
const valueKey = /[{,]\s*"value"\s*:\s*\[/g;

/**
 * Takes a JSON collection apart while it arrives. Cuts where a record seems to end (`},{`) and lets JSON.parse prove it: a cut
 * inside a string or a nested value cannot parse. After the first wrong guess it counts braces instead.
 */
export class RecordSplitter {
  /** What comes before the records, such as `[` or `{"value":[`; undefined until it is found */
  #head: string | undefined;
  #rest = '';
  #isFirst = true;
  #nextTry = 0;
  #scan: Scan | undefined;

  /** Characters held back because their record is not whole. */
  get pending(): number {
    return this.#rest.length;
  }

  /** Adds text and returns the records that are whole by now, if any. */
  push(text: string): Batch | undefined {
    this.#rest += text;
    if (this.#head === undefined && !this.#findHead()) return undefined;
    if (this.#rest.length < this.#nextTry) return undefined;
    const batch = this.#scan === undefined ? this.#guess() : this.#count(this.#scan);
    this.#nextTry = batch === undefined && this.#rest.length > patience ? this.#rest.length * 2 : 0;
    return batch;
  }

  /** The text of a whole document: the envelope with the records that were not returned yet. */
  end(): string {
    const rest = this.#isFirst ? this.#rest : this.#rest.replace(/^\s*,/, '');
    return (this.#head ?? '') + rest;
  }

  /** Whether the text so far is too long for the beginning of a collection. */
  get isLost(): boolean {
    return this.#head === undefined && this.#rest.length > longestHead;
  }

  #findHead(): boolean {
    const first = /^\s*([[{])/.exec(this.#rest);
    if (first === null) return false;
    if (first[1] === '[') return this.#cutHead(first[0].length);
    for (const match of this.#rest.matchAll(valueKey)) {
      const end = match.index + match[0].length;
      if (parses(`${this.#rest.slice(0, end)}]}`)) return this.#cutHead(end);
    }
    return false;
  }

  #cutHead(end: number): true {
    this.#head = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end);
    return true;
  }

  #guess(): Batch | undefined {
    const comma = lastBoundary(this.#rest);
    if (comma < 0) return undefined;
    const text = `[${this.#rest.slice(0, comma)}]`;
    try {
      const records = JSON.parse(text) as unknown[];
      this.#rest = this.#rest.slice(comma + 1);
      return { records, text };
    } catch {
      this.#scan = { position: 0, depth: 0, inString: false, end: 0, isOver: false };
      return this.#count(this.#scan);
    }
  }

  #count(scan: Scan): Batch | undefined {
    scanRecords(this.#rest, scan);
    if (scan.end === 0) return undefined;
    const whole = this.#rest.slice(0, scan.end);
    const text = `[${this.#isFirst ? whole : whole.replace(/^\s*,/, '')}]`;
    this.#rest = this.#rest.slice(scan.end);
    this.#isFirst = false;
    scan.position -= scan.end;
    scan.end = 0;
    return { records: JSON.parse(text) as unknown[], text };
  }
}

const parses = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

const space = /\s/;

/** The last comma between `}` and `{`, white space aside; -1 where there is none among the last few braces. */
const lastBoundary = (text: string): number => {
  let brace = text.length;
  for (let tries = 0; tries < 32 && brace > 0; tries += 1) {
    brace = text.lastIndexOf('{', brace - 1);
    const comma = before(text, brace);
    if (comma > 0 && text[comma] === ',' && text[before(text, comma)] === '}') return comma;
  }
  return -1;
};

/** Where the last character before a place is that is no white space. */
const before = (text: string, place: number): number => {
  let index = place - 1;
  while (index >= 0 && space.test(text[index] as string)) index -= 1;
  return index;
};
