import { concat } from './read-bytes.ts';
import type { TransportResponse } from './response.ts';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
const lenient = /* @__PURE__ */ new TextDecoder();

/** What comes out of the pipeline: enough of a `Response` for openapi-fetch, and the value decoded from it. */
export class Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  /** What the operation answers with; set where the call came from a resource method */
  value: unknown;
  /** How long the service asked to wait, when nobody did */
  retryAfterSeconds: number | undefined;
  readonly #response: TransportResponse;
  readonly #parts: readonly Uint8Array[] | undefined;

  /** `parts`: what was read of the body; undefined where it is still arriving */
  constructor(response: TransportResponse, parts: readonly Uint8Array[] | undefined) {
    this.status = response.status;
    this.ok = response.ok;
    this.headers = response.headers;
    this.#response = response;
    this.#parts = parts;
  }

  /** What was read of the body, as it came. */
  get parts(): readonly Uint8Array[] {
    return this.#parts ?? [];
  }

  /** In bytes */
  get size(): number {
    let size = 0;
    for (const { length } of this.parts) size += length;
    return size;
  }

  /** Whether the body was read and there was nothing in it. */
  get isEmpty(): boolean {
    return this.#parts !== undefined && this.size === 0;
  }

  /** The body: still arriving where the call asked for it live, otherwise made from what was read. */
  get body(): TransportResponse['body'] {
    if (this.#parts === undefined) return this.#response.body;
    return this.value === undefined ? new Response(this.#bytes() as Uint8Array<ArrayBuffer>).body : null;
  }

  /** @throws TypeError where the bytes are not UTF-8 */
  textSync(): string {
    return utf8.decode(this.#bytes());
  }

  /** The text with the replacement character for what is not UTF-8: for error bodies, which are shown and not computed with. */
  shownText(): string {
    return lenient.decode(this.#bytes());
  }

  async text(): Promise<string> {
    return this.ok ? this.textSync() : this.shownText();
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.textSync());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes().slice().buffer as ArrayBuffer;
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.arrayBuffer()], { type: this.headers.get('content-type') ?? '' });
  }

  #bytes(): Uint8Array {
    return concat(this.parts, this.size);
  }
}
