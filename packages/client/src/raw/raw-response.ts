import type { ClientResponse } from '@syncline/core';

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
  readonly #response: ClientResponse;

  constructor(response: ClientResponse, value: unknown) {
    this.status = response.status;
    this.ok = response.ok;
    this.headers = response.headers;
    this.value = value;
    this.#response = response;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.value === undefined ? new Response(this.#response.bytes as Uint8Array<ArrayBuffer>).body : null;
  }

  async text(): Promise<string> {
    return this.ok ? this.#response.text() : this.#response.shownText();
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.#response.text());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#response.bytes.slice().buffer as ArrayBuffer;
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.arrayBuffer()], { type: this.headers.get('content-type') ?? '' });
  }
}
