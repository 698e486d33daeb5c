import { callNow } from '../callbacks/call-now.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { SourceRun } from '../run/accessors.ts';
import type { StoredRun } from '../store/store.ts';
import { canonicalJson } from './canonical-json.ts';
import { stableHash } from './stable-hash.ts';

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
