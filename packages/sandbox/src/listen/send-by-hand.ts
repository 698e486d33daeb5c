import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from '../contract.ts';
import { pieces } from '../faults/bodies.ts';
import { refusalAnswer } from '../http/answers.ts';
import type { Refusal } from '../http/refusal.ts';
import { http } from './node-http.ts';

/** The socket of a response, once the responses before it on the same connection are sent. */
export async function socketOf(response: ServerResponse): Promise<Socket> {
  if (response.socket === null) await new Promise((resolve) => response.once('socket', resolve));
  return response.socket as Socket;
}

/** Writes status line and headers byte by byte, then the body as it is, and ends the connection as the answer asks. */
export async function sendSlowly(
  { status, headers, body, socket: end }: Answer,
  everyMs: number,
  socket: Socket,
): Promise<void> {
  const length =
    typeof body === 'string' || body instanceof Uint8Array ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  for (const byte of Buffer.from(
    head(status, http.STATUS_CODES[status] ?? '', { ...length, ...headers, connection: 'close' }),
  )) {
    if (socket.destroyed) return;
    socket.write(Uint8Array.of(byte));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  for await (const piece of pieces(body)) {
    if (socket.destroyed) return;
    if (!socket.write(piece)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
  }
  endConnection(socket, end ?? 'end');
}

/** For what node:http gave up reading: there is no response object to write to. */
export function sendRefusal(refusal: Refusal, socket: Socket): void {
  // node:http has let go of a CONNECT's socket: without a listener, a client that resets it would end the process.
  socket.on('error', () => socket.destroy());
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body }: Answer = refusalAnswer('odata', refusal);
  socket.end(
    head(status, refusal.code, {
      ...headers,
      'content-length': String(Buffer.byteLength(body as string)),
      connection: 'close',
    }) + (body as string),
  );
}

/** What `socket` of an answer asks for, after what came before it is on its way. */
export function endConnection(socket: Socket, how: NonNullable<Answer['socket']>): void {
  if (how === 'reset') socket.resetAndDestroy();
  // What was written before may still be held back; a reset would lose it.
  else if (how === 'cut') socket.write('', () => socket.resetAndDestroy());
  else if (how === 'close' || how === 'end') socket.end();
}

function head(status: number, reason: string, headers: Answer['headers']): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`;
}
