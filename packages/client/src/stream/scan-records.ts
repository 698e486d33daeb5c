/** How far a text of records was counted. */
export interface Scan {
  position: number;
  depth: number;
  inString: boolean;
  /** Just after the last whole record; 0 where there is none */
  end: number;
  /** Past the end of the list */
  isOver: boolean;
}

const quote = 34;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;
const openBracket = 91;
const closeBracket = 93;

/** Counts braces and brackets outside strings, from where it stopped before, to find the end of the last whole record. */
export const scanRecords = (text: string, scan: Scan): void => {
  if (scan.isOver) return;
  let { position, depth, inString } = scan;
  for (; position < text.length; position += 1) {
    const letter = text.charCodeAt(position);
    if (inString) {
      if (letter === backslash) position += 1;
      else if (letter === quote) inString = false;
    } else if (letter === quote) inString = true;
    else if (letter === openBrace || letter === openBracket) depth += 1;
    else if (letter === closeBrace || letter === closeBracket) {
      depth -= 1;
      if (depth === 0 && letter === closeBrace) scan.end = position + 1;
      else if (depth < 0) {
        scan.isOver = true;
        break;
      }
    }
  }
  scan.position = position;
  scan.depth = depth;
  scan.inString = inString;
};
