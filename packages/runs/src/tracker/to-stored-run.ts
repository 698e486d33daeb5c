import type { Outcome } from '../outcome/outcome.ts';
import { callNow, type SourceRun } from '../reading/run-parser.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { stableHash } from './tracker-event.ts';

/**
 * Creates the stored form of a run that a source has read. It is the same row, with the same version, that a tracker
 * writes.
 *
 * The version is a hash of the record and of the values that were read from it, including the outcome: if you add a
 * word to the vocabulary, the runs with this word change. In `raw`, NUL characters and halves of surrogate pairs are
 * replaced by U+FFFD, because databases cannot read them as text.
 *
 * @param outcome - the outcome of the run, from `classifyRun`
 * @param at - when the run was seen, in milliseconds since 1970
 * @throws {ConfigError} if the record cannot be represented as JSON
 *
 * @example
 * ```ts
 * import { type Classify, classifyRun, type SourceRun, toStoredRun } from '@syncline/runs';
 *
 * const rowOf = (run: SourceRun, classify: Classify) =>
 *   toStoredRun(run, classifyRun(classify, run).outcome, Date.now());
 * ```
 */
export function toStoredRun(run: SourceRun, outcome: Outcome, at: number): StoredRun {
  const { key, job, status, start, end, rows, error, record } = run;
  const json = callNow('source', 'must return records that JSON can represent', () => canonicalJson(record), Boolean);
  const version = stableHash(`${JSON.stringify([key, job, status, start, end, rows, error, outcome])}${json}`);
  return { key, job, outcome, status, start, end, rows, version, firstSeen: at, raw: readableJson(json) };
}

/** An escape in JSON. The group is longer than one letter for NUL and for half of a surrogate pair. */
const escapes = /\\(u0000|ud[89a-f][\da-f]{2}|[^])/g;

/**
 * Replaces what a database cannot convert to a text. In PostgreSQL, one such record would make every query fail that
 * reads a member of `raw`.
 */
function readableJson(json: string): string {
  if (!json.includes('\\u')) return json;
  return json.replace(escapes, (escape, meaning: string) => (meaning.length > 1 ? '\ufffd' : escape));
}

/** Values nested deeper than this are left out, so that a malicious record cannot overflow the stack. */
const deepest = 100;

/** The names of the previous record, unsorted and sorted. The records of a service mostly have the same names. */
let lastNames: {
  readonly names: readonly string[];
  readonly sorted: readonly string[];
  readonly canBeCopied: boolean;
} = {
  names: [],
  sorted: [],
  canBeCopied: true,
};

/**
 * Prints a value as JSON that is the same for equal values: properties are sorted by name, and 64-bit integers are
 * printed as their digits.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth === deepest) return '"nested too deeply"';
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  const record = value as Readonly<Record<string, unknown>>;
  if (typeof record['toJSON'] === 'function') return JSON.stringify(value) ?? 'null';
  const names = sortNames(Object.keys(record));
  const flat = flatJson(record, names);
  if (flat !== undefined) return flat;
  let text = '';
  for (const name of names.sorted) {
    const member = record[name];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`;
  }
  return `{${text}}`;
}

function sortNames(names: readonly string[]): typeof lastNames {
  const last = lastNames.names;
  if (names.length === last.length && names.every((name, index) => name === last[index])) return lastNames;
  // In objects, names that are whole numbers always come first, and one name is that of the prototype.
  const canBeCopied = names.every((name) => !/^(?:\d+|__proto__)$/.test(name));
  lastNames = { names, sorted: [...names].sort(), canBeCopied };
  return lastNames;
}

/**
 * Prints a record without nested records. Platforms print a whole object in a third of the time of its members one by
 * one.
 *
 * @returns undefined if it has other members
 */
function flatJson(
  record: Readonly<Record<string, unknown>>,
  { sorted, canBeCopied }: typeof lastNames,
): string | undefined {
  if (!canBeCopied) return undefined;
  const copy: Record<string, unknown> = {};
  for (const name of sorted) {
    const member = record[name];
    const type = typeof member;
    if (type !== 'string' && type !== 'number' && type !== 'boolean' && member !== null && member !== undefined)
      return undefined;
    copy[name] = member;
  }
  return JSON.stringify(copy);
}
