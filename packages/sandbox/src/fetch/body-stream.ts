import type { Answer, BodyChunk } from '../contract.ts';
import { connectionReset } from './network-error.ts';
import { wait } from './wait.ts';

/** Who asked. A Request forwards its caller's abort only while it lives, so a body that can be aborted holds these. */
export interface Caller {
  readonly signal: AbortSignal;
  /** What the signal came through */
  readonly requests: readonly unknown[];
}

/** The answer's chunks as a body that fails with the signal's reason when it aborts, and ends as the fault on the connection says. */
export function bodyStream(
  chunks: Iterable<BodyChunk> | AsyncIterable<BodyChunk>,
  caller: Caller,
  socket: Answer['socket'],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  const over = new AbortController();
  const end = async (): Promise<void> => {
    over.abort();
    await iterator.return?.();
  };
  return new ReadableStream({
    start(controller) {
      const abort = (): void => {
        controller.error(caller.signal.reason);
        end().catch(() => undefined);
      };
      caller.signal.addEventListener('abort', abort, { once: true });
    },
    async pull(controller) {
      const next = await iterator.next();
      if (caller.signal.aborted) return;
      if (!next.done)
        controller.enqueue(
          (typeof next.value === 'string' ? encoder.encode(next.value) : next.value) as Uint8Array<ArrayBuffer>,
        );
      else if (socket === 'stall') await wait(undefined, over.signal);
      else if (socket !== undefined) controller.error(connectionReset());
      else controller.close();
    },
    cancel: end,
  });
}
