import type { ServerResponse } from 'node:http';
import {
  type BodyChunk,
  type ResponsePlan,
  type SandboxResponse,
  type SocketFault,
  chunksOf,
  isChunk,
} from '../http/response.ts';
import type { Socket } from 'node:net';

/** Captured on load: a test that installs fake timers must not change the timers of the sandbox. */
const { setImmediate } = globalThis;

/** Items that were added in one turn of the event loop. */
interface TurnBatch<T> {
  add(item: T): void;
  /** Delivers the waiting items immediately. */
  flush(): void;
}

/**
 * Delivers the added items in order, after everything that arrived in this turn of the event loop has been handled.
 */
export function createTurnBatch<T>(deliver: (items: readonly T[]) => void): TurnBatch<T> {
  let items: T[] = [];
  const flush = (): void => {
    if (items.length === 0) return;
    const all = items;
    items = [];
    deliver(all);
  };
  return {
    add(item) {
      if (items.push(item) === 1) setImmediate(flush);
    },
    flush,
  };
}

/** A response with a complete body that is sent as usual. */
type SimpleResponse = SandboxResponse & { readonly body: BodyChunk };

/** Sends the responses of one server. */
interface Sender {
  send(response: SandboxResponse, target: ServerResponse): void;
  /** Sends the short responses of this turn now. */
  sendWaiting(): void;
}

/** A longer body is sent immediately, because holding it in memory would gain little. */
const shortLength = 16 * 1024;

/**
 * Sends responses. `beginOutage` takes the whole service down. Short responses are sent together at the end of a turn
 * of the event loop, after every request that arrived in that turn: with many connections, waking a reader for each
 * response costs more than the response itself.
 */
export function createSender(beginOutage: (ms: number) => void): Sender {
  const short = createTurnBatch<{ response: SimpleResponse; target: ServerResponse }>((waiting) => {
    for (const { response, target } of waiting) sendSimple(response, target);
  });
  return {
    send(response, target) {
      if (!isSimple(response)) sendUnusual(response, target, beginOutage).catch(() => target.destroy());
      else if (response.body.length > shortLength) sendSimple(response, target);
      else short.add({ response, target });
    },
    sendWaiting: short.flush,
  };
}

function isSimple(response: SandboxResponse): response is SimpleResponse {
  return response.plan === undefined && isChunk(response.body);
}

function sendSimple(response: SimpleResponse, target: ServerResponse): void {
  if (target.destroyed) return;
  try {
    sendWhole(response, response.body, target);
  } catch {
    target.destroy();
  }
}

/** Streams a body, or makes the connection fail as the plan says. */
async function sendUnusual(
  response: SandboxResponse,
  target: ServerResponse,
  beginOutage: (ms: number) => void,
): Promise<void> {
  const { status, headers, body, plan = {} } = response;
  const { delayMs, outageMs, raw, socket, headerDripMs, earlyHints, ...unhandled } = plan;
  // A new field of ResponsePlan does not compile until it is handled here.
  unhandled satisfies Record<string, never>;
  if (delayMs !== undefined && delayMs > 0) await pause(delayMs, target);
  if (target.destroyed) return;
  if (outageMs !== undefined) {
    (await socketOf(target)).resetAndDestroy();
    return beginOutage(outageMs);
  }
  if (raw !== undefined) return void (await socketOf(target)).end(raw);
  if (socket === 'hang') return;
  if (socket === 'reset' || socket === 'close') return endConnection(await socketOf(target), socket);
  if (headerDripMs !== undefined) return sendSlowly(response, headerDripMs, await socketOf(target));
  if (earlyHints !== undefined) target.writeEarlyHints({ link: earlyHints });
  if (isChunk(body)) return sendWhole(response, body, target);
  target.writeHead(status, headers as Record<string, string>);
  await sendChunks(body, target);
  if (socket === undefined) target.end();
  else endConnection(await socketOf(target), socket);
}

function sendWhole({ status, headers, plan }: SandboxResponse, body: BodyChunk, target: ServerResponse): void {
  const socket: ResponsePlan['socket'] = plan?.socket;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const bodiless = status === 204 || status === 304;
  const announced = headers['content-length'] ?? String(socket === undefined ? length : length + 1);
  target.writeHead(
    status,
    (bodiless ? headers : { ...headers, 'content-length': announced }) as Record<string, string>,
  );
  if (socket === undefined) target.end(bodiless ? undefined : body);
  else {
    target.write(body);
    void socketOf(target).then((connection) => endConnection(connection, socket));
  }
}

/** Waits for a slow reader, and stops when the reader leaves. The iterator is closed either way. */
async function sendChunks(
  chunks: Iterable<BodyChunk> | AsyncIterable<BodyChunk>,
  target: ServerResponse | Socket,
): Promise<void> {
  for await (const chunk of chunks) {
    if (target.destroyed) return;
    if (!target.write(chunk)) await drained(target);
  }
}

function drained(target: ServerResponse | Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      target.off('drain', done).off('close', done);
      resolve();
    };
    target.on('drain', done).on('close', done);
  });
}

/** Waits, but returns early when the connection closes. */
function pause(ms: number, target: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      target.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    target.on('close', done);
  });
}

/**
 * `node:http` without an `import` statement. An import would read every export, among them `WebSocket`, for which Node
 * loads its whole fetch implementation: a third of the time to the first response.
 */
export const http = process.getBuiltinModule('node:http');

/** The socket of a response, once the earlier responses on the same connection have been sent. */
async function socketOf(target: ServerResponse): Promise<Socket> {
  if (target.socket === null) await new Promise((resolve) => target.once('socket', resolve));
  return target.socket as Socket;
}

/**
 * Writes the status line and headers byte by byte, then the body, and ends the connection as the response specifies.
 */
async function sendSlowly(
  { status, headers, body, plan }: SandboxResponse,
  everyMs: number,
  socket: Socket,
): Promise<void> {
  const length = isChunk(body) ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  for (const byte of Buffer.from(head(status, { ...length, ...headers, connection: 'close' }))) {
    if (socket.destroyed) return;
    socket.write(Uint8Array.of(byte));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  await sendChunks(chunksOf(body), socket);
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
  socket.end(head(status, { ...headers, 'content-length': length, connection: 'close' }) + text);
}

/** Ends a connection after all earlier writes have been sent. */
function endConnection(socket: Socket, how: SocketFault): void {
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

function head(status: number, headers: SandboxResponse['headers']): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((item) => `${name}: ${item}\r\n`),
  );
  return `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
}
