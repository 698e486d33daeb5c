import { checkChoice, checkSignal, loadPart, type OptionNames, ownOptions } from '@syncline/core/internal';
import {
  type Filter,
  type FilterProperties,
  type OrderBy,
  printFilter,
  printOrderBy,
  printSelect,
  toFilter,
} from '@syncline/odata/builder';
import type {
  ConnectorRecord,
  ConnectorRecordProperties,
  HistoryRecord,
  HistoryRecordProperties,
} from '@syncline/openapi';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import type { CallStream } from './call-response.ts';
import { callInit, pagesOf, beginCall, type CallPromise, type SendOperation } from './operation-call.ts';
import type { Selected } from './selected.ts';
import type { Query, SplitOptions } from './split-query.ts';

/** The system query options of a collection (specification section 4.1). */
export interface QueryOptions<Properties, Selected extends string> {
  /** Which records to return: a filter, or a function that builds one. @default all */
  readonly filter?: Filter<Properties> | ((properties: FilterProperties<Properties>) => Filter<Properties>) | undefined;
  /** Which fields to return; narrows the type of the records. @default all */
  readonly select?: readonly Selected[] | undefined;
  /**
   * Divides a filter with a long `in` at its top level into several requests, one after the other. `list` merges the
   * records by `orderBy` as `compareBy` does, so texts are ordered by code points. A stream with `split` cannot have an
   * `orderBy`.
   *
   * @default false: a filter that exceeds the limits is a ConfigError
   */
  readonly split?: boolean | undefined;
  /** The order of the records; an earlier property takes precedence. @default the service's order */
  readonly orderBy?: OrderBy<Properties> | readonly OrderBy<Properties>[] | undefined;
  /** What happens if the service splits the records into pages: see the client's option. @default the client's */
  readonly pages?: 'refuse' | 'follow' | undefined;
}

/**
 * A collection of the OData interface (specification section 2.5). Records are open: fields that the type does not name
 * are `unknown`.
 */
export interface Collection<Item, Properties> {
  /**
   * Reads all records that match the filter into one list. If no record can match, such as with an empty `in`, no request
   * is sent. To read many records, use {@link Collection.stream}.
   *
   * @throws {HttpError} when the service responds with a failure status
   * @throws {ResponseFormatError} when the response is not a complete list of records
   * @throws {ConfigError} when a query option cannot be used, before anything is sent
   * @example
   * ```ts
   * import type { ODataClient } from '@syncline/client';
   *
   * const latestFailures = (odata: ODataClient) =>
   *   odata.history.list({
   *     filter: (h) => h.details.contains('Failed'),
   *     select: ['runstartdate', 'details'],
   *     orderBy: 'runstartdate desc',
   *   });
   * ```
   */
  list<Key extends keyof Item = keyof Item>(
    options?: CallOptions & QueryOptions<Properties, Key & string>,
  ): CallPromise<Selected<Item, Key>[]>;

  /**
   * Reads the same records one by one while they arrive, so that memory use does not grow with their number. The
   * request is sent when you ask for the first record. When you leave the loop, the connection is closed. If the
   * connection breaks, the loop throws, and the records that you have received stay valid.
   *
   * `timeout` is the longest silence between two chunks. The client's `deadline` limits the time until the first record,
   * and then the time without a record; the time that you take between two records does not count. If you set `deadline`
   * for this call, it limits the whole stream.
   *
   * `response()` of the stream has the status and the headers of its response.
   *
   * @example
   * ```ts
   * import type { ODataClient } from '@syncline/client';
   *
   * const countFailures = async (odata: ODataClient) => {
   *   let failures = 0;
   *   for await (const run of odata.history.stream({ select: ['details'] })) {
   *     if (run.details?.includes('Failed')) failures += 1;
   *   }
   *   return failures;
   * };
   * ```
   */
  stream<Key extends keyof Item = keyof Item>(
    options?: CallOptions & QueryOptions<Properties, Key & string>,
  ): CallStream<Selected<Item, Key>>;
}

