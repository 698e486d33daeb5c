import type { Answer } from '../contract.ts';
import { bodyStream, type Caller } from './body-stream.ts';
import { decoded } from './decoded.ts';
import { connectionReset, networkError } from './network-error.ts';
import { wait } from './wait.ts';

/**
 * The platform's Response for an answer.
 *
 * @throws TypeError for an answer whose connection ends before it; the signal's reason when it aborts first
 */
export async function answerToResponse(answer: Answer, caller: Caller): Promise<Response> {
  const { signal } = caller;
  const { status, body, socket, raw, delayMs = 0, headerDripMs = 0 } = answer;
  if (delayMs > 0) await wait(delayMs, signal);
  if (raw !== undefined) throw networkError('Response does not match the HTTP/1.1 protocol');
  if (socket === 'hang') await wait(undefined, signal);
  if (socket === 'reset') throw connectionReset();
  if (socket === 'close') throw networkError('other side closed', 'UND_ERR_SOCKET');
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value].flat()) headers.append(name, one);
  if (headerDripMs > 0) await wait(headerDripMs * headerBytes(headers), signal);
  signal.throwIfAborted();
  const init = { status, headers };
  if (status === 204 || status === 205 || status === 304) return new Response(null, init);
  const encoding = headers.get('content-encoding');
  const whole = typeof body === 'string' || body instanceof Uint8Array;
  if (whole && socket === undefined && encoding === null) return new Response(body as BodyInit, init);
  return new Response(decoded(bodyStream(whole ? [body] : body, caller, socket), encoding), init);
}

/** Bytes that the headers take on a connection, with the status line. */
function headerBytes(headers: Headers): number {
  let bytes = 'HTTP/1.1 200 OK\r\n\r\n'.length;
  for (const [name, value] of headers) bytes += name.length + value.length + 4;
  return bytes;
}
