/** Decodes UTF-8 percent-encoding; a number is the offset of an escape that is not valid. */
export function percentDecode(raw: string): string | number {
  return tryDecode(raw) ?? (decodedOffsets(raw).at(-1) as number);
}

/** Where each character of the decoded text began in the raw one, up to the first escape that is not valid; the last entry is where that is, or the raw length. */
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
