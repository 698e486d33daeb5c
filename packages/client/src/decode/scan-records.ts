/** How far the bytes of a document were scanned, and what was found. */
export class Scan {
  position: number;
  /** How many braces and brackets are open; below zero after the end of the list */
  depth = 0;
  inString = false;
  /** Where the last complete item ends; 0 if there is none */
  whole = 0;

  constructor(position: number) {
    this.position = position;
  }
}

const quote = 34;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;
const openBracket = 91;
const closeBracket = 93;

/** Continues a scan up to `end`. Counts braces and brackets outside strings, to find where the last complete item ends. */
export function scanRecords(bytes: Uint8Array, end: number, scan: Scan): void {
  let { position, depth, inString } = scan;
  for (; position < end && depth >= 0; position += 1) {
    const byte = bytes[position];
    if (inString) {
      if (byte === backslash) position += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) scan.whole = position + 1;
    }
  }
  scan.position = position;
  scan.depth = depth;
  scan.inString = inString;
}
