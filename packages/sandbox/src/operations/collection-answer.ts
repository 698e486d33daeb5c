import type { Answer } from '../contract.ts';
import { jsonText } from '../http/answers.ts';
import type { RecordsText } from '../store/select-query.ts';

/** A collection as a bare array or in its envelope: one text when all is there, otherwise written while it is read. */
export function collectionAnswer(records: RecordsText, envelope: 'array' | 'value'): Answer {
  const [open, close] = envelope === 'value' ? ['{"value":[', ']}'] : ['[', ']'];
  const { text, rest } = records;
  return jsonText(rest === undefined ? open + text + close : chunks(open + text, rest, close));
}

function* chunks(first: string, rest: Iterable<string>, last: string): Iterable<string> {
  yield first;
  yield* rest;
  yield last;
}
