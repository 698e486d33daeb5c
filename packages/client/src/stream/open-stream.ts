import type { DecodeTable } from '@syncline/openapi';
import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';
import { readBatches } from './read-records.ts';

/** Sends the request when the first batch is asked for, and reads its answer while it arrives. */
export async function* openStream<Item>(
  table: DecodeTable,
  settings: Settings,
  send: (decode: (answer: Answer, draft: Draft) => unknown) => Promise<Answer>,
): AsyncGenerator<Item[], void> {
  const { value } = await send((answer, draft) => readBatches(answer, draft, table, settings));
  yield* value as AsyncGenerator<Item[], void>;
}
