import { remembered } from './remembered.ts';

/** JSON text as `JSON.stringify` makes it, exact also for bigints. */
export function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // A bigint: a replacer takes five times as long, so only what needs it pays for it.
    return JSON.stringify(value, exactIntegers);
  }
}

const rawJson = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;

function exactIntegers(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return rawJson === undefined ? Number(value) : rawJson(String(value));
}

/** How a member begins in the text: its name with quotes and colon. */
export const memberStart = remembered((name) => `${JSON.stringify(name)}:`, 1000);

/**
 * The record with only these members, cut out of its text: no value is parsed and printed again, so every digit stays.
 * Holds for text made by {@link toJsonText} of a record whose wanted members are scalars.
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

// `"name":` with both quotes unescaped is always a key; that it is the whole key shows in the character before it.
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
