import { ConfigError, ownOptions, systemClock } from '@syncline/core/internal';
import { IncompleteHistoryError } from '../errors/incomplete-history-error.ts';
import { readSource } from './read-source.ts';
import { ReadingTally } from './reading-rules.ts';
import type { SourceRun } from './run-parser.ts';
import { type RunPage, type RunQuery, runQueryNames, type RunSource } from './run-source.ts';

/** Options of `createCompleteReader`. */
export interface CompleteReaderOptions {
  /**
   * The maximum number of records that the service returns without a link to the rest. If you set it, no request is
   * needed to find it out, and more records for one instant are an error.
   *
   * @default found out automatically
   */
  readonly pageCap?: number | undefined;
  /**
   * Whether the reads return the same runs again, or different runs each time. If they are different, the number of
   * records does not show a limit, so the reader sends one more request whenever the largest number so far arrives.
   * @default 'same'
   */
  readonly queries?: 'same' | 'different' | undefined;
}

/** The time limit for one request, as in the tracker. */
const limit = { clock: systemClock, milliseconds: 600_000 };

/** Reads all runs of a query, even from a service that silently returns only the first records. */
export type ReadComplete<Item = unknown> = (query: RunQuery) => Promise<RunPage<Item>>;

/**
 * Creates a reader that detects records which a service silently leaves out: it requests the runs since the newest one
 * that arrived, and continues as long as new runs arrive. The first read sends one more request for this. Later reads
 * do so only when the number of records has grown and then stayed the same, as it does at a limit. Without a `pageCap`,
 * the reader cannot detect missing runs if all runs that arrived started at the same instant.
 *
 * A source that does not settle within ten minutes per request is abandoned, as in the tracker.
 *
 * @throws {IncompleteHistoryError} `read` rejects with it when records are missing and cannot be requested: the service
 * applies no filter on the start, or a single instant has more runs than the service returns
 * @example
 * ```ts
 * import { createCompleteReader, type RunSource } from '@syncline/runs';
 *
 * export const runsSince = async (source: RunSource, since: Date) =>
 *   (await createCompleteReader(source)({ since: since.getTime() })).runs;
 * ```
 */
export function createCompleteReader<Item>(
  source: RunSource<Item>,
  options?: CompleteReaderOptions,
): ReadComplete<Item> {
  const { pageCap, queries = 'same' } = ownOptions(options, { pageCap: 1, queries: 1 });
  /** The largest number of records in a response that was found to be complete, and the number in the last response. */
  let [whole, previous] = [0, Number.NaN];
  const mayBeCut = (page: RunPage<Item>): boolean => {
    const { rows, isCut } = page;
    if (source.kind !== 'history' || arrivedIn(page) === undefined || isCut === true) return false;
    if (pageCap !== undefined) return rows >= pageCap;
    // A response with fewer records than a complete one is not cut off. One with the same number may be, because that
    // number may be exactly the limit.
    if (queries === 'different') return rows >= whole;
    return rows > whole && (Number.isNaN(previous) || rows === previous);
  };
  return async (given) => {
    const query = ownOptions(given, runQueryNames, 'query');
    let page = await readSource(source, query, limit);
    const first = page;
    const runs = new Map(page.runs.map((run) => [run.key, run]));
    const tally = new ReadingTally();
    tally.addPage(page);
    let { requests, rows } = page;
    let isAsked = query.keys === undefined && mayBeCut(page);
    let isWhole = isAsked;
    let newest = arrivedIn(first)?.newest ?? query.since;
    let canAsk = isFiltered(first);
    while (isAsked) {
      // A source that asks for more than the query may have received runs that are later than it.
      if (canAsk && query.until !== undefined && newest >= query.until) {
        isWhole = false;
        break;
      }
      let others: readonly SourceRun<Item>[] = [];
      let isLater = false;
      if (canAsk) {
        page = await readSource(source, { ...query, since: newest, isStartKnown: true }, limit);
        requests += page.requests;
        others = page.runs.filter(({ key, start }) => start >= query.since && !runs.has(key));
        isLater = (arrivedIn(page)?.newest ?? newest) > newest;
        // If all records belong to the period of the query, only this response shows that no filter is applied.
        canAsk = isFiltered(page);
      }
      // A response without new runs repeats the last ones.
      if (others.length > 0) tally.addPage(page);
      for (const run of others) runs.set(run.key, run);
      rows += others.length;
      isAsked = others.length > 0 || isLater;
      if (isAsked) isWhole = false;
      else if (page.rows >= (pageCap ?? (canAsk ? fullFrom(first, page) : Number.POSITIVE_INFINITY)))
        throw incomplete(page.rows, canAsk ? newest : undefined);
      newest = Math.max(newest, arrivedIn(page)?.newest ?? newest);
    }
    if (isWhole) whole = queries === 'different' ? Math.max(whole, first.rows) : first.rows;
    previous = first.rows;
    const all = [...runs.values()].sort((left, right) => left.start - right.start);
    return { ...first, arrived: undefined, runs: all, requests, rows, ...tally.result };
  };
}

/** The first and last start of the runs that arrived; undefined if none arrived. */
function arrivedIn<Item>({ arrived, runs }: RunPage<Item>): RunPage['arrived'] {
  if (arrived !== undefined || runs.length === 0) return arrived;
  return runs.reduce(
    ({ oldest, newest }, { start }) => ({ oldest: Math.min(oldest, start), newest: Math.max(newest, start) }),
    { oldest: Number.POSITIVE_INFINITY, newest: Number.NEGATIVE_INFINITY },
  );
}

/**
 * The number of records in the last response that shows a limit: the number in the first one, if that one had older
 * runs that are not in the last.
 */
function fullFrom<Item>(first: RunPage<Item>, last: RunPage<Item>): number {
  const [earlier, later] = [arrivedIn(first), arrivedIn(last)];
  return earlier !== undefined && later !== undefined && earlier.oldest < later.oldest
    ? first.rows
    : Number.POSITIVE_INFINITY;
}

/** Whether a different start time changes which records arrive. */
function isFiltered({ filter }: RunPage): boolean {
  return filter === 'applied';
}

function incomplete(rows: number, instant: number | undefined): IncompleteHistoryError {
  return new IncompleteHistoryError(
    instant === undefined
      ? `The service returned ${rows} records, which is its limit, and it applies no filter on the start of a run. ` +
          'Make it return all records, or link to the next page in the body.'
      : `The service returned ${rows} records for the time from ${new Date(instant).toISOString()}, which is its limit, and ` +
          'others of that instant may be missing. Make it return more records in one response.',
  );
}

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
