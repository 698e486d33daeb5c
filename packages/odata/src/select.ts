import { ConfigError } from './errors/config-error.ts';
import { requirePropertyName } from './nodes/property-name.ts';
import { Cursor } from './parse/cursor.ts';
import { resolveLimits, type Limits } from './parse/limits.ts';
import { parseList, parseListedName } from './parse/list.ts';

/** Properties of `Fields` that a `$select` may name; of an open record, any name. */
export type Select<Fields> = readonly (keyof Fields & string)[];

/**
 * What is left of `Fields` after a `$select`: exactly the named ones.
 *
 * @example
 * type Row = Selected<Job, ['JobName', 'Scheduled']>; // Pick<Job, 'JobName' | 'Scheduled'>
 */
export type Selected<Fields, Names extends Select<Fields>> = Pick<Fields, Names[number]>;

/**
 * The text of a `$select`, not percent-encoded.
 *
 * @throws {ConfigError} for an empty list, a repeated name, or one that is no property name.
 * @example
 * printSelect(['JobName', 'Label#']); // 'JobName,Label#'
 */
export function printSelect(names: readonly string[]): string {
  const seen = new Set<string>();
  for (const name of names) checkName('select', name, seen);
  if (seen.size === 0)
    throw new ConfigError('select', 'expected at least one property; leave the option out to get them all');
  return names.join(',');
}

/** Refuses a name that is no property name or that was seen before. */
export function checkName(option: string, name: unknown, seen: Set<string>): void {
  requirePropertyName(option, name);
  if (seen.has(name)) throw new ConfigError(option, `expected each property once, found ${name} again`);
  seen.add(name);
}

/**
 * Reads a `$select` (decoded, without `$select=`).
 *
 * @throws {ODataSyntaxError} with the offset; `*`, paths and qualified names are `ODATA_UNSUPPORTED`.
 * @example
 * parseSelect('JobName,Scheduled'); // ['JobName', 'Scheduled']
 */
export function parseSelect(text: string, limits?: Limits): readonly string[] {
  const cursor = new Cursor(text, resolveLimits(limits).maxLength);
  const seen = new Set<string>();
  return Object.freeze(parseList(cursor, () => parseListedName(cursor, seen)));
}
