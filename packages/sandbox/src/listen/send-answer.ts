import type { ServerResponse } from 'node:http';
import type { Answer, BodyChunk } from '../contract.ts';
import { endConnection, sendSlowly, socketOf } from './send-by-hand.ts';
import { createTurn } from './turn.ts';

/** An answer that is all there and asks nothing unusual of its connection. */
type PlainAnswer = Answer & { readonly body: BodyChunk };

/** An answer with more characters or bytes goes out at once: what waits is held in memory, and little is saved by it. */
const shortLength = 16 * 1024;

/**
 * Sends answers; `down` takes the whole service down. Short ones go out together at the end of the turn of the event loop, after what came
 * in together was answered: with many connections, waking a reader for each answer costs more than the answer.
 */
export function createSender(down: (ms: number) => void): (answer: Answer, response: ServerResponse) => void {
  const short = createTurn<{ answer: PlainAnswer; response: ServerResponse }>((waiting) => {
    for (const { answer, response } of waiting) sendPlain(answer, response);
  });
  return (answer, response) => {
    if (!isPlain(answer)) sendUnusual(answer, response, down).catch(() => response.destroy());
    else if (answer.body.length > shortLength) sendPlain(answer, response);
    else short.add({ answer, response });
  };
}

function isPlain(answer: Answer): answer is PlainAnswer {
  const { body, delayMs, outageMs, raw, socket, headerDripMs, earlyHints } = answer;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return false;
  return (
    delayMs === undefined &&
    outageMs === undefined &&
    raw === undefined &&
    socket === undefined &&
    headerDripMs === undefined &&
    earlyHints === undefined
  );
}

function sendPlain(answer: PlainAnswer, response: ServerResponse): void {
  if (response.destroyed) return;
  try {
    sendWhole(answer, answer.body, response);
  } catch {
    response.destroy();
  }
}

/** Writes an answer to its connection, or does to the connection what the answer asks for. */
async function sendUnusual(answer: Answer, response: ServerResponse, down: (ms: number) => void): Promise<void> {
  const { status, headers, body, socket, delayMs, outageMs, raw, headerDripMs, earlyHints } = answer;
  if (delayMs !== undefined && delayMs > 0) await pause(delayMs, response);
  if (response.destroyed) return;
  if (outageMs !== undefined) {
    (await socketOf(response)).resetAndDestroy();
    return down(outageMs);
  }
  if (raw !== undefined) return void (await socketOf(response)).end(raw);
  if (socket === 'hang') return;
  if (socket === 'reset' || socket === 'close') return endConnection(await socketOf(response), socket);
  if (headerDripMs !== undefined) return sendSlowly(answer, headerDripMs, await socketOf(response));
  if (earlyHints !== undefined) response.writeEarlyHints({ link: earlyHints });
  if (typeof body === 'string' || body instanceof Uint8Array) return sendWhole(answer, body, response);
  response.writeHead(status, headers as Record<string, string>);
  await sendChunks(body, response);
  if (socket === undefined) response.end();
  else endConnection(await socketOf(response), socket);
}

function sendWhole({ status, headers, socket }: Answer, body: BodyChunk, response: ServerResponse): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const bodiless = status === 204 || status === 304;
  const announced = headers['content-length'] ?? String(socket === undefined ? length : length + 1);
  response.writeHead(
    status,
    (bodiless ? headers : { ...headers, 'content-length': announced }) as Record<string, string>,
  );
  if (socket === undefined) response.end(bodiless ? undefined : body);
  else {
    response.write(body);
    void socketOf(response).then((connection) => endConnection(connection, socket));
  }
}

/** A reader that stops reading stops the writing, and one that goes away ends it: the iterator is closed either way. */
async function sendChunks(
  chunks: Iterable<BodyChunk> | AsyncIterable<BodyChunk>,
  response: ServerResponse,
): Promise<void> {
  for await (const chunk of chunks) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await drained(response);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/** Waits, but no longer than the connection lasts. */
function pause(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.on('close', done);
  });
}
