import { type CallContext, type ClientResponse, ConfigError } from '@syncline/core';
import type { TablesOperation } from '@syncline/openapi';
import type { Settings } from '../options/settings.ts';
import { readCollection } from './collection.ts';
import { readRecord, readUnknown } from './record-decoder.ts';
import { readStream } from './stream.ts';

/** Makes the value of an operation's response: what its document says, or any JSON where it does not say. */
export function decodeOperation({ response: { kind, record } }: TablesOperation, settings: Settings) {
  const table = settings.tables.decode[record ?? ''];
  if (table !== undefined) return (kind === 'collection' ? readCollection : readRecord)(table, settings);
  return (response: ClientResponse, context: CallContext): unknown =>
    response.isEmpty ? undefined : readUnknown(response, context);
}

/** The same for a collection that is read while it arrives: batches of records. */
export function decodeStream(operationId: string, settings: Settings) {
  const { tables } = settings;
  const record = tables.operations[operationId]?.response.record ?? '';
  const table = tables.decode[record];
  if (table === undefined) throw new ConfigError('tables', `must say how ${operationId} decodes its records`);
  return readStream(table, settings);
}
