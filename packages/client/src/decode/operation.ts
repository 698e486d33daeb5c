import { type CallContext, type ClientResponse, ConfigError } from '@syncline/core';
import type { DecodeTable, TablesOperation } from '@syncline/openapi';
import type { Settings } from '../options/settings.ts';
import { CollectionReader } from './collection-reader.ts';
import { parse, RecordDecoder, readRecord, readUnknown, textOf } from './record-decoder.ts';
import { readStream } from './stream.ts';

/** Engines allocate a text beyond this size on its own, which costs more than reading the body piece by piece. */
const largeText = 128 * 1024;

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

/** Makes the list of records of a response, in whichever of the two envelopes it came. */
function readCollection(table: DecodeTable, settings: Settings) {
  return (response: ClientResponse, context: CallContext): unknown => {
    if (response.size < largeText) return readAtOnce(response, context, table, settings);
    const reader = new CollectionReader(table, context, settings);
    const records: unknown[] = [];
    for (const part of response.parts ?? []) {
      for (const rows of reader.push(part)) for (const row of rows) records.push(row);
      // Records may still come after a very long beginning.
      if (reader.isLost) return readAtOnce(response, context, table, settings);
    }
    for (const row of reader.end() ?? []) records.push(row);
    return records;
  };
}

function readAtOnce(response: ClientResponse, context: CallContext, table: DecodeTable, settings: Settings): unknown {
  const decoder = new RecordDecoder(table, context, settings);
  const recordsOf = (value: unknown) => decoder.recordsOf(value);
  const text = textOf(response, context);
  const records = recordsOf(parse(text, context));
  decoder.decode(records, text, recordsOf);
  return records;
}
