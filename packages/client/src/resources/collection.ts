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
import { decodeStream } from '../decode/operation.ts';
import { RecordStream } from '../decode/stream.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import type { SendOperation } from './operation-call.ts';
import type { Selected } from './selected.ts';

/** The system query options of a collection, as a caller writes them (specification section 4.1). */
export interface QueryOptions<Properties, Selected extends string> {
  /** Which records: a filter, or a function that builds one */
  readonly filter?: Filter | ((properties: FilterProperties<Properties>) => Filter) | undefined;
  /** Which fields; all where absent */
  readonly select?: readonly Selected[] | undefined;
  /** In which order; earlier ones take precedence */
  readonly orderBy?: OrderBy<Properties> | readonly OrderBy<Properties>[] | undefined;
}

/** A collection of the OData interface (specification section 2.5). Records are open: fields beside the named ones are `unknown`. */
export interface Collection<Item, Properties> {
  /**
   * Reads all records that match the filter into one list. For many records, see {@link Collection.stream}.
   *
   * @throws ODataSyntaxError if a filter given as text cannot be parsed; nothing is sent then
   */
  list<Key extends keyof Item = keyof Item>(
    options?: CallOptions & QueryOptions<Properties, Key & string>,
  ): Promise<Selected<Item, Key>[]>;

  /**
   * Reads the same records one by one while they arrive, in memory that does not grow with their number. The request is sent when you
   * ask for the first record; leaving the loop ends it. If the connection breaks, the loop throws; the records you already have stay
   * valid.
   *
   * `deadline` bounds the stream as a whole only if you set it for this call; `timeout` is the longest silence between two chunks.
   */
  stream<Key extends keyof Item = keyof Item>(
    options?: CallOptions & QueryOptions<Properties, Key & string>,
  ): AsyncIterableIterator<Selected<Item, Key>>;
}

/** The history of job runs (specification section 2.5). */
export interface History<Item = HistoryRecord> extends Collection<Item, HistoryRecordProperties> {}

/** The connectors of connections (specification section 2.5). */
export interface Connectors<Item = ConnectorRecord> extends Collection<Item, ConnectorRecordProperties> {}

export function createCollection<Item, Properties>(
  send: SendOperation,
  settings: Settings,
  operationId: 'listHistory' | 'listConnectors',
): Collection<Item, Properties> {
  type Batches = AsyncGenerator<never[], void>;
  const decode = decodeStream(operationId, settings);
  return {
    list: async (options) => (await send(operationId, { query: toQuery(options) }, { options })).value as never,
    stream: (options) => {
      async function* batches(): Batches {
        const { value } = await send(operationId, { query: toQuery(options) }, { options, decode, streaming: true });
        yield* value as Batches;
      }
      return new RecordStream(batches());
    },
  };
}

/** The same as texts, before percent-encoding. */
function toQuery<Properties>(options: QueryOptions<Properties, string> | undefined) {
  const query: { $filter?: string; $select?: string; $orderby?: string } = {};
  if (options?.filter !== undefined) query.$filter = printFilter(toFilter(options.filter));
  if (options?.select !== undefined) query.$select = printSelect(options.select);
  if (options?.orderBy !== undefined) query.$orderby = printOrderBy(options.orderBy);
  return query;
}
