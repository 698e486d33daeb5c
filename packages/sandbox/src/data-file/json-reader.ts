/** A text that is read in chunks. */
export interface JsonReader {
  /** The next character that is not white space, without reading it; `''` at the end. */
  peek(): string;
  /** Skips white space and reads the next character, if it is this one. */
  take(character: string): boolean;
  /** Reads the text of the next value: up to the end of its brackets, or to the next separator. */
  value(): string;
}

const quote = 34;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
const separator = /[\s,\]}]/g;

/**
 * Reads the values of a large JSON text. It finds where a value ends and leaves the rest to `JSON.parse`, so that only
 * one value is in memory.
 */
export function createJsonReader(chunks: Iterator<string>): JsonReader {
  let text = '';
  let at = 0;

  /** Doubles the buffered text, so that a long value is not scanned again for each chunk. */
  const more = (): boolean => {
    text = text.slice(at);
    at = 0;
    const parts = [text];
    let missing = Math.max(text.length, 1);
    while (missing > 0) {
      const { value, done } = chunks.next();
      if (done === true) break;
      parts.push(value);
      missing -= value.length;
    }
    text = parts.join('');
    return parts.length > 1;
  };

  const skipSpace = (): boolean => {
    for (;;) {
      while (at < text.length && isSpace(text.charCodeAt(at))) at++;
      if (at < text.length) return true;
      if (!more()) return false;
    }
  };

  const stringEnd = (start: number): number => {
    let end = text.indexOf('"', start + 1);
    while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    return end < 0 ? -1 : end + 1;
  };

  /** Compares character codes: a regular expression would create an object for each quote. */
  const bracketsEnd = (start: number): number => {
    let depth = 0;
    for (let position = start; position < text.length; position++) {
      switch (text.charCodeAt(position)) {
        case quote:
          position = stringEnd(position) - 1;
          if (position < 0) return -1;
          break;
        case openBrace:
        case openBracket:
          depth++;
          break;
        case closeBrace:
        case closeBracket:
          if (--depth === 0) return position + 1;
      }
    }
    return -1;
  };

  const valueEnd = (start: number): number => {
    const first = text[start];
    if (first === '"') return stringEnd(start);
    if (first === '{' || first === '[') return bracketsEnd(start);
    separator.lastIndex = start;
    return separator.exec(text)?.index ?? -1;
  };

  return {
    peek: () => (skipSpace() ? (text[at] as string) : ''),
    take(character) {
      if (!skipSpace() || text[at] !== character) return false;
      at++;
      return true;
    },
    value() {
      if (!skipSpace()) return '';
      let end = valueEnd(at);
      while (end < 0 && more()) end = valueEnd(at);
      const found = text.slice(at, end < 0 ? text.length : end);
      at += found.length;
      return found;
    },
  };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === 92) before--;
  return (at - before) % 2 === 0;
}
