import type { Answer, BodyChunk } from '../contract.ts';
import { decoded } from './decoded.ts';
import { connectionReset, networkError } from './network-error.ts';

/**
 * The platform's Response for an answer.
 *
 * @throws TypeError for an answer whose connection ends before it; the signal's reason when it aborts first
 */
export async function answerToResponse(answer: Answer, signal: AbortSignal): Promise<Response> {
  const { status, body, socket, raw, delayMs = 0, headerDripMs = 0 } = answer;
  if (delayMs > 0) await wait(delayMs, signal);
  if (raw !== undefined) throw networkError('Response does not match the HTTP/1.1 protocol');
  if (socket === 'hang') await wait(undefined, signal);
  if (socket === 'reset') throw connectionReset();
  if (socket === 'close') throw networkError('other side closed', 'UND_ERR_SOCKET');
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) for (const one of [value].flat()) headers.append(name, one);
  if (headerDripMs > 0) await wait(headerDripMs * headerBytes(headers), signal);
  const init = { status, headers };
  if (status === 204 || status === 205 || status === 304) return new Response(null, init);
  const encoding = headers.get('content-encoding');
  const whole = typeof body === 'string' || body instanceof Uint8Array;
  if (whole && socket === undefined && encoding === null) return new Response(body as BodyInit, init);
  return new Response(decoded(stream(whole ? [body] : body, signal, socket), encoding), init);
}

function stream(chunks: Iterable<BodyChunk> | AsyncIterable<BodyChunk>, signal: AbortSignal, socket: Answer['socket']): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  const abort = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
  abort.catch(() => undefined);
  return new ReadableStream({
    async pull(controller) {
      const next = await Promise.race([iterator.next(), abort]);
      if (!next.done) controller.enqueue((typeof next.value === 'string' ? encoder.encode(next.value) : next.value) as Uint8Array<ArrayBuffer>);
      else if (socket === 'stall') await abort;
      else if (socket !== undefined) controller.error(connectionReset());
      else controller.close();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** Bytes that the headers take on a connection, with the status line. */
function headerBytes(headers: Headers): number {
  let bytes = 'HTTP/1.1 200 OK\r\n\r\n'.length;
  for (const [name, value] of headers) bytes += name.length + value.length + 4;
  return bytes;
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