/** The history of job runs (specification section 2.5). */
export interface History<Item = HistoryRecord, Properties = HistoryRecordProperties>
  extends Collection<Item, Properties> {}

/** The connectors of connections (specification section 2.5). */
export interface Connectors<Item = ConnectorRecord, Properties = ConnectorRecordProperties>
  extends Collection<Item, Properties> {}

/** What reads streams, once a program has read one. */
let streams: typeof import('./stream-records.ts') | undefined;

export function createCollection<Item, Properties>(
  send: SendOperation,
  settings: Settings,
  operationId: 'listHistory' | 'listConnectors',
): Collection<Item, Properties> {
  return {
    list: (options) =>
      beginCall(async () => {
        const checked = ownOptions(options, queryOptionNames);
        const { query, split } = toQuery(checked);
        // Without a request there is no response; `withResponse` says so.
        if (query === undefined) return { value: [], response: undefined, context: undefined } as never;
        const sendQuery = (part: Query, startedAt?: number) =>
          send(operationId, { path: undefined, query: part, body: undefined }, callInit(checked, startedAt));
        if (split === undefined) return sendQuery(query);
        const { listParts } = await loadPart(() => import('./split-query.ts'));
        const startedAt = settings.clock.now();
        return listParts(query, split, (part) => sendQuery(part, startedAt));
      }),
    stream: (options) => {
      const prepare = () => {
        const checked = ownOptions(options, queryOptionNames);
        checkSignal(checked.signal);
        return { options: checked, pages: pagesOf({ options: checked }, settings), ...toQuery(checked) };
      };
      return lazyStream(async () => {
        streams ??= await loadPart(() => import('./stream-records.ts'));
        return streams.streamRecords<never>({ loadPart, send, settings, operationId, prepare });
      });
    },
  };
}

/** A stream whose code loads when the first record is requested: most pages read lists. */
function lazyStream<Item>(
  load: () => Promise<Required<Pick<CallStream<Item>, 'next' | 'return' | 'response'>>>,
): CallStream<Item> {
  let loading: ReturnType<typeof load> | undefined;
  let loaded: Awaited<typeof loading>;
  const open = () => (loading ??= load().then((stream) => (loaded = stream)));
  return {
    next: () => loaded?.next() ?? open().then((stream) => stream.next()),
    return: () => open().then((stream) => stream.return()),
    response: async () => loaded?.response(),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose ?? '@@asyncDispose']: () => open().then((stream) => stream.return()) as Promise<never>,
  };
}

const queryOptionNames: OptionNames<CallOptions & QueryOptions<unknown, string>> = {
  ...callOptionNames,
  filter: 1,
  select: 1,
  orderBy: 1,
  pages: 1,
  split: 1,
};

/**
 * Prints the query options as text, before they are percent-encoded. `query` is undefined when no record can match,
 * such as with an empty `in`; `split` is set when the filter is to be divided.
 */
function toQuery<Properties>(options: QueryOptions<Properties, string>): {
  readonly query?: Query;
  readonly split?: SplitOptions | undefined;
} {
  const query: { -readonly [Name in keyof Query]: Query[Name] } = {};
  checkChoice('pages', options.pages, 'refuse', 'follow');
  const { filter, select, orderBy } = options;
  const built = filter === undefined ? undefined : toFilter(filter, options.split ? unlimited : undefined);
  const expression = built?.expression;
  // A condition that is always true or never is not sent: section 4.1 has no such filter.
  const isConstant = expression?.kind === 'literal';
  if (built !== undefined && !isConstant) query.$filter = String(built);
  if (select !== undefined) query.$select = printSelect(select);
  if (orderBy !== undefined) query.$orderby = printOrderBy(orderBy);
  if (isConstant) return expression.value ? { query } : {};
  return {
    query,
    split: options.split && expression ? { ...options, expression, print: printFilter } : undefined,
  };
}

const unlimited = { maxLength: Infinity, maxNodes: Infinity };
