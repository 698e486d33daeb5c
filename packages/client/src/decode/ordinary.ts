import type { ClientResponse } from '@syncline/core/internal';
import type { DecodeTable, TablesOperation } from '@syncline/openapi';
import type { Settings } from '../options/settings.ts';

/** Thrown where a response needs the full reader. */
const unusual: unique symbol = Symbol();

/** How far a collection was read. Several pages share one; its owner is the code that reads them. */
export interface Progress {
  /** How many records were read */
  seen: number;
  /** How many the collection has in all, as the service last said */
  count?: unknown;
  /** Where the collection continues; only if the caller follows pages */
  next?: unknown;
  /** Whether the caller follows pages */
  readonly followsPages?: boolean;
}

/** What a response should have: one record or a collection, by their table. */
export interface ReadTarget {
  readonly kind: TablesOperation['response']['kind'];
  readonly table: DecodeTable;
  readonly settings: Settings;
  readonly progress: Progress | undefined;
}

/** The table of records without anything to decode. */
export const noFields: DecodeTable = {
  record: '',
  booleanStrings: [],
  whole: [],
  integers: [],
  booleans: [],
  int64: [],
  nested: {},
};

/**
 * Reads an ordinary response, as nearly all are: JSON that JSON.parse reads without loss, and of a collection a bare
 * list or nothing but the list in `value`. For any other response it throws, and the full reader (`readCarefully`)
 * reads the response again.
 */
export function readOrdinary(response: ClientResponse, target: ReadTarget | undefined): unknown {
  const text = response.text();
  const value: unknown = JSON.parse(text);
  if (mayHideKeys(text) || (isObject(value) && Object.hasOwn(value, 'error'))) throw unusual;
  if (target === undefined) return value;
  const isCollection = target.kind === 'collection';
  // Perhaps a link to the next page.
  if (isCollection && response.headers.get('link')) throw unusual;
  const records = isCollection ? listOf(value, text) : [value];
  if (!Array.isArray(records) || !records.every(isObject)) throw unusual;
  if (target.table !== noFields) {
    const { decodeOrdinary } = target.settings.tables;
    if (decodeOrdinary === undefined) throw unusual;
    decodeOrdinary(records, target.table);
  }
  return isCollection ? records : value;
}

function listOf(value: unknown, text: string): unknown {
  if (!isObject(value)) return value;
  // JSON.parse keeps only the last of two lists. Without the first quote, the pattern is found ten times as fast, because
  // V8 does not stop at every quote of the text.
  const isAlone = text.indexOf('value"', text.indexOf('value"') + 1) < 0;
  return (
    isAlone && Object.keys(value).every((name) => /^(value|@?odata\.(context|metadata))$/.test(name)) && value.value
  );
}

/**
 * Whether a key may be `__proto__`, or `value` in another spelling: a text with an escaped letter of either does not
 * contain the word itself.
 */
export function mayHideKeys(text: string): boolean {
  return text.includes('__proto__') || (text.includes('\\u00') && /\\u00(5f|6[15cf]|7[02456])/i.test(text));
}

/** Whether a value of parsed JSON is an object, and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
