import { guardSync } from '../callbacks/guard-callback.ts';
import { loadPart } from '../errors/request-error.ts';
import type { CallContext } from './call-context.ts';
import { joinParts, sizeOf } from './read-body.ts';
import type { TransportResponse } from './transport.ts';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });
const lenient = /* @__PURE__ */ new TextDecoder();

/**
 * A response of a transport, whose status is read once: Node's fetch goes through a proxy for each property that is read.
 * The body of the response to a call is read, or still arrives if the call asked for a stream.
 */
export class ClientResponse {
  declare readonly status: number;
  /** Whether the status is a success, from 200 to 299 */
  declare readonly ok: boolean;
  /** Reading one that is not a text throws a CallbackError */
  declare readonly headers: TransportResponse['headers'];
  /** The bytes that were read, in the chunks in which they arrived; undefined until then, and if the body is a stream */
  declare parts: readonly Uint8Array[] | undefined;
  /** Whether only the beginning of the body was read */
  isCut = false;
  readonly #response: TransportResponse;
  readonly #context: CallContext;

  /** @throws {CallbackError} when the transport did not return a response */
  constructor(response: TransportResponse, context: CallContext) {
    const status = response?.status;
    const headers = response?.headers;
    if (typeof status !== 'number' || typeof headers?.get !== 'function')
      throw context.wrongValue('fetch', 'it must return a response');
    this.status = status;
    this.ok = status >= 200 && status < 300;
    // They may be an object of the caller's transport.
    const fail = (): never => {
      throw context.wrongValue('fetch', 'the headers of its response must be texts or null');
    };
    this.headers = { get: (name) => guardSync(() => headers.get(name), fail, isHeader) };
    this.#response = response;
    this.#context = context;
  }

  /** The platform's type of response, if it has one */
  get type(): string | undefined {
    return this.#response.type;
  }

  /** The body as a stream; null if it was read */
  get body(): TransportResponse['body'] {
    return this.parts === undefined ? this.#response.body : null;
  }

  /** How many bytes of the body were read */
  get size(): number {
    return sizeOf(this.parts ?? []);
  }

  /** Whether the body was read and is empty */
  get isEmpty(): boolean {
    return this.parts !== undefined && this.size === 0;
  }

  /** The bytes that were read, in one piece: the only part itself, or a copy of several parts */
  get bytes(): Uint8Array {
    return joinParts(this.parts ?? []);
  }

  /** @throws {TypeError} when the bytes are not UTF-8 */
  text(): string {
    return utf8.decode(this.bytes);
  }

  /**
   * The text, with the replacement character for bytes that are not UTF-8. For error bodies, which are only shown. One that
   * was cut off does not end with the beginning of a secret.
   */
  shownText(): string {
    const text = lenient.decode(this.bytes);
    return this.isCut ? this.#context.scrub(text, true) : text;
  }

  /**
   * The JSON of a failure's body; undefined if it is not JSON. Of a body that was cut off, a promise of the JSON of what
   * was read: most pages never need to load what reads it.
   */
  shownJson(): unknown {
    const text = this.shownText();
    if (this.isCut)
      return loadPart(() => import('./parse-cut-json.ts'))
        .then(({ parseCutJson }) => parseCutJson(text))
        .catch(() => undefined);
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
}

const isHeader = (value: unknown): boolean => typeof value === 'string' || value === null;
