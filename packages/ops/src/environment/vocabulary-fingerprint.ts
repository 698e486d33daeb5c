import { createHash } from 'node:crypto';
import type { Config } from '../config/config-schema.ts';

/**
 * A fingerprint of the settings that determine how records are read: the words for outcomes, and the properties of a
 * history record. The order of words and entries does not matter, and neither does the page cap.
 */
export function vocabularyFingerprint({ outcomes, history }: Pick<Config, 'outcomes' | 'history'>): string {
  const meaning = { outcomes, history: history && { ...history, pageCap: undefined } };
  return createHash('sha256').update(JSON.stringify(meaning, sorted)).digest('hex').slice(0, 32);
}

function sorted(_name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
