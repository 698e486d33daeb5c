import { ConfigError, ownOptions, systemClock } from '@syncline/core/internal';
import { IncompleteHistoryError } from '../errors/errors.ts';
import { readSource } from './read-source.ts';
import { ReadingTally } from './reading-rules.ts';
import type { SourceRun } from './run-parser.ts';
import { isSorted, type RunPage, type RunQuery, runQueryNames, type RunSource } from './run-source.ts';

/** Options of `createCompleteReader` and `completeSource`. */
export interface CompleteReaderOptions {
  /**
   * The maximum number of records that the service returns without a link to the rest. If you set it, no request is
   * needed to find it out, and more records for one instant are an error. For a service that has no limit and applies
   * neither filter nor order, set a number that it never reaches.
   *
   * @default found out automatically
   */
  readonly pageCap?: number | undefined;
}

/** The time limit for one request, as in the tracker. */
const limit = { clock: systemClock, milliseconds: 600_000 };

/** The minimum length of a period, in milliseconds, that is read to find more records. */
const shortestPeriod = 3_600_000;
/** How often a history is read from both sides, because runs may start meanwhile. */
const mostTries = 2;

/** Reads all runs of a query, even from a service that silently returns only the first records. */
export type ReadComplete<Item = unknown> = (query: RunQuery) => Promise<RunPage<Item>>;

/**
 * Creates a reader that finds the records which a service silently leaves out, or fails. A response with fewer records
 * than another one is complete, because the limit is at least that other number. For any other response, the reader
 * first requests a longer period, which usually has more records. If it has not:
 *
 * - If the service applies the filter, the reader divides the period until each part has fewer records: at the newest
 *   run if the records are in order, otherwise in the middle. This takes two more requests if nothing was left out.
 * - If it applies no filter, or if all runs started at one instant, the reader requests the records in both orders. They
 *   are complete if both bring the same ones, and the last record of one is the first of the other.
 *
 * A source that does not settle within ten minutes per request is abandoned, as in the tracker.
 *
 * @throws {IncompleteHistoryError} `read` rejects with it when records are missing, or when none of this shows that they
 * are complete
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
  const { pageCap } = ownOptions(options, { pageCap: 1 });
  const knowledge: Knowledge = { pageCap, most: 0, isOrdered: false, begin: 0, last: undefined };
  return async (runQuery) => {
    const query = ownOptions(runQuery, runQueryNames, 'query');
    return new CompleteReading(source, query, knowledge).run();
  };
}

/** What the responses of a service have shown so far. Only the current reading changes it. */
interface Knowledge {
  readonly pageCap: number | undefined;
  /** The largest number of records in a response. The limit of the service is not below it */
  most: number;
  /** Whether the service applied the order to more runs than chance would sort */
  isOrdered: boolean;
  /** No run was found that starts before this moment */
  begin: number;
  /** The starts of the runs of the last reading that had no end, by key, and its job */
  last: { readonly job: string | undefined; readonly starts: ReadonlyMap<string, number> } | undefined;
}

/** One query, with all requests that it needs. */
class CompleteReading<Item> {
  readonly #source: RunSource<Item>;
  readonly #query: RunQuery;
  readonly #knowledge: Knowledge;
  readonly #runs = new Map<string, SourceRun<Item>>();
  readonly #tally = new ReadingTally();
  #requests = 0;
  #rows = 0;

  constructor(source: RunSource<Item>, query: RunQuery, knowledge: Knowledge) {
    this.#source = source;
    this.#query = query;
    this.#knowledge = knowledge;
  }

