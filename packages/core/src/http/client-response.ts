import type { TransportResponse } from './transport.ts';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });
const lenient = /* @__PURE__ */ new TextDecoder();

/** The response to a call after all attempts. Its body is read, or still arrives if the call asked for a stream. */
export class ClientResponse {
  declare readonly status: number;
  declare readonly ok: boolean;
  declare readonly headers: TransportResponse['headers'];
  /** The bytes that were read, in the chunks in which they arrived; undefined if the body is a stream */
  declare readonly parts: readonly Uint8Array[] | undefined;
  /** Whether only the beginning of the body was read */
  declare readonly isCut: boolean;
  readonly #response: TransportResponse;

  constructor(
    response: TransportResponse,
    headers: TransportResponse['headers'],
    parts: readonly Uint8Array[] | undefined,
    isCut: boolean,
  ) {
    this.status = response.status;
    this.ok = response.ok;
    this.headers = headers;
    this.parts = parts;
    this.isCut = isCut;
    this.#response = response;
  }

  /** The body as a stream; null if it was read */
  get body(): TransportResponse['body'] {
    return this.parts === undefined ? this.#response.body : null;
  }

  /** How many bytes of the body were read */
  get size(): number {
    let size = 0;
    for (const { length } of this.parts ?? []) size += length;
    return size;
  }

  /** Whether the body was read and is empty */
  get isEmpty(): boolean {
    return this.parts !== undefined && this.size === 0;
  }

  /** The bytes that were read, in one piece: the only part itself, or a copy of several parts */
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

  /** @throws {TypeError} when the bytes are not UTF-8 */
  text(): string {
    return utf8.decode(this.bytes);
  }

  /** The text, with the replacement character for bytes that are not UTF-8. For error bodies, which are only shown. */
  shownText(): string {
    const text = lenient.decode(this.bytes);
    // The beginning of a secret, which no search finds, can stand where a long body was cut off.
    return this.isCut && text.length > 60_000 ? text.slice(0, -1024) : text;
  }

  /**
   * The JSON of a failure's body; undefined if it is not JSON. Of a body that was cut off, a promise of the JSON of what
   * was read: most pages never need to load what reads it.
   */
  shownJson(): unknown {
    const read = (parse: (text: string) => unknown): unknown => {
      try {
        return parse(this.shownText());
      } catch {
        return undefined;
      }
    };
    if (!this.isCut) return read(JSON.parse);
    return import('./parse-cut-json.ts').then(
      ({ parseCutJson }) => read(parseCutJson),
      () => undefined,
    );
  }
}
