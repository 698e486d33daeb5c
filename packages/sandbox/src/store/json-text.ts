import { memoize } from './database.ts';

/** Like `JSON.stringify`, but exact for bigints too. */
export function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // The record contains a bigint. A replacer takes five times as long, so only such records use one.
    return JSON.stringify(value, exactIntegers);
  }
}

const rawJson = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;

function exactIntegers(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return rawJson === undefined ? Number(value) : rawJson(String(value));
}

/** The beginning of a member in the text: its name with quotes and colon. */
export const memberStart = memoize((name) => `${JSON.stringify(name)}:`, 1000);

/**
 * Cuts the given members out of the text of a record. Values are not parsed and printed again, so every digit is kept.
 * It works for texts that {@link toJsonText} made of a record in which these members are scalars.
 */
export function pickMembers(json: string, starts: readonly string[]): string {
  let picked = '';
  for (const start of starts) {
    const at = memberAt(json, start);
    if (at < 0) continue;
    const member = json.slice(at, valueEnd(json, at + start.length));
    picked = picked === '' ? member : `${picked},${member}`;
  }
  return `{${picked}}`;
}

// `"name":` with both quotes unescaped is always a key. The character before it shows whether it is the whole key.
function memberAt(json: string, start: string): number {
  for (let at = json.indexOf(start); at >= 0; at = json.indexOf(start, at + 1)) {
    const before = json[at - 1];
    if (before === ',' || before === '{') return at;
  }
  return -1;
}

function valueEnd(json: string, start: number): number {
  if (json.charCodeAt(start) === 34) {
    let end = json.indexOf('"', start + 1);
    while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
    return end + 1;
  }
  const comma = json.indexOf(',', start);
  return comma < 0 ? json.length - 1 : comma;
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === 92) before--;
  return (at - before) % 2 === 0;
}
