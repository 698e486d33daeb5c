import { type HistoryRecord, type HistoryRecordProperties, historyRecordDecode } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';
import type { Settings } from '../pipeline/policy.ts';
import { RecordStream } from '../stream/record-stream.ts';
import { openStream } from '../stream/open-stream.ts';
import { readCollection } from '../stream/read-collection.ts';
import type { Call } from './call.ts';
import { type QueryOptions, toQuery } from './query-options.ts';
import type { Selected } from './selected.ts';

/** The history of job runs (specification section 2.5). Records are open: fields beside the named ones are `unknown`. */
export interface History<Item = HistoryRecord> {
  /**
   * Reads all records of job runs that the filter lets through into one list. For many, see {@link History.stream}.
   *
   * @throws ODataSyntaxError where a filter given as text cannot be read; nothing is sent then
   */
  list<Key extends keyof Item = keyof Item>(
    options?: CallOptions & QueryOptions<HistoryRecordProperties, Key & string>,
  ): Promise<Selected<Item, Key>[]>;

  /**
   * Reads the same one by one while they arrive, in memory that does not grow with their number. The request is sent when the first
   * is asked for; leaving the loop ends it. Records already given stay given when the connection breaks: the loop then throws.
   *
   * `deadline` bounds the stream as a whole only where the call names it; `timeout` is the longest silence between two chunks.
   */
  stream<Key extends keyof Item = keyof Item>(
    options?: CallOptions & QueryOptions<HistoryRecordProperties, Key & string>,
  ): AsyncIterableIterator<Selected<Item, Key>>;
}

export function createHistory(call: Call, settings: Settings): History {
  const decode = readCollection(historyRecordDecode, settings);
  return {
    list: async (options) => {
      const { value } = await call({
        operation: 'listHistory',
        path: '/history',
        query: toQuery(options),
        decode,
        options,
      });
      return value as never;
    },
    stream: (options) =>
      new RecordStream(
        openStream(historyRecordDecode, settings, (decode) =>
          call({ operation: 'listHistory', path: '/history', query: toQuery(options), decode, live: true, options }),
        ),
      ),
  };
}
