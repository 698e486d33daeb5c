import { type ConnectorRecord, type ConnectorRecordProperties, connectorRecordDecode } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';
import type { Settings } from '../pipeline/policy.ts';
import { RecordStream } from '../stream/record-stream.ts';
import { openStream } from '../stream/open-stream.ts';
import { readCollection } from '../stream/read-collection.ts';
import type { Call } from './call.ts';
import { type QueryOptions, toQuery } from './query-options.ts';
import type { Selected } from './selected.ts';

/** Connectors (specification section 2.5). Records are open: fields beside the named ones are `unknown`. */
export interface Connectors<Item = ConnectorRecord> {
  /**
   * Reads all connectors that the filter lets through into one list. For many, see {@link Connectors.stream}.
   *
   * @throws ODataSyntaxError where a filter given as text cannot be read; nothing is sent then
   */
  list<Key extends keyof Item = keyof Item>(
    options?: CallOptions & QueryOptions<ConnectorRecordProperties, Key & string>,
  ): Promise<Selected<Item, Key>[]>;

  /**
   * Reads the same one by one while they arrive, in memory that does not grow with their number. The request is sent when the first
   * is asked for; leaving the loop ends it. Records already given stay given when the connection breaks: the loop then throws.
   *
   * `deadline` bounds the stream as a whole only where the call names it; `timeout` is the longest silence between two chunks.
   */
  stream<Key extends keyof Item = keyof Item>(
    options?: CallOptions & QueryOptions<ConnectorRecordProperties, Key & string>,
  ): AsyncIterableIterator<Selected<Item, Key>>;
}

export function createConnectors(call: Call, settings: Settings): Connectors {
  const decode = readCollection(connectorRecordDecode, settings);
  return {
    list: async (options) => {
      const { value } = await call({
        operation: 'listConnectors',
        path: '/connectors',
        query: toQuery(options),
        decode,
        options,
      });
      return value as never;
    },
    stream: (options) =>
      new RecordStream(
        openStream(connectorRecordDecode, settings, (decode) =>
          call({
            operation: 'listConnectors',
            path: '/connectors',
            query: toQuery(options),
            decode,
            live: true,
            options,
          }),
        ),
      ),
  };
}
