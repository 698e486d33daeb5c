import {
  type CallContext,
  cancelChunks,
  chunksOf,
  type ClientResponse,
  isSynclineError,
  networkErrorFrom,
  ResponseTooLargeError,
} from '@syncline/core';
import type { DecodeTable } from '@syncline/openapi';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import type { Settings } from '../options/settings.ts';
import { CollectionReader } from './collection-reader.ts';
import type { Row } from './record-decoder.ts';

/**
 * Returns the decoder of a response that is read while it arrives, in batches of records. The call ends after the last
 * batch.
 */
export function readStream(table: DecodeTable, settings: Settings) {
  return (response: ClientResponse, context: CallContext): AsyncGenerator<Row[], void> =>
    readBatches(response, context, table, settings);
}

async function* readBatches(
  response: ClientResponse,
  context: CallContext,
  table: DecodeTable,
  settings: Settings,
): AsyncGenerator<Row[], void> {
  let chunks: AsyncIterator<Uint8Array, unknown> | undefined;
  let failure: unknown;
  try {
    const empty = () => new ResponseFormatError(context, 'empty', `${response.status} without a body`);
    if (response.body === null) throw empty();
    chunks = chunksOf(response.body);
    const reader = new CollectionReader(table, context, settings);
    for (;;) {
      const { done, value } = await nextChunk(chunks, context);
      if (done) break;
      if (!ArrayBuffer.isView(value)) throw context.wrongValue('fetch', 'its body must be bytes');
      for (const rows of reader.push(value as Uint8Array)) {
        if (rows.length > 0) yield rows;
        if (reader.pending > settings.maxBodyBytes) throw new ResponseTooLargeError(context, settings.maxBodyBytes);
        if (reader.isLost) throw new ResponseFormatError(context, 'shape', 'the body is not a list of records');
      }
    }
    chunks = undefined;
    const rest = reader.end();
    if (rest === undefined) throw empty();
    yield rest;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    if (chunks !== undefined) cancelChunks(chunks);
    context.end(failure, response.status);
  }
}

/**
 * Reads the next chunk. The time that the caller takes between two records does not count as silence.
 *
 * @throws {TimeoutError} when the service is silent for longer than `timeout`, or the deadline of this call passes
 * @throws {AbortedError} when the caller aborts
 * @throws {NetworkError} when the connection breaks
 */
async function nextChunk(
  chunks: AsyncIterator<Uint8Array, unknown>,
  context: CallContext,
): Promise<IteratorResult<Uint8Array, unknown>> {
  context.throwIfAborted();
  try {
    return await context.run(context.streamRemaining, () => chunks.next());
  } catch (error) {
    throw isSynclineError(error) ? error : networkErrorFrom(error, context, (text) => context.scrub(text));
  }
}

/**
 * Yields the records of batches one by one. It is not a generator, because there may be millions of records and a
 * generator costs more for each of them.
 *
 * The request is sent when the first record is requested. Leaving the loop early closes the connection.
 */
export class RecordStream<Item> implements AsyncIterableIterator<Item> {
  readonly #batches: AsyncGenerator<Item[], void>;
  /** In reverse order, so that each record is removed from the batch when it is returned */
  #batch: Item[] = [];
  #coming: Promise<boolean> | undefined;

  constructor(batches: AsyncGenerator<Item[], void>) {
    this.#batches = batches;
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    return this.#batch.length > 0 ? Promise.resolve(this.#take()) : this.#takeLater();
  }

  async return(): Promise<IteratorResult<Item, undefined>> {
    this.#batch = [];
    await this.#batches.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): IteratorYieldResult<Item> {
    return { done: false, value: this.#batch.pop() as Item };
  }

  /** Concurrent callers wait for the same batch, so that no record is skipped. */
  async #takeLater(): Promise<IteratorResult<Item, undefined>> {
    while (this.#batch.length === 0) {
      if (!(await (this.#coming ??= this.#receive()))) return { done: true, value: undefined };
    }
    return this.#take();
  }

  /** Whether there was another batch. */
  async #receive(): Promise<boolean> {
    try {
      const { done, value } = await this.#batches.next();
      this.#batch = done ? [] : value.reverse();
      return !done;
    } finally {
      this.#coming = undefined;
    }
  }
}
