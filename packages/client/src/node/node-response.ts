import type { TransportResponse } from '@syncline/core/internal';
import type { BodySource } from './body-source.ts';
import { decodedSource } from './decoded-source.ts';

/** Statuses whose responses have no body (fetch: null body status). */
const bodiless = new Set([204, 205, 304]);

/** Replaces the platform's `Response`: the part of it that openapi-fetch and the pipeline use. */
export class NodeResponse implements TransportResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  readonly #source: BodySource;
  #body: NodeBody | undefined;
  #used = false;

  constructor(
    status: number,
    statusText: string,
    headers: Record<string, string | string[] | undefined>,
    source: BodySource,
  ) {
    this.status = status;
    this.statusText = statusText;
    this.headers = new ResponseHeaders(headers);
    this.#source =
      headers['content-encoding'] === undefined ? source : decodedSource(source, this.headers.get('content-encoding'));
  }

  /** The decoded bytes as they arrive; null if the status allows no body */
  get body(): NodeBody | null {
    return bodiless.has(this.status) ? null : (this.#body ??= new NodeBody(() => this.#take()));
  }

  /** The bytes in one piece if all have arrived, without a copy if they came in one; the body then counts as read */
  arrived(): Uint8Array | undefined {
    const bytes = this.#used ? undefined : this.#source.arrived();
    if (bytes !== undefined) this.#used = true;
    return bytes;
  }

  async bytes(): Promise<Uint8Array> {
    const { body } = this;
    if (body === null) return new Uint8Array();
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
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
    if (this.#used) throw new TypeError('the body has already been read');
    this.#used = true;
    return this.#source;
  }
}

/**
 * A body as it arrives, for both kinds of readers: by iteration, and by the reader of a `ReadableStream`.
 */
export class NodeBody implements AsyncIterable<Uint8Array> {
  readonly #take: () => BodySource;

  constructor(take: () => BodySource) {
    this.#take = take;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return this.#take();
  }

  getReader(): {
    read(): Promise<IteratorResult<Uint8Array, undefined>>;
    cancel(): Promise<void>;
    releaseLock(): void;
  } {
    const source = this.#take();
    return {
      read: () => source.next(),
      cancel: async () => {
        await source.return();
      },
      releaseLock() {},
    };
  }
}

/** The headers of a response, by name in any case. Several of one name are joined as `Headers` joins them. */
export class ResponseHeaders {
  readonly #values: Readonly<Record<string, string | string[] | undefined>>;

  /** @param values - by lower-case name */
  constructor(values: Readonly<Record<string, string | string[] | undefined>>) {
    this.#values = values;
  }

  get(name: string): string | null {
    const lower = name.toLowerCase();
    const value = Object.hasOwn(this.#values, lower) ? this.#values[lower] : undefined;
    if (value === undefined) return null;
    return typeof value === 'string' ? value : value.join(', ');
  }
}
