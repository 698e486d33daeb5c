/** Decodes UTF-8 percent-encoding. Returns a number, the offset of the first invalid escape, if there is one. */
export function percentDecode(raw: string): string | number {
  return tryDecode(raw) ?? (decodedOffsets(raw).at(-1) as number);
}

/**
 * For each character of the decoded text, its offset in the raw text, up to the first invalid escape. The last entry
 * is the offset of that escape, or the raw length.
 */
export function decodedOffsets(raw: string): readonly number[] {
  const offsets: number[] = [];
  let at = 0;
  while (at < raw.length) {
    const end = raw.charAt(at) === '%' ? at + escapeLength(raw, at) : at + 1;
    const part = end === at + 1 ? raw.charAt(at) : tryDecode(raw.slice(at, end));
    if (part === undefined) break;
    for (let unit = 0; unit < part.length; unit++) offsets.push(at);
    at = end;
  }
  return [...offsets, at];
}

/** The length of the escapes of one UTF-8 sequence, which its first byte determines. */
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
