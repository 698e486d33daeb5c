import type { TransportResponse } from '../pipeline/response.ts';
import type { BodySource } from './body-source.ts';
import { decodedSource } from './decoded-source.ts';
import { NodeBody } from './node-body.ts';
import { ResponseHeaders } from './response-headers.ts';

/** Statuses whose answers have no body (fetch: null body status). */
const bodiless = new Set([204, 205, 304]);

/** What stands in for the platform's `Response`: the part of it that openapi-fetch and the pipeline touch. */
export class NodeResponse implements TransportResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  /** The decoded bytes as they arrive; null where the status allows none */
  readonly body: NodeBody | null;
  readonly #source: BodySource;
  #used = false;

  constructor(status: number, statusText: string, headers: Record<string, string | string[] | undefined>, source: BodySource) {
    this.status = status;
    this.statusText = statusText;
    this.headers = new ResponseHeaders(headers);
    this.#source = decodedSource(source, headers['content-encoding'] === undefined ? null : this.headers.get('content-encoding'));
    this.body = bodiless.has(status) ? null : new NodeBody(() => this.#take());
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The bytes as they came, without a copy where they came in one piece. */
  async bytes(): Promise<Uint8Array> {
    return this.body === null ? new Uint8Array() : this.#take().collect();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = await this.bytes();
    return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  #take(): BodySource {
    if (this.#used) throw new TypeError('the body was read already');
    this.#used = true;
    return this.#source;
  }
}
