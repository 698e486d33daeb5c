import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';
import { requireNewPropertyName } from '../nodes/property-name.ts';

/** The properties of `Fields` that a `$select` can name. An open record accepts any name. */
export type Select<Fields> = readonly (keyof Fields & string)[];

/**
 * `Fields` reduced to the properties that a `$select` names.
 *
 * @example
 * ```ts
 * import type { Selected } from '@syncline/odata';
 * import type { Job } from '@syncline/openapi';
 *
 * type Row = Selected<Job, ['JobName', 'Scheduled']>; // Pick<Job, 'JobName' | 'Scheduled'>
 * ```
 */
export type Selected<Fields, Names extends Select<Fields>> = Pick<Fields, Names[number]>;

/**
 * The text of a `$select`, not percent-encoded.
 *
 * @throws {ConfigError} for a value that is not a list, an empty list, a repeated name, or a wrong property name.
 * @example
 * ```ts
 * import { printSelect } from '@syncline/odata';
 *
 * printSelect(['JobName', 'Label#']); // 'JobName,Label#'
 * ```
 */
export function printSelect(names: readonly string[]): string {
  if (!Array.isArray(names))
    throw new ConfigError(
      'select',
      `must be a list of property names, found ${describeType(names)}; write ['JobName']`,
    );
  const seen = new Set<string>();
  for (const name of names) requireNewPropertyName('select', name, seen);
  if (seen.size === 0)
    throw new ConfigError('select', 'must name at least one property; leave the option out to get all of them');
  return names.join(',');
}
