import { compareCodeUnits } from '@syncline/core/internal';

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The value as JSON; a number that a double cannot represent becomes a text of digits. Undefined if the value is empty.
 */
export function toJson(value: unknown): Json | undefined {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value === null || typeof value !== 'object') return value as Json;
  if (Array.isArray(value)) return value.map((item) => toJson(item) ?? null);
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const json = toJson(item);
    return json === undefined ? [] : [[key, json] as const];
  });
  // Without a prototype, a key named __proto__ is a key like any other.
  return Object.assign(Object.create(null) as object, Object.fromEntries(entries)) as Json;
}

/** Prints JSON in a canonical form: sorted keys, two spaces for each level, one member on each line. */
export function printJson(value: Json, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => printJson(item, deeper))
    : Object.keys(value)
        .sort(compareCodeUnits)
        .map(
          (key) =>
            `${JSON.stringify(key)}: ${printJson((value as { readonly [key: string]: Json })[key] ?? null, deeper)}`,
        );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return members.length === 0
    ? `${open}${close}`
    : `${open}\n${members.map((member) => `${deeper}${member}`).join(',\n')}\n${indent}${close}`;
}
