import type { loadPart } from '@syncline/core/internal';
import type { Progress } from '../decode/ordinary.ts';
import { RecordStream } from '../decode/record-stream.ts';
import { type Decode, loadTables } from '../decode/operation.ts';
import { decodeStream } from '../decode/stream.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { PagedCall } from '../pages/follow-pages.ts';
import type { CallInit, CallResult } from '../pipeline/pipeline.ts';
import type { CallResponse, CallStream } from './call-response.ts';
import type { SendOperation } from './operation-call.ts';
import type { Query, SplitOptions } from './split-query.ts';

/**
 * What the stream of a collection shares with its list. It is passed in, because bundlers would put a module that both
 * import into a chunk of its own (0.8 kB more at first).
 */
interface StreamCall extends Pick<PagedCall, 'settings'> {
  readonly send: SendOperation;
  /** Loads what few streams need */
  readonly loadPart: typeof loadPart;
  readonly operationId: 'listHistory' | 'listConnectors';
  /** Checks and prints the options of the call */
  readonly prepare: () => {
    /** Its options, without a prototype and with a checked signal */
    readonly options: CallOptions;
    /** What happens with pages */
    readonly pages: unknown;
    readonly query?: Query;
    readonly split?: SplitOptions | undefined;
  };
}

/** What streams have needed so far. An `import()` takes microseconds each time. */
let pageParts: typeof import('../pages/follow-pages.ts') | undefined;
let responseParts: typeof import('./call-response.ts') | undefined;

type Batches = AsyncGenerator<never[], void>;

/** Reads the records of a collection one by one while they arrive. Its request is sent for the first record. */
export function streamRecords<Item>(call: StreamCall): RecordStream<Item> & Pick<CallStream<Item>, 'response'> {
  const { send, settings, operationId, prepare, loadPart: load } = call;
  let last: CallResult | undefined;
  async function* batches(options: CallOptions, query: Query, pages: unknown, startedAt?: number): Batches {
    const init: CallInit = { options, streaming: true, url: undefined, startedAt };
    // Only the caller's own operation can return a record that must be decoded.
    if (!settings.tables.operations[operationId]?.response.isPlain) await loadTables(settings.tables);
    const sendPage = async (page: CallInit, decode: Decode) =>
      (last = await send(operationId, { path: undefined, query, body: undefined }, page, decode));
    const createDecode = (progress?: Progress) => decodeStream(operationId, settings, progress);
    if (pages === 'follow') {
      pageParts ??= await load(() => import('../pages/follow-pages.ts'));
      yield* pageParts.streamPages({ settings, init, send: sendPage, createDecode }) as Batches;
    } else yield* (await sendPage(init, createDecode())).value as Batches;
  }
  async function* all(leaving: AbortController): Batches {
    const { options: prepared, pages, query, split } = prepare();
    const { signal } = prepared;
    const leave = () => leaving.abort(signal?.reason);
    // The listener goes with the stream.
    signal?.addEventListener('abort', leave, { signal: leaving.signal });
    if (signal?.aborted) leave();
    if (query === undefined) return;
    const options = Object.assign(Object.create(null) as CallOptions, prepared, { signal: leaving.signal });
    if (split === undefined) return yield* batches(options, query, pages);
    const { streamParts } = await load(() => import('./split-query.ts'));
    const startedAt = options.deadline === undefined ? undefined : settings.clock.now();
    yield* streamParts(query, split, (part) => batches(options, part, pages, startedAt));
  }
  return Object.assign(new RecordStream<Item>(all), {
    response: async () => {
      if (!last) return undefined;
      responseParts ??= await load(() => import('./call-response.ts'));
      return responseParts.toCallResponse({ ...last, value: undefined }) as CallResponse<undefined>;
    },
  });
}
