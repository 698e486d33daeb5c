import { checkChoice, checkSignal, type OptionNames, ownOptions, withoutPrototype } from '@syncline/core';
import {
  type Filter,
  type FilterProperties,
  type OrderBy,
  printFilter,
  printOrderBy,
  printSelect,
  toFilter,
} from '@syncline/odata';
import type {
  ConnectorRecord,
  ConnectorRecordProperties,
  HistoryRecord,
  HistoryRecordProperties,
} from '@syncline/openapi';
import { type Progress, refusePage } from '../decode/record-decoder.ts';
import { RecordStream } from '../decode/record-stream.ts';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import type { CallInit } from '../pipeline/pipeline.ts';
import { beginCall, type CallPromise, pagesOf, type SendOperation } from './operation-call.ts';
import type { Selected } from './selected.ts';

/** The system query options of a collection (specification section 4.1). */
export interface QueryOptions<Properties, Selected extends string> {
  /** Which records to return: a filter, or a function that builds one. @default all */
  readonly filter?: Filter | ((properties: FilterProperties<Properties>) => Filter) | undefined;
  /** Which fields to return; narrows the type of the records. @default all */
  readonly select?: readonly Selected[] | undefined;
  /** In which order; an earlier property takes precedence. @default the service's order */
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
   * Reads all records that match the filter into one list. To read many records, use {@link Collection.stream}.
   *
   * @throws {HttpError} when the service responds with a failure status
   * @throws {ResponseFormatError} when the response is not a complete list of records
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
   * Reads the same records one by one while they arrive, in memory that does not grow with their number. The request is
   * sent when you ask for the first record. When you leave the loop, the connection is closed. If the connection
   * breaks, the loop throws, and the records that you have received stay valid.
   *
   * `timeout` is the longest silence between two chunks. The client's `deadline` limits the time until the first record,
   * and then the time without a record; the time that you take between two records does not count. If you set `deadline`
   * for this call, it limits the whole stream.
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
  ): AsyncIterableIterator<Selected<Item, Key>>;
}

/** The history of job runs (specification section 2.5). */
export interface History<Item = HistoryRecord, Properties = HistoryRecordProperties>
  extends Collection<Item, Properties> {}

/** The connectors of connections (specification section 2.5). */
export interface Connectors<Item = ConnectorRecord, Properties = ConnectorRecordProperties>
  extends Collection<Item, Properties> {}

export function createCollection<Item, Properties>(
  send: SendOperation,
  settings: Settings,
  operationId: 'listHistory' | 'listConnectors',
): Collection<Item, Properties> {
  type Batches = AsyncGenerator<never[], void>;
  return {
    list: (options) =>
      beginCall(() => {
        const own = ownOptions(options, queryOptionNames);
        return send(operationId, { query: toQuery(own) }, { options: own });
      }),
    stream: (given) => {
      async function* batches(leaving: AbortController): Batches {
        const own = ownOptions(given, queryOptionNames);
        const signal = checkSignal(own.signal);
        const leave = () => leaving.abort(signal?.reason);
        // The listener goes with the stream.
        signal?.addEventListener('abort', leave, { signal: leaving.signal });
        if (signal?.aborted) leave();
        const options = withoutPrototype({ ...own, signal: leaving.signal });
        const query = toQuery(options);
        const init: CallInit = { options, streaming: true };
        const sendPage = (page: CallInit) => send(operationId, { query }, page);
        const { decodeStream } = await import('../decode/stream.ts');
        const createDecode = (progress?: Progress) => decodeStream(operationId, settings, progress);
        if (pagesOf(init, settings) === 'follow') {
          const { streamPages } = await import('../pages/follow-pages.ts');
          yield* streamPages({ settings, init, send: sendPage, createDecode, refuse: refusePage }) as Batches;
        } else yield* (await sendPage({ ...init, decode: createDecode() })).value as Batches;
      }
      return new RecordStream(batches);
    },
  };
}

const queryOptionNames: OptionNames<CallOptions & QueryOptions<unknown, string>> = {
  ...callOptionNames,
  filter: 1,
  select: 1,
  orderBy: 1,
  pages: 1,
};

/** Prints the query options as text, before they are percent-encoded. */
function toQuery<Properties>(options: QueryOptions<Properties, string>) {
  const query: { $filter?: string; $select?: string; $orderby?: string } = {};
  checkChoice('pages', options.pages, 'refuse', 'follow');
  if (options.filter !== undefined) query.$filter = printFilter(toFilter(options.filter));
  if (options.select !== undefined) query.$select = printSelect(options.select);
  if (options.orderBy !== undefined) query.$orderby = printOrderBy(options.orderBy);
  return query;
}
