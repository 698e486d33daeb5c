import type { IncomingMessage } from 'node:http';
import { BodyTooLargeError, maxBodyBytes, type RequestHeaders, type SandboxRequest } from '../http/request.ts';

/** A request of node:http. */
export class NodeRequest implements SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    const url = originForm(message.url ?? '/');
    const mark = url.indexOf('?');
    this.method = message.method ?? 'GET';
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.query = mark < 0 ? '' : url.slice(mark + 1);
    this.#message = message;
  }

  get loopback(): boolean {
    const address = this.#message.socket.remoteAddress ?? '';
    return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.');
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

/** A client of a proxy sends the absolute URL (RFC 9112, section 3.2.2). The path begins after the host. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const match = /^https?:\/\/[^/?]*/i.exec(url);
  return match === null ? url : url.slice(match[0].length) || '/';
}
