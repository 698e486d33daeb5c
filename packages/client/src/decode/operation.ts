import type { CallContext, ClientResponse } from '@syncline/core';
import type { DecodeTable, TablesOperation } from '@syncline/openapi';
import type { Settings } from '../options/settings.ts';
import { type Progress, RecordDecoder, readExactly, readRecord, readUnknown, textOf } from './record-decoder.ts';
import { loadExactJson } from './records.ts';

/** Decodes a response into the value of a call. */
export type Decode = (response: ClientResponse, context: CallContext) => unknown;

/** V8 allocates a longer text separately, which costs more than reading the body piece by piece. */
const largeText = 128 * 1024;

/**
 * Returns the decoder of an operation's response: by its decode table, or for any JSON if the document does not
 * describe it.
 */
export function decodeOperation(
  { response: { kind, record } }: TablesOperation,
  settings: Settings,
  progress?: Progress,
): Decode {
  const table = settings.tables.decode[record ?? ''];
  if (table !== undefined)
    return kind === 'collection' ? readCollection(table, settings, progress) : readRecord(table, settings);
  return (response, context) => (response.isEmpty ? undefined : readUnknown(response, context));
}

/** Returns the decoder of a list of records, in either of the two envelopes. */
function readCollection(table: DecodeTable, settings: Settings, progress: Progress | undefined): Decode {
  return (response, context) => {
    const readAtOnce = () => {
      const decoder = new RecordDecoder(table, context, settings, progress);
      const records = decoder.read(textOf(response, context));
      decoder.end();
      return records;
    };
    if (response.size < largeText) return readExactly(context, readAtOnce);
    // Most pages never need the reader. One that cannot load it reads the same records with more memory.
    return context
      .receive(() => Promise.all([import('./stream.ts'), loadExactJson()]))
      .then(
        ([{ readParts }]) => readParts(response.parts ?? [], table, context, settings, progress) ?? readAtOnce(),
        () => readExactly(context, readAtOnce),
      );
  };
}
