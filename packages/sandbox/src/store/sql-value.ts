import type { SqlValue } from './database.ts';
import { timestampKey } from './timestamp-key.ts';

/** A text as it is, anything else as null: what a column beside the JSON text holds. */
export function textOrNull(value: unknown): SqlValue {
  return typeof value === 'string' ? value : null;
}

/** The key of a timestamp, or null. */
export function instantOrNull(value: unknown): SqlValue {
  return typeof value === 'string' ? (timestampKey(value) ?? null) : null;
}
