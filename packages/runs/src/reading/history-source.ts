import type { History, HistoryRecord } from '@syncline/client';
import { ConfigError, isSynclineError, ownOptions, withoutPrototype } from '@syncline/core/internal';
import { type AnyProperty, createEvaluator, type Evaluator, type Filter, filter, type OrderBy } from '@syncline/odata';
import { timeZone } from '../time/time-zone.ts';
import { readHttpDate } from '../time/timestamp.ts';
import { accessorNames, createRunParser, isRun, type RunAccessors, type SourceRun } from './run-parser.ts';
import { keepRun, ReadingTally } from './reading-rules.ts';
import { type RunPage, type RunQuery, runQueryNames, type RunSource, type ServerUse } from './run-source.ts';
import { sortRuns } from './status-source.ts';

/** One form of a request for the runs of a query. */
interface Plan {
  readonly name: string;
  readonly filter: Filter | undefined;
  readonly orderBy: readonly string[] | undefined;
}

/** Maximum number of keys in one query. */
const mostKeys = 40;
/**
 * The maximum offset of a time zone from UTC. A service without offsets may compare the instants of a filter with local
 * times.
 */
const furthestZone = 15 * 3_600_000;
/** In an hour that clocks show twice, local times are not in the order of their instants. */
const longestOverlap = 3 * 3_600_000;
/** The facts of a run under Syncline's names. */
const ownNames: FilterNames = { key: 'key', job: 'job', start: 'start' };

/**
 * Reads runs from the history of the OData interface (section 2.5): all jobs with one request.
 *
 * If `start`, `job` and `key` are names of properties, the source sends a `$filter` and a `$orderby`. It does not rely
 * on the service to apply them: it checks every record, and sorts the runs itself.
 *
 * - A service that ignores the filter sends every record, and only the runs of the query are returned.
 * - If the service refuses the filter or the order with status 400 or 501, the source sends the request without it, and
 *   remembers what was refused.
 * - `filter` and `order` of a page report what the service did.
 *
 * The source cannot detect that a service leaves out matching records. The records are streamed, so memory grows only
 * with the runs that are returned.
 *
 * @throws ConfigError if an accessor is missing or is neither a name nor a function. `read` throws a ConfigError if the
 *   query cannot be used, if a timestamp has no offset and `timeZone` is not set, or if two runs have the same key;
 *   and what the client throws
 *
 * @example
 * ```ts
 * import type { ODataClient } from '@syncline/client';
 * import { historySource } from '@syncline/runs';
 *
 * const sourceOf = (odata: ODataClient) =>
 *   historySource(odata, { key: 'historyid', job: 'jobname', status: 'status', start: 'runstartdate', timeZone: 'UTC' });
 * ```
 */
