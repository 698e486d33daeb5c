import type { ServerResponse } from 'node:http';
import type { Answer, BodyChunk } from '../contract.ts';

/** Writes an answer to its connection, or does to the connection what the answer asks for. */
export async function sendAnswer(answer: Answer, response: ServerResponse): Promise<void> {
  if (answer.delayMs !== undefined && answer.delayMs > 0) await pause(answer.delayMs, response);
  if (answer.socket === 'hang') return;
  if (answer.socket === 'reset') return void response.socket?.resetAndDestroy();
  if (response.destroyed) return;
  const { status, headers, body } = answer;
  if (typeof body === 'string' || body instanceof Uint8Array) sendWhole(answer, body, response);
  else {
    response.writeHead(status, headers as Record<string, string>);
    await sendChunks(body, response);
    if (answer.socket === 'cut') response.socket?.resetAndDestroy();
    else response.end();
  }
}

function sendWhole({ status, headers, socket }: Answer, body: BodyChunk, response: ServerResponse): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const bodiless = status === 204 || status === 304;
  const announced = headers['content-length'] ?? String(socket === 'cut' ? length + 1 : length);
  response.writeHead(status, (bodiless ? headers : { ...headers, 'content-length': announced }) as Record<string, string>);
  if (socket === 'cut') response.write(body, () => response.socket?.resetAndDestroy());
  else response.end(bodiless ? undefined : body);
}

/** A reader that stops reading stops the writing, and one that goes away ends it: the iterator is closed either way. */
async function sendChunks(chunks: Iterable<BodyChunk> | AsyncIterable<BodyChunk>, response: ServerResponse): Promise<void> {
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
