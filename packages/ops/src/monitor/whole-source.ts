import { createWholeReader, type RunSource } from '@syncline/runs';

/**
 * A source that finds out whether the service holds records back without a word, for a tracker that knows no limit. Each
 * reading of a time that is over is of other runs. The time until now is read again and again, so there the reader asks
 * once more only when the number of records has grown and then stayed the same.
 */
export function wholeSource<Item>(source: RunSource<Item>): RunSource<Item> {
  const [past, present] = [createWholeReader(source, { queries: 'different' }), createWholeReader(source)];
  return {
    kind: source.kind,
    read: (query) => (query.until === undefined ? present : past)(query),
  };
}
