import type { ClientResponse, RequestPlace } from '@syncline/core/internal';
import { parse, textOf } from '../decode/record-decoder.ts';
import type { CallResult } from '../pipeline/pipeline.ts';

/**
 * A response with the methods of the platform's `Response` that openapi-fetch calls, and its decoded value, if it has
 * one.
 */
export class RawResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: ClientResponse['headers'];
  /** The decoded value, if the client's tables describe the operation */
  readonly value: unknown;
  /** The request, for errors */
  readonly place: RequestPlace;
  readonly #response: ClientResponse;

  constructor({ response, value, context }: CallResult) {
    this.status = response.status;
    this.ok = response.ok;
    this.headers = response.headers;
    this.value = value;
    this.place = context;
    this.#response = response;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.value === undefined ? new Response(this.#response.bytes as Uint8Array<ArrayBuffer>).body : null;
  }

  async text(): Promise<string> {
    if (this.#response.isEmpty) return '';
    return this.ok ? textOf(this.#response, this.place) : this.#response.shownText();
  }

  async json(): Promise<unknown> {
    return parse(await this.text(), this.place);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#response.bytes.slice().buffer as ArrayBuffer;
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.arrayBuffer()], { type: this.headers.get('content-type') ?? '' });
  }
}
