import type { DecodeTable } from '@syncline/openapi';
import { refuser } from '../decode/read-value.ts';
import { ResponseTooLargeError } from '../errors/response-too-large-error.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';
import { chunksOf, leave } from '../pipeline/read-bytes.ts';
import { CollectionReader } from './collection-reader.ts';
import { nextInTime } from './next-in-time.ts';

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
  const reader = new CollectionReader(table, draft, settings);
  let isDone = false;
  let failure: unknown;
  try {
    for (;;) {
      const { done, value } = await nextInTime(chunks, draft, settings);
      if (done) break;
      for (const rows of reader.push(value)) {
        if (rows.length > 0) yield rows;
        if (reader.pending > settings.maxBodyBytes) throw new ResponseTooLargeError(draft, settings.maxBodyBytes);
        if (reader.isLost) throw refuse('shape', 'the body is no list of records');
      }
    }
    isDone = true;
    const rest = reader.end();
    if (rest === undefined) throw refuse('empty', `${answer.status} without a body`);
    yield rest;
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
