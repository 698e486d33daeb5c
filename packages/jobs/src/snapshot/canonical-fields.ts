import { compareCodeUnits } from '@syncline/core/internal';
import { isNothing } from '../job/is-nothing.ts';
import { decodeFlag, decodeWhole, defaultOf, jobFields, kindOf } from '../job/job-definition.ts';
import { type Json, toJson } from './json.ts';

const hashPrefix = 'sha256:';

/**
 * The value of a field in its canonical form: switches and whole numbers are decoded, others are unchanged. Undefined
 * if the field has no value.
 */
export function canonicalValue(field: string, value: unknown): Json | undefined {
  const kind = kindOf(field);
  if (value === undefined || value === null || (kind !== 'text' && kind !== 'other' && isNothing(value)))
    return undefined;
  if (kind === 'flag') return decodeFlag(value) ?? toJson(value);
  if (kind === 'whole') {
    const whole = decodeWhole(value);
    if (whole === undefined) return toJson(value);
    const number = Number(whole);
    return Number.isSafeInteger(number) ? number : String(whole);
  }
  return toJson(value);
}

/** The default of a field in its canonical form; undefined if it has none. */
export function canonicalDefault(field: string): Json | undefined {
  return canonicalValue(field, defaultOf(field));
}

/** The fields of a job in a snapshot, sorted by name. */
export async function canonicalFields(job: Readonly<Record<string, unknown>>): Promise<Record<string, Json>> {
  const fields: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const field of Object.keys(job).sort(compareCodeUnits)) {
    if (jobFields.volatile.has(field)) continue;
    const value = canonicalValue(field, job[field]);
    if (value === undefined) continue;
    fields[field] = jobFields.secret.has(field) && value !== '' ? `${hashPrefix}${await sha256(value)}` : value;
  }
  return fields;
}

async function sha256(value: Json): Promise<string> {
  return hashText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The SHA-256 of a text in UTF-8, in hexadecimal. */
export async function hashText(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
