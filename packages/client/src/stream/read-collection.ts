import type { DecodeTable } from '@syncline/openapi';
import { readList } from '../decode/read-value.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';
import { CollectionReader } from './collection-reader.ts';

/** Engines give a text beyond this a place of its own in memory, which costs more than to read the body piece by piece. */
const largeText = 128 * 1024;

/** Makes the list of records of an answer, whichever of the two envelopes it came in. */
export function readCollection(table: DecodeTable, settings: Settings) {
  return (answer: Answer, draft: Draft): unknown => {
    if (answer.size < largeText) return readList(answer, draft, table, settings);
    const reader = new CollectionReader(table, draft, settings);
    const records: unknown[] = [];
    for (const part of answer.parts) {
      for (const rows of reader.push(part)) for (const row of rows) records.push(row);
      // Records may yet come after a very long beginning.
      if (reader.isLost) return readList(answer, draft, table, settings);
    }
    for (const row of reader.end() ?? []) records.push(row);
    return records;
  };
}
