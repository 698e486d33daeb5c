import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { chunksOf, isChunk, type SandboxResponse, type SocketFault } from '../http/response.ts';

/**
 * `node:http` without an `import` statement. An import would read every export, among them `WebSocket`, for which Node
 * loads its whole fetch implementation: a third of the time to the first response.
 */
export const http = process.getBuiltinModule('node:http');

/** The socket of a response, once the earlier responses on the same connection have been sent. */
export async function socketOf(target: ServerResponse): Promise<Socket> {
  if (target.socket === null) await new Promise((resolve) => target.once('socket', resolve));
  return target.socket as Socket;
}

/**
 * Writes the status line and headers byte by byte, then the body, and ends the connection as the response specifies.
 */
export async function sendSlowly(
  { status, headers, body, plan }: SandboxResponse,
  everyMs: number,
  socket: Socket,
): Promise<void> {
  const length = isChunk(body) ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const reason = http.STATUS_CODES[status] ?? '';
  for (const byte of Buffer.from(head(status, reason, { ...length, ...headers, connection: 'close' }))) {
    if (socket.destroyed) return;
    socket.write(Uint8Array.of(byte));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  for await (const chunk of chunksOf(body)) {
    if (socket.destroyed) return;
    if (!socket.write(chunk)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
  }
  endConnection(socket, plan?.socket ?? 'end');
}

/** Responds to requests without a response object of node:http: requests that it could not parse, and CONNECT. */
export async function sendRefusal(answer: SandboxResponse | Promise<SandboxResponse>, socket: Socket): Promise<void> {
  // node:http no longer listens to the socket of a CONNECT. Without a listener, a client that resets the connection
  // would end the process.
  socket.on('error', () => socket.destroy());
  const { status, headers, body } = await answer;
  if (!socket.writable) return void socket.destroy();
  const text = body as string;
  const length = String(Buffer.byteLength(text));
  socket.end(
    head(status, http.STATUS_CODES[status] ?? '', { ...headers, 'content-length': length, connection: 'close' }) + text,
  );
}

/** Ends a connection after all earlier writes have been sent. */
export function endConnection(socket: Socket, how: SocketFault): void {
  switch (how) {
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'cut':
      // Earlier writes may still be buffered, and a reset would discard them.
      socket.write('', () => socket.resetAndDestroy());
      return;
    case 'close':
    case 'end':
      socket.end();
      return;
    case 'hang':
    case 'stall':
  }
}

function head(status: number, reason: string, headers: SandboxResponse['headers']): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`;
}
