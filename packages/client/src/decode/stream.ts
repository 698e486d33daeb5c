import { type CallContext, cancelChunks, chunksOf, type ClientResponse } from '@syncline/core/internal';
import type { DecodeTable } from '@syncline/openapi';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import type { Settings } from '../options/settings.ts';
import { CollectionReader } from './collection-reader.ts';
import type { Progress, ReadTarget } from './ordinary.ts';
import { requireTable, type Row } from './record-decoder.ts';

/**
 * Returns the decoder of a collection that is read while it arrives, in batches of records. The call ends after the
 * last batch.
 */
export function decodeStream(operationId: string, settings: Settings, progress?: Progress) {
  const table = requireTable(operationId, settings);
  return (response: ClientResponse, context: CallContext): AsyncGenerator<Row[], void> =>
    readBatches(response, context, table, settings, progress);
}

/**
 * Reads the records of a body whose parts have all arrived; undefined if they follow a beginning so long that the body
 * should be read in one piece.
 */
export function readParts(
  response: ClientResponse,
  context: CallContext,
  { table, settings, progress }: ReadTarget,
): Row[] | undefined {
  const reader = new CollectionReader(response, table, context, settings, progress);
  const batches: Row[][] = [];
  for (const part of response.parts ?? []) {
    batches.push(...reader.push(part));
    if (reader.isLost) return undefined;
  }
  batches.push(...reader.end());
  // Half as long as pushing each record.
  return ([] as Row[]).concat(...batches);
}

/**
 * @throws {TimeoutError} when the service is silent for longer than `timeout`, or sends no record before the deadline
 * @throws {AbortedError} when the caller aborts
 * @throws {NetworkError} when the connection breaks
 */
async function* readBatches(
  response: ClientResponse,
  context: CallContext,
  table: DecodeTable,
  settings: Settings,
  progress: Progress | undefined,
): AsyncGenerator<Row[], void> {
  let chunks: AsyncIterator<Uint8Array, unknown> | undefined;
  let failure: unknown;
  try {
    const { body } = response;
    const reader = new CollectionReader(response, table, context, settings, progress);
    while (body !== null) {
      context.throwIfAborted();
      // The time that the caller takes between two records does not count as silence.
      const chunk: Partial<IteratorResult<Uint8Array, unknown>> | undefined = await context.receive(() =>
        (chunks ??= chunksOf(body)).next(),
      );
      if (chunk?.done) break;
      if (!ArrayBuffer.isView(chunk?.value)) throw context.wrongValue('fetch', 'its body must be bytes');
      for (const rows of reader.push(chunk.value as Uint8Array)) {
        yield rows;
        context.restartDeadline();
      }
    }
    chunks = undefined;
    if (reader.isEmpty) throw new ResponseFormatError(context, 'empty', `${response.status} without a body`);
    yield* reader.end();
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    if (chunks !== undefined) cancelChunks(chunks);
    context.end(failure, response.status);
  }
}
