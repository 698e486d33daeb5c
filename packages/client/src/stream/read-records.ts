import type { DecodeTable } from '@syncline/openapi';
import { asCollection, decode, parse, refuser } from '../decode/read-value.ts';
import { ResponseTooLargeError } from '../errors/response-too-large-error.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';
import { chunksOf, leave } from '../pipeline/read-bytes.ts';
import { nextInTime } from './next-in-time.ts';
import { RecordSplitter } from './record-splitter.ts';

/**
 * Bytes that are made into records at once. What is alive whenever V8 clears its nursery adds up, and makes it grow: with chunks as
 * they come (64 KiB) by 50 MB in 600 MB of history, with these by 10.
 */
const step = 8 * 1024;

type Row = Record<string, unknown>;

/** The records of a live answer while it arrives, in small batches. */
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
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const toText = (bytes: Uint8Array): string => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw refuse('encoding', 'the body is not UTF-8');
    }
  };
  const listOf = (value: unknown) => asCollection(value, settings, refuse);
  const read = (text: string): Row[] => {
    const rows = listOf(parse(text, refuse));
    decode(rows, table, text, listOf, draft, settings);
    return rows;
  };
  const splitter = new RecordSplitter(toText, read);
  let isDone = false;
  let failure: unknown;
  try {
    for (;;) {
      const { done, value } = await nextInTime(chunks, draft, settings);
      if (done) break;
      for (let start = 0; start < value.length; start += step) {
        const rows = splitter.push(value.subarray(start, start + step));
        if (rows !== undefined) yield rows;
        if (splitter.pending > settings.maxBodyBytes) throw new ResponseTooLargeError(draft, settings.maxBodyBytes);
        if (splitter.isLost) throw refuse('shape', 'the body is no list of records');
      }
    }
    isDone = true;
    const text = splitter.end();
    if (text.trim() === '') throw refuse('empty', `${answer.status} without a body`);
    yield read(text);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    if (!isDone) leave(chunks);
    draft.release?.();
    draft.stop = undefined;
    draft.finish?.(failure);
  }
}
