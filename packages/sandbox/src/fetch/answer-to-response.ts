import type { Answer, BodyChunk } from '../contract.ts';

/**
 * The platform's Response for an answer.
 *
 * @throws TypeError for an answer that resets the connection; the signal's reason when it aborts first
 */
export async function answerToResponse(answer: Answer, signal: AbortSignal): Promise<Response> {
  if (answer.socket === 'hang') await wait(undefined, signal);
  if (answer.delayMs !== undefined && answer.delayMs > 0) await wait(answer.delayMs, signal);
  if (answer.socket === 'reset') throw connectionLost();
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) for (const one of [value].flat()) headers.append(name, one);
  const init = { status: answer.status, headers };
  if (answer.status === 204 || answer.status === 205 || answer.status === 304) return new Response(null, init);
  const { body } = answer;
  if (answer.socket !== 'cut' && (typeof body === 'string' || body instanceof Uint8Array)) return new Response(body as BodyInit, init);
  return new Response(stream(typeof body === 'string' || body instanceof Uint8Array ? [body] : body, signal, answer.socket === 'cut'), init);
}

function stream(chunks: Iterable<BodyChunk> | AsyncIterable<BodyChunk>, signal: AbortSignal, cut: boolean): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  const abort = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
  abort.catch(() => undefined);
  return new ReadableStream({
    async pull(controller) {
      const next = await Promise.race([iterator.next(), abort]);
      if (!next.done) controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
      else if (cut) controller.error(connectionLost());
      else controller.close();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function connectionLost(): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
}

/** A Request forwards its caller's abort only while it lives, and a wait without a timer is held by nothing else. */
const waiting = new Set<() => void>();

function wait(ms: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    signal.addEventListener('abort', stop, { once: true });
    waiting.add(stop);
    function done(): void {
      signal.removeEventListener('abort', stop);
      waiting.delete(stop);
      resolve();
    }
    function stop(): void {
      clearTimeout(timer);
      waiting.delete(stop);
      reject(signal.reason as Error);
    }
  });
}
