import type { CallContext, ClientResponse } from '@syncline/core';
import type { DecodeTable } from '@syncline/openapi';
import type { Settings } from '../options/settings.ts';
import { CollectionReader } from './collection-reader.ts';
import { parse, RecordDecoder, textOf } from './record-decoder.ts';

/** Engines allocate a text beyond this size on its own, which costs more than reading the body piece by piece. */
const largeText = 128 * 1024;

/** Makes the list of records of a response, in whichever of the two envelopes it came. */
export function readCollection(table: DecodeTable, settings: Settings) {
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
