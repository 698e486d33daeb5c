import { type CallContext, type ClientResponse, ConfigError } from '@syncline/core';
import type { DecodeTable, TablesOperation } from '@syncline/openapi';
import type { Settings } from '../options/settings.ts';
import { CollectionReader } from './collection-reader.ts';
import { parse, RecordDecoder, readRecord, readUnknown, textOf } from './record-decoder.ts';
import { readStream } from './stream.ts';

/** V8 allocates a longer text separately, which costs more than reading the body piece by piece. */
const largeText = 128 * 1024;

/**
 * Returns the decoder of an operation's response: by its decode table, or for any JSON if the document does not
 * describe it.
 */
export function decodeOperation({ response: { kind, record } }: TablesOperation, settings: Settings) {
  const table = settings.tables.decode[record ?? ''];
  if (table !== undefined) return (kind === 'collection' ? readCollection : readRecord)(table, settings);
  return (response: ClientResponse, context: CallContext): unknown =>
    response.isEmpty ? undefined : readUnknown(response, context);
}

/** Returns the decoder of a collection that is read while it arrives, in batches of records. */
export function decodeStream(operationId: string, settings: Settings) {
  const { tables } = settings;
  const record = tables.operations[operationId]?.response.record ?? '';
  const table = tables.decode[record];
  if (table === undefined)
    throw new ConfigError('tables', `must have a decode table for the records of ${operationId}`);
  return readStream(table, settings);
}

/** Returns the decoder of a list of records, in either of the two envelopes. */
function readCollection(table: DecodeTable, settings: Settings) {
  return (response: ClientResponse, context: CallContext): unknown => {
    if (response.size < largeText) return readAtOnce(response, context, table, settings);
    const reader = new CollectionReader(table, context, settings);
    const records: unknown[] = [];
    for (const part of response.parts ?? []) {
      for (const rows of reader.push(part)) for (const row of rows) records.push(row);
      // The records may still follow a very long beginning.
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
