import { ConfigError } from '@syncline/core/internal';
import { createCompleteReader } from './create-complete-reader.ts';
import type { RunSource } from './run-source.ts';

/**
 * A source for a tracker without a known `pageCap`: it finds out whether the service silently returns only the first
 * records. For a past period, each read returns different runs, so it sends one more request whenever the largest
 * number of records so far arrives. The current period is read repeatedly, so it sends one more request only when the
 * number of records has grown and then stayed the same.
 *
 * @throws {ConfigError} when the argument is not a source
 * @example
 * ```ts
 * import { type RunSource, completeSource } from '@syncline/runs';
 *
 * // createTracker({ source: complete(historySource(odata, accessors)), … })
 * export const complete = (source: RunSource): RunSource => completeSource(source);
 * ```
 */
export function completeSource<Item>(source: RunSource<Item>): RunSource<Item> {
  if (typeof source?.read !== 'function') throw new ConfigError('source', 'must be a source, such as historySource(…)');
  const [past, present] = [createCompleteReader(source, { queries: 'different' }), createCompleteReader(source)];
  return {
    kind: source.kind,
    read: (query) => (query.until === undefined ? present : past)(query),
  };
}