export function historySource<Item extends object = HistoryRecord, Properties = unknown>(
  client: { readonly history: Pick<History<Item, Properties>, 'stream'> },
  input: RunAccessors<Item>,
): RunSource<Item> {
  if (typeof client?.history?.stream !== 'function') throw new ConfigError('client', 'must be an OData client');
  const accessors = ownOptions(input, accessorNames, 'accessors');
  const readRun = createRunParser(accessors);
  const names = { key: nameOf(accessors.key), job: nameOf(accessors.job), start: nameOf(accessors.start) };
  const refused = new Set<string>();
  const identifierTypes = new Set<LiteralForm>();
  /** Whether the service compared the last filter with local times. */
  let comparesLocalTimes = false;
  const isZoned = accessors.timeZone !== undefined && accessors.timeZone !== 'UTC';
  const mostDisorder = isZoned ? longestOverlap : 0;

  /** Finds out from a record whether keys and jobs are numbers in the service. */
  const learn = (record: Item): void => {
    for (const name of [names.key, names.job]) {
      const value = name === undefined ? undefined : (record as Readonly<Record<string, unknown>>)[name];
      if (typeof value === 'string') identifierTypes.add('text');
      else if (typeof value === 'number' || typeof value === 'bigint') identifierTypes.add('number');
    }
  };

  const plansOf = (query: RunQuery): readonly Plan[] => {
    const identifiers = [...(query.keys ?? []), ...(query.job === undefined ? [] : [query.job])];
    const [known] = identifierTypes;
    const forms: readonly LiteralForm[] = !identifiers.some(isWholeNumber)
      ? ['text']
      : identifierTypes.size === 1 && known !== undefined
        ? [known]
        : ['either', 'text', 'number'];
    const filters = forms.flatMap((form) => {
      const filter = writeFilter(names, query, form);
      const shape = `${query.keys ? 'keys' : 'start'} ${query.job === undefined ? '' : 'job'} ${form}`;
      return filter === undefined ? [] : [{ filter, shape }];
    });
    const orders = names.start === undefined ? [undefined] : [orderOf(names.start, names.key, query), undefined];
    return [...filters, { filter: undefined, shape: 'everything' }]
      .flatMap(({ filter, shape }) =>
        orders.map((orderBy) => ({ name: `${shape} ${orderBy?.join() ?? ''}`, filter, orderBy })),
      )
      .filter(({ name }) => !refused.has(name));
  };

  const readPlan = async (
    { filter, orderBy }: Plan,
    { belongs, mayArrive }: { belongs: Evaluator; mayArrive: Evaluator },
    { pages = 'follow', order, mostRows = Number.POSITIVE_INFINITY, beforeRequest, signal }: RunQuery,
  ): Promise<Omit<RunPage<Item>, 'requests'>> => {
    const runs = new Map<string, SourceRun<Item>>();
    const tally = new ReadingTally();
    let rows = 0;
    let [isFiltered, isOrdered] = [true, true];
    const direction = order === 'newest-first' ? -1 : 1;
    let previous: number | undefined;
    let edges: RunPage['edges'];
    let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const take = (record: Item): void => {
      rows += 1;
      learn(record);
      const run = readRun(record, tally);
      if (!isRun(run)) return tally.addUnreadable(run.problem, run.key);
      const facts = { key: run.key, job: run.job, start: new Date(run.start) };
      if (mayArrive(facts) !== true) isFiltered = false;
      if (previous !== undefined && (previous - run.start) * direction > mostDisorder) isOrdered = false;
      previous = run.start;
      edges = { first: edges?.first ?? run.key, last: run.key, sum: ((edges?.sum ?? 0) + hashOf(run.key)) % 2 ** 52 };
      oldest = Math.min(oldest, run.start);
      newest = Math.max(newest, run.start);
      if (belongs(facts) === true) keepRun(runs, run, tally);
    };
    await beforeRequest?.();
    const stream = client.history.stream({
      filter,
      orderBy: orderBy as readonly OrderBy<Properties>[] | undefined,
      pages: pages === 'stop' ? 'refuse' : 'follow',
      signal,
    });
    let isCut = false;
    try {
      for await (const record of stream as AsyncIterable<Item>) {
        isCut = rows >= mostRows;
        if (isCut) break;
        take(record);
      }
    } catch (error) {
      if ((pages === 'follow' && mostRows === Number.POSITIVE_INFINITY) || !isCutOff(error)) throw error;
      isCut = true;
    }
    const { date } = (await (stream as Partial<typeof stream>).response?.())?.headers ?? {};
    return {
      isCut,
      date: readHttpDate(date),
      runs: sortRuns([...runs.values()]),
      rows,
      arrived: (isZoned || !isFiltered) && oldest <= newest ? { oldest, newest } : undefined,
      edges: names.key !== undefined && orderBy !== undefined ? edges : undefined,
      ...tally.result,
      filter: filter && (isFiltered ? 'applied' : 'ignored'),
      order: orderBy === undefined ? undefined : isOrdered ? 'applied' : 'ignored',
    };
  };

  /** Reads a query. If timestamps have no offset, the service is asked for runs that start up to `earlier` before it. */
  const readAll = async (query: RunQuery, earlier: number): Promise<RunPage<Item>> => {
    const plans = plansOf(isZoned ? widen(query, earlier, furthestZone) : query);
    const belongs = evaluatorOf(query);
    const mayArrive = isZoned ? evaluatorOf(widen(query, 2 * furthestZone, 2 * furthestZone)) : belongs;
    const isAsked = { filter: writeFilter(names, query, 'text') !== undefined, order: names.start !== undefined };
    for (const [index, plan] of plans.entries()) {
      try {
        const page = await readPlan(plan, { belongs, mayArrive }, query);
        // Remembered only now, because a service that refuses everything says nothing about its filters.
        for (const { name } of plans.slice(0, index)) refused.add(name);
        return {
          ...page,
          requests: index + 1,
          filter: page.filter ?? withoutIt(isAsked.filter),
          order: page.order ?? withoutIt(isAsked.order),
        };
      } catch (error) {
        if (index === plans.length - 1 || !isRefusal(error)) throw error;
      }
    }
    throw new ConfigError('query', 'cannot be sent in any form');
  };

  /**
   * Reads a query that starts with a known run. The service compares either instants or local times: the one for which
   * this run arrives, and none before it, is remembered. Neither does in the hour that the clocks repeat, and then more
   * is read.
   */
  const readFromStart = async (query: RunQuery): Promise<RunPage<Item>> => {
    let requests = 0;
    let withRun: RunPage<Item> | undefined;
    for (const compared of comparesLocalTimes ? ['local', 'instant'] : ['instant', 'local']) {
      const offset = compared === 'local' ? timeZone('timeZone', accessors.timeZone ?? 'UTC').offsetAt(query.since) : 0;
      const page = await readAll(query, -offset);
      requests += page.requests;
      const isRunThere = page.runs.some(({ start }) => start === query.since);
      const isExact = isRunThere && page.arrived?.oldest === query.since;
      if (isExact) comparesLocalTimes = compared === 'local';
      if (isExact || page.filter !== 'applied') return { ...page, requests };
      if (isRunThere) withRun ??= page;
    }
    if (withRun !== undefined) return { ...withRun, requests };
    const page = await readAll(query, furthestZone);
    return { ...page, requests: requests + page.requests };
  };

  return {
    kind: 'history',
    read: async (runQuery) => {
      const query = ownOptions(runQuery, runQueryNames, 'query');
      const { since, until, keys } = query;
      if (!Number.isFinite(new Date(since).getTime()))
        throw new ConfigError('since', 'must be milliseconds since 1970');
      if (until !== undefined && !(until > since && Number.isFinite(new Date(until).getTime())))
        throw new ConfigError('until', 'must be milliseconds since 1970, later than since');
      if (keys !== undefined && keys.length > mostKeys) throw new ConfigError('keys', `must be at most ${mostKeys}`);
      if (keys?.length === 0)
        return {
          runs: [],
          requests: 0,
          rows: 0,
          unreadable: { count: 0, problem: undefined },
          filter: 'none',
          order: 'none',
        };
      return isZoned && query.isStartKnown === true ? readFromStart(query) : readAll(query, furthestZone);
    },
  };
}

