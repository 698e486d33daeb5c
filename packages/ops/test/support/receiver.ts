import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * The response of a receiver: a status, maybe with headers. `drop` closes the connection, and `hang` never responds.
 */
export type Answer =
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'drop'
  | 'hang';

/** A receiver of webhooks on loopback, which is closed at the end of the test. */
export async function createReceiver(answer: (request: Received) => Answer = () => 204) {
  const received: Received[] = [];
  let told = (): void => undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      told();
      const given = answer(one);
      if (given === 'hang') return;
      if (given === 'drop') return void request.socket.destroy();
      const { status, headers = {}, body } = typeof given === 'number' ? { status: given, body: undefined } : given;
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  onTestFinished(close);
  /** Waits until this many requests have arrived. */
  const arrived = async (count: number): Promise<readonly Received[]> => {
    while (received.length < count) await new Promise<void>((resolve) => (told = resolve));
    return received;
  };
  return { url: `http://127.0.0.1:${port}/hooks/token-of-the-receiver?sig=also-secret`, received, arrived, close };
}
