import type { DecodeTable } from '@syncline/openapi';
import { asCollection, decode, parse, refuser } from '../decode/read-value.ts';
import { dropProto } from '../decode/parse-json.ts';
import { ResponseTooLargeError } from '../errors/response-too-large-error.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';
import { chunksOf, leave } from '../pipeline/read-bytes.ts';
import { nextInTime } from './next-in-time.ts';
import { type Batch, RecordSplitter } from './record-splitter.ts';

type Row = Record<string, unknown>;

/** The records of a live answer, in batches of what arrived together. */
export async function* readBatches(
  answer: Answer,
  draft: Draft,
  table: DecodeTable,
  settings: Settings,
): AsyncGenerator<Row[], void> {
  const refuse = refuser(draft);
  const { body } = answer;
  if (body === null) throw refuse('empty', `${answer.status} without a body`);
  const chunks = chunksOf(body);
  const splitter = new RecordSplitter();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const toText = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw refuse('encoding', 'the body is not UTF-8');
    }
  };
  const toRecords = ({ records, text }: Batch): Row[] => {
    dropProto(records, text);
    const rows = asCollection(records, settings, refuse);
    decode(rows, table, text, (value) => value as Row[], draft, settings);
    return rows;
  };
  let isDone = false;
  let failure: unknown;
  try {
    for (;;) {
      const { done, value } = await nextInTime(chunks, draft, settings);
      if (done) break;
      const batch = splitter.push(toText(value as Uint8Array));
      if (batch !== undefined) yield toRecords(batch);
      if (splitter.pending > settings.maxBodyBytes) throw new ResponseTooLargeError(draft, settings.maxBodyBytes);
      if (splitter.isLost) throw refuse('shape', 'the body is no list of records');
    }
    isDone = true;
    const last = toText();
    if (last !== '') splitter.push(last);
    const text = splitter.end();
    if (text.trim() === '') throw refuse('empty', `${answer.status} without a body`);
    const rows = asCollection(parse(text, refuse), settings, refuse);
    decode(rows, table, text, (again) => asCollection(again, settings, refuse), draft, settings);
    yield rows;
  } catch (error) {
    failure = error instanceof SyntaxError ? refuse('json', 'the body is not JSON') : error;
    throw failure;
  } finally {
    if (!isDone) leave(chunks);
    draft.release?.();
    draft.stop = undefined;
    draft.finish?.(failure);
  }
}
