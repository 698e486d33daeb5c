/** How far the bytes of a document were scanned, and what was found. */
export class Scan {
  position = 1;
  /** How many braces and brackets are open; below zero after the end of the list */
  depth = 0;
  inString = false;
  /** The last comma between two items; 0 if there is none */
  comma = 0;
  /** The last comma that is followed by another item, so that everything before it is complete; 0 if there is none */
  cut = 0;
}

const quote = 34;
const comma = 44;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;
const openBracket = 91;
const closeBracket = 93;

/**
 * Continues a scan up to `end`. Counts braces and brackets outside strings, to find where the last complete record
 * ends.
 */
export function scanRecords(bytes: Uint8Array, end: number, scan: Scan): void {
  let { position, depth, inString } = scan;
  for (; position < end && depth >= 0; position += 1) {
    const byte = bytes[position];
    if (inString) {
      if (byte === backslash) position += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === openBrace || byte === openBracket) {
      if (depth === 0) scan.cut = scan.comma;
      depth += 1;
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    else if (byte === comma && depth === 0) scan.comma = position;
  }
  scan.position = position;
  scan.depth = depth;
  scan.inString = inString;
}