/** The order of a query. Without a key, equal starts have no order. */
function orderOf(start: string, key: string | undefined, { order }: RunQuery): readonly string[] {
  if (order === undefined) return [start];
  const names = key === undefined || key === start ? [start] : [start, key];
  return order === 'newest-first' ? names.map((name) => `${name} desc`) : names;
}

/** A number that differs between keys. FNV-1a, in 32 bits, times a number that spreads it. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0) * 1_048_573;
}

function nameOf(accessor: unknown): string | undefined {
  return typeof accessor === 'string' ? accessor : undefined;
}

function withoutIt(isAsked: boolean): ServerUse {
  return isAsked ? 'refused' : 'none';
}

/** Widens the limits of a query. */
function widen(query: RunQuery, earlier: number, later: number): RunQuery {
  const { since, until } = query;
  return withoutPrototype({ ...query, since: since - earlier, until: until === undefined ? undefined : until + later });
}

/** The query as a condition on a run's facts, in which identifiers are always texts. */
function evaluatorOf(query: RunQuery): Evaluator {
  return createEvaluator(writeFilter(ownNames, query, 'text') as Filter);
}

/** Whether the service says that it has more records: a link to the next page, or a count that does not match. */
function isCutOff(error: unknown): boolean {
  if (!isSynclineError(error) || error.code !== 'RESPONSE_FORMAT') return false;
  const { reason } = error as { readonly reason?: string };
  return reason === 'next-page' || reason === 'count';
}

/** Whether the service refuses the query and not the caller. */
function isRefusal(error: unknown): boolean {
  if (!isSynclineError(error) || error.code !== 'HTTP_ERROR') return false;
  const { status } = error as { readonly status?: number };
  return status === 400 || status === 501;
}

/** How an identifier is written in a filter: as text, as a number, or as both while its type is unknown. */
type LiteralForm = 'text' | 'number' | 'either';

/** The properties that a filter compares. Undefined for a fact that is not in one property. */
interface FilterNames {
  readonly key: string | undefined;
  readonly job: string | undefined;
  readonly start: string | undefined;
}

/**
 * Expresses a query as a filter, as far as possible with properties.
 *
 * @returns undefined if no part of the query can be expressed
 */
function writeFilter(names: FilterNames, query: RunQuery, form: LiteralForm): Filter | undefined {
  const { since, until, job, keys } = query;
  const key = keys && names.key;
  const start = keys ? undefined : names.start;
  const ofJob = job === undefined ? undefined : names.job;
  if (key === undefined && start === undefined && ofJob === undefined) return undefined;
  return filter<unknown>(({ field }) => {
    const conditions: Filter[] = [];
    if (keys !== undefined && key !== undefined) conditions.push(isOneOf(field(key), keys, form));
    if (start !== undefined) conditions.push(field(start).ge(new Date(since)));
    if (start !== undefined && until !== undefined) conditions.push(field(start).lt(new Date(until)));
    if (job !== undefined && ofJob !== undefined) conditions.push(isOneOf(field(ofJob), [job], form));
    const [first, ...others] = conditions;
    return (first as Filter).and(...others);
  });
}

/** Whether a text is also the canonical form of a whole number. */
function isWholeNumber(text: string): boolean {
  return /^(?:0|-?[1-9]\d{0,17})$/.test(text);
}

function isOneOf(property: AnyProperty, texts: readonly string[], form: LiteralForm): Filter {
  const [first, ...others] = texts.flatMap((text) => {
    if (!isWholeNumber(text) || form === 'text') return [property.eq(text)];
    const number = property.eq(BigInt(text));
    return form === 'number' ? [number] : [property.eq(text), number];
  });
  return (first as Filter).or(...others);
}
