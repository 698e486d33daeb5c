import { combine, type Filter } from './filter.ts';

/**
 * True if all conditions are true. A condition that is undefined is skipped, for conditions that depend on your input.
 * Without any condition it is true for every record: a client then sends no `$filter`.
 *
 * @throws {ConfigError} when a condition is not a filter, or the result exceeds the limits.
 * @example
 * ```ts
 * import { allOf, filter } from '@syncline/odata';
 * import type { HistoryRecordProperties } from '@syncline/openapi';
 *
 * const search = (details?: string, since?: Date) =>
 *   filter<HistoryRecordProperties>((h) =>
 *     allOf(details === undefined ? undefined : h.details.contains(details), since && h.runstartdate.gt(since)),
 *   );
 * search('Failed').toString(); // "contains(details,'Failed')"
 * ```
 */
export function allOf<Properties = unknown>(
  ...conditions: readonly (Filter<Properties> | undefined)[]
): Filter<Properties> {
  return combine('and', conditions as readonly (Filter | undefined)[]);
}

/**
 * True if one of the conditions is true. A condition that is undefined is skipped. Without any condition it is true for
 * no record: a client then sends no request.
 *
 * @throws {ConfigError} when a condition is not a filter, or the result exceeds the limits.
 * @example
 * ```ts
 * import { anyOf, filter } from '@syncline/odata';
 * import type { HistoryRecordProperties } from '@syncline/openapi';
 *
 * const words = ['Failed', 'Cancelled'];
 * filter<HistoryRecordProperties>((h) => anyOf(...words.map((word) => h.details.contains(word)))).toString();
 * // "contains(details,'Failed') or contains(details,'Cancelled')"
 * ```
 */
export function anyOf<Properties = unknown>(
  ...conditions: readonly (Filter<Properties> | undefined)[]
): Filter<Properties> {
  return combine('or', conditions as readonly (Filter | undefined)[]);
}
