import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../http/response.ts';
import { BodyTooLargeError, maxBodyBytes, type RequestHeaders, type SandboxRequest } from '../http/request.ts';

/** A request of node:http. */
export class NodeRequest implements SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #message: IncomingMessage;

  readonly refusal: ServiceError | undefined;
  readonly isProxied: boolean;
  readonly sendWaiting: () => void;

  constructor(message: IncomingMessage, sendWaiting: () => void, refusal?: ServiceError) {
    const url = originForm(message.url ?? '/');
    this.isProxied = url !== (message.url ?? '/');
    const mark = url.indexOf('?');
    this.method = message.method ?? 'GET';
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.query = mark < 0 ? '' : url.slice(mark + 1);
    this.#message = message;
    this.sendWaiting = sendWaiting;
    this.refusal = refusal ?? (message.headers.host === undefined ? withoutHost(message) : undefined);
  }

  get loopback(): boolean {
    return isLoopback(this.#message.socket.remoteAddress);
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  headers(): RequestHeaders {
    return this.#message.headers;
  }

  async readBody(): Promise<Uint8Array> {
    if (Number(this.#message.headers['content-length'] ?? 0) > maxBodyBytes) throw new BodyTooLargeError();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of this.#message as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBodyBytes) throw new BodyTooLargeError();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

/** Whether an address of a socket is one of this machine's own. */
export function isLoopback(address = ''): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.');
}

/** RFC 9112, section 3.2. HTTP/1.0 does not have this rule. */
function withoutHost({ httpVersion }: IncomingMessage): ServiceError | undefined {
  if (httpVersion !== '1.1') return undefined;
  return new ServiceError(400, 'BadRequest', 'The request has no Host header, which HTTP/1.1 requires.', {
    connection: 'close',
  });
}

/** A client that uses a proxy sends the absolute URL (RFC 9112, section 3.2.2). The path begins after the host. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const match = /^https?:\/\/[^/?]*/i.exec(url);
  return match === null ? url : url.slice(match[0].length) || '/';
}
