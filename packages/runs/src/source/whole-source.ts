import { ConfigError } from '@syncline/core';
import { createWholeReader } from './create-whole-reader.ts';
import type { RunSource } from './run-source.ts';

/**
 * A source for a tracker that knows no `pageCap`: it finds out whether the service returns the first records only and says
 * nothing of the others. Each reading of a time that is over is of other runs, so there it asks once more whenever as many
 * records arrive as ever. The time until now is read again and again, so there it asks only when the number of records has
 * grown and then stayed the same.
 *
 * @throws {ConfigError} when the argument is not a source
 * @example
 * ```ts
 * import { type RunSource, wholeSource } from '@syncline/runs';
 *
 * // createTracker({ source: whole(historySource(odata, accessors)), … })
 * export const whole = (source: RunSource): RunSource => wholeSource(source);
 * ```
 */
export function wholeSource<Item>(source: RunSource<Item>): RunSource<Item> {
  if (typeof source?.read !== 'function') throw new ConfigError('source', 'must be a source, such as historySource(…)');
  const [past, present] = [createWholeReader(source, { queries: 'different' }), createWholeReader(source)];
  return {
    kind: source.kind,
    read: (query) => (query.until === undefined ? present : past)(query),
  };
}
