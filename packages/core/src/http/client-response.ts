import type { TransportResponse } from './transport.ts';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
const lenient = /* @__PURE__ */ new TextDecoder();

/** The response to a call after all attempts, with its body: read, or still arriving where the call asked for a stream. */
export class ClientResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: TransportResponse['headers'];
  /** What was read of the body, as it came; undefined while it is arriving */
  readonly parts: readonly Uint8Array[] | undefined;
  /** Whether the body is larger than what was read of it */
  readonly isCut: boolean;
  readonly #response: TransportResponse;

  constructor(response: TransportResponse, parts: readonly Uint8Array[] | undefined, isCut: boolean) {
    this.status = response.status;
    this.ok = response.ok;
    this.headers = response.headers;
    this.parts = parts;
    this.isCut = isCut;
    this.#response = response;
  }

  /** The body while it is arriving; null once it was read */
  get body(): TransportResponse['body'] {
    return this.parts === undefined ? this.#response.body : null;
  }

  /** Bytes read of the body */
  get size(): number {
    let size = 0;
    for (const { length } of this.parts ?? []) size += length;
    return size;
  }

  /** Whether the body was read and there was nothing in it */
  get isEmpty(): boolean {
    return this.parts !== undefined && this.size === 0;
  }

  /** What was read of the body in one piece: the only part itself, or a copy of several */
  get bytes(): Uint8Array {
    const { parts = [] } = this;
    const [first] = parts;
    if (first !== undefined && parts.length === 1) return first;
    const bytes = new Uint8Array(this.size);
    let offset = 0;
    for (const part of parts) {
      bytes.set(part, offset);
      offset += part.length;
    }
    return bytes;
  }

  /** @throws TypeError if the bytes are not UTF-8 */
  text(): string {
    return utf8.decode(this.bytes);
  }

  /** The text with the replacement character for what is not UTF-8: for error bodies, which are shown and not computed with. */
  shownText(): string {
    return lenient.decode(this.bytes);
  }
}
