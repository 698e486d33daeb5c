/** A text without its percent-encoding, and where each of its characters began in the raw text (the last entry is the raw length). */
export interface Decoded {
  readonly text: string;
  readonly offsets: readonly number[];
}

/** Decodes UTF-8 percent-encoding; a number is the offset of an escape that is not valid. */
export function percentDecode(raw: string): Decoded | number {
  const text = tryDecode(raw);
  if (text === undefined) return walk(raw).end;
  // Only a refusal asks for them.
  return { text, get offsets() { return walk(raw).offsets; } };
}

/** Where each character of the decoded text began, up to the first escape that is not valid, or the `end` of the text. */
function walk(raw: string): { offsets: number[]; end: number } {
  const offsets: number[] = [];
  let at = 0;
  while (at < raw.length) {
    const end = raw.charAt(at) === '%' ? at + escapeLength(raw, at) : at + 1;
    const part = end === at + 1 ? raw.charAt(at) : tryDecode(raw.slice(at, end));
    if (part === undefined) break;
    for (let unit = 0; unit < part.length; unit++) offsets.push(at);
    at = end;
  }
  return { offsets: [...offsets, at], end: at };
}

/** How many characters the escapes of one UTF-8 sequence take, by its first byte. */
function escapeLength(raw: string, at: number): number {
  const first = Number.parseInt(raw.slice(at + 1, at + 3), 16);
  if (first >= 0xf0) return 12;
  if (first >= 0xe0) return 9;
  return first >= 0xc0 ? 6 : 3;
}

function tryDecode(escapes: string): string | undefined {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return undefined;
  }
}