  async run(): Promise<RunPage<Item>> {
    const query = this.#query;
    const first = await this.#request(query);
    this.#tally.addPage(first);
    this.#rows = first.rows;
    for (const run of first.runs) this.#runs.set(run.key, run);
    let { isCut } = first;
    if (this.#source.kind === 'history' && isCut !== true) {
      if (query.keys !== undefined) isCut = !(await this.#findKeys(first, query.keys));
      else {
        this.#forgetIfContradicted(first);
        isCut = !(await this.#isExceeded(query, first)) && !(await this.#complete(query, first));
        if (query.until === undefined && !isCut)
          this.#knowledge.last = {
            job: query.job,
            starts: new Map([...this.#runs].map(([key, { start }]) => [key, start])),
          };
      }
    }
    const runs = [...this.#runs.values()].sort((left, right) => left.start - right.start);
    const requests = this.#requests;
    return {
      ...first,
      arrived: undefined,
      edges: undefined,
      isCut,
      runs,
      requests,
      rows: this.#rows,
      ...this.#tally.result,
    };
  }

  async #request(query: RunQuery): Promise<RunPage<Item>> {
    const page = await readSource(this.#source, query, limit);
    this.#requests += page.requests;
    this.#knowledge.most = Math.max(this.#knowledge.most, page.rows);
    if (page.order === 'ignored') this.#knowledge.isOrdered = false;
    else if (isSorted(page)) this.#knowledge.isOrdered = true;
    return page;
  }

  /** Keeps the new runs of a response. @returns how many there were */
  #take(page: RunPage<Item>): number {
    const { since, keys } = this.#query;
    const others = page.runs.filter(
      ({ key, start }) => !this.#runs.has(key) && (keys?.includes(key) ?? start >= since),
    );
    // A response without new runs repeats the last ones.
    if (others.length > 0) this.#tally.addPage(page);
    for (const run of others) this.#runs.set(run.key, run);
    this.#rows += others.length;
    return others.length;
  }

  /** Whether a response has fewer records than the service returns at most. */
  #isWhole(page: RunPage<Item>): boolean {
    const { pageCap, most } = this.#knowledge;
    return arrivedIn(page) === undefined || page.rows < (pageCap ?? most);
  }

  /** The limit may have become smaller: then a run that arrived the last time is missing. */
  #forgetIfContradicted(page: RunPage<Item>): void {
    const { last } = this.#knowledge;
    const { since, until = Number.POSITIVE_INFINITY, job } = this.#query;
    if (last === undefined || last.job !== job) return;
    for (const [key, start] of last.starts)
      if (start >= since && start < until && !this.#runs.has(key)) {
        this.#knowledge.most = page.rows;
        return;
      }
  }

  /**
   * Whether the service returns more records for a longer period, so that the response is complete. This takes one
   * request, and later responses need none.
   */
  async #isExceeded(query: RunQuery, page: RunPage<Item>): Promise<boolean> {
    const { pageCap, begin } = this.#knowledge;
    const { since, until } = query;
    const arrived = arrivedIn(page);
    if (pageCap !== undefined || arrived === undefined || page.filter !== 'applied' || since <= begin) return false;
    if (page.rows < this.#knowledge.most) return true;
    const length = Math.max(shortestPeriod, (until ?? arrived.newest) - since);
    const longer = { ...query, since: Math.max(0, since - length), isStartKnown: undefined, mostRows: 2 * page.rows };
    const { rows, filter } = await this.#request(longer);
    if (rows <= page.rows && filter === 'applied') this.#knowledge.begin = since;
    return rows > page.rows;
  }

  /**
   * Reads what a response leaves out.
   *
   * @returns false if `mostRows` arrived, and there are more
   */
  async #complete(runQuery: RunQuery, first: RunPage<Item>): Promise<boolean> {
    let [query, page] = [runQuery, first];
    for (;;) {
      if (page.isCut === true) return false;
      const arrived = arrivedIn(page);
      if (arrived === undefined || this.#isWhole(page)) return true;
      if (page.filter !== 'applied') return this.#prove(query, page);
      // A source that asks for more than the query cannot divide it.
      const isWider = page.arrived !== undefined;
      const isOrdered = page.order === 'applied' && (this.#knowledge.isOrdered || isWider);
      // A source that asks for more than the query may have received runs that are later than it.
      if (isOrdered && query.until !== undefined && arrived.newest >= query.until) return true;
      if (isOrdered && this.#runs.size >= (query.mostRows ?? Number.POSITIVE_INFINITY)) return false;
      const middle = isOrdered ? arrived.newest : middleStart(page, query);
      if (middle === undefined) return this.#prove(query, page);
      // A known limit keeps the first records. An unknown one may keep others, and sort them.
      const keepsFirst = isOrdered && (isWider || this.#knowledge.pageCap !== undefined);
      if (!keepsFirst && middle > query.since) {
        const earlier = { ...query, mostRows: undefined, until: middle };
        const left = await this.#request(earlier);
        this.#take(left);
        await this.#complete(earlier, left);
      }
      const later = { ...query, since: middle, isStartKnown: true };
      page = await this.#request(later);
      const found = this.#take(page);
      const isLater = (arrivedIn(page)?.newest ?? arrived.newest) > arrived.newest;
      // If all records belong to the period of the query, only this response shows that no filter is applied.
      if (page.filter !== 'applied' && !this.#isWhole(page)) return this.#prove(runQuery, page);
      if (isOrdered && found === 0 && !isLater && !this.#isWhole(page)) return this.#prove(later, page);
      query = later;
    }
  }

  /**
   * Reads the records in both orders. If there were more of them than the service returns, each response would lack the
   * first records of the other.
   */
  async #prove(runQuery: RunQuery, page: RunPage<Item>): Promise<true> {
    const query = { ...runQuery, mostRows: undefined, isStartKnown: undefined };
    // No service has a limit of one record. A source of the caller's own may have only one order.
    const isSingle = page.rows === 1 && page.edges === undefined;
    if (this.#knowledge.pageCap === undefined) {
      if (isSingle) return true;
      for (let tries = 0; tries < mostTries; tries += 1) {
        const oldestFirst = await this.#request({ ...query, order: 'oldest-first' });
        this.#take(oldestFirst);
        const newestFirst = await this.#request({ ...query, order: 'newest-first' });
        this.#take(newestFirst);
        const isSame = runQuery.isStartKnown === true || page.edges?.sum === newestFirst.edges?.sum;
        if (isSame && isReverse(oldestFirst, newestFirst)) return true;
      }
    }
    throw incomplete(page, this.#knowledge.pageCap !== undefined);
  }

  /** Requests the keys that did not arrive. @returns false if some may be missing */
  async #findKeys(first: RunPage<Item>, keys: readonly string[]): Promise<boolean> {
    let page = first;
    for (;;) {
      const missing = keys.filter((key) => !this.#runs.has(key));
      if (missing.length === 0 || page.rows === 0 || this.#isWhole(page)) return true;
      if (page.filter !== 'applied') {
        try {
          return await this.#prove({ ...this.#query, keys: missing }, page);
        } catch (error) {
          if (error instanceof IncompleteHistoryError) return false;
          throw error;
        }
      }
      page = await this.#request({ ...this.#query, keys: missing });
      if (this.#take(page) === 0) return true;
    }
  }
}

/** The first and last start of the runs that arrived; undefined if none arrived. */
function arrivedIn<Item>({ arrived, runs }: RunPage<Item>): RunPage['arrived'] {
  if (arrived !== undefined || runs.length === 0) return arrived;
  return runs.reduce(
    ({ oldest, newest }, { start }) => ({ oldest: Math.min(oldest, start), newest: Math.max(newest, start) }),
    { oldest: Number.POSITIVE_INFINITY, newest: Number.NEGATIVE_INFINITY },
  );
}

/** The start that divides the runs of a period into halves; undefined if they started at one instant. */
function middleStart({ runs }: RunPage, { since, until = Number.POSITIVE_INFINITY }: RunQuery): number | undefined {
  const starts = runs.map(({ start }) => start).filter((start) => start >= since && start < until);
  starts.sort((left, right) => left - right);
  const [first] = starts;
  return starts.slice(starts.length >> 1).find((start) => start > (first ?? start)) ?? undefined;
}

/** Whether two responses in opposite orders have the same records. */
function isReverse(left: RunPage, right: RunPage): boolean {
  return (
    left.rows === right.rows &&
    left.edges !== undefined &&
    left.edges.first === right.edges?.last &&
    left.edges.last === right.edges.first &&
    left.edges.sum === right.edges.sum
  );
}

function incomplete({ rows, filter, runs }: RunPage, isLimit: boolean): IncompleteHistoryError {
  const instant = runs.every(({ start }) => start === runs[0]?.start) ? runs[0]?.start : undefined;
  const returned = `The service returned ${rows} records`;
  const known = isLimit ? ', which is its limit' : '';
  if (filter === 'applied' && instant !== undefined) {
    const time = `for the time from ${new Date(instant).toISOString()}`;
    const others = 'and others of that instant may be missing. Make it return more records in one response.';
    return new IncompleteHistoryError(`${returned} ${time}${known}, ${others}`);
  }
  const unused = filter === 'applied' ? 'no order' : 'no filter on the start of a run';
  return new IncompleteHistoryError(
    isLimit
      ? `${returned}${known}, and it applies ${unused}. Make it return all records, or link to the next page in the body.`
      : `${returned} and may have left out others: it applies ${unused}, and both orders did not bring the same records. ` +
          'Make it return all records or apply $filter and $orderby. If you know its limit, set pageCap to it; if it has ' +
          'none, to a number that it never reaches.',
  );
}

/**
 * A source for a tracker without a known `pageCap`, which reads as `createCompleteReader` does: it finds out whether the
 * service silently returns only the first records.
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
export function completeSource<Item>(source: RunSource<Item>, options?: CompleteReaderOptions): RunSource<Item> {
  if (typeof source?.read !== 'function') throw new ConfigError('source', 'must be a source, such as historySource(…)');
  return { kind: source.kind, read: createCompleteReader(source, options) };
}
