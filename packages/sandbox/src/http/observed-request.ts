import type { RequestHeaders, SandboxRequest } from './request.ts';
import { type BodyChunk, isChunk, type ResponseBody } from './response.ts';

/** How much of a body is kept: characters of a text, or bytes. */
export const keptLength = 2048;

/** The beginning of a body. It is empty until the body begins to be sent. */
export interface BodyBeginning {
  chunk: BodyChunk;
  /** Whether the body continues after the beginning. Undefined while a body in several chunks is being sent. */
  isCut: boolean | undefined;
}

/**
 * Keeps the beginning of a body. A body in several chunks is observed while it is sent, and stays an iterable or an
 * async iterable.
 */
export function keepBeginning(body: ResponseBody): { readonly body: ResponseBody; readonly beginning: BodyBeginning } {
  const beginning: BodyBeginning = { chunk: '', isCut: undefined };
  const keep = (chunk: BodyChunk): void => {
    beginning.chunk = chunk.length <= keptLength ? chunk : startOf(chunk);
    beginning.isCut = chunk.length > keptLength;
  };
  if (isChunk(body)) {
    keep(body);
    return { body, beginning };
  }
  if (Symbol.asyncIterator in body) return { body: observeAsync(body, keep), beginning };
  return { body: observe(body, keep), beginning };
}

/** Makes a copy: a slice of a string or of bytes would keep all of it in memory. */
function startOf(chunk: BodyChunk): BodyChunk {
  return typeof chunk === 'string' ? ` ${chunk.slice(0, keptLength)}`.slice(1) : chunk.slice(0, keptLength);
}

/** Only the chunks that the beginning needs are kept. */
function createCollector(keep: (chunk: BodyChunk) => void): (chunk: BodyChunk) => boolean {
  let text = '';
  return (chunk) => {
    if (typeof chunk !== 'string') {
      if (text === '') keep(chunk);
      return true;
    }
    text += chunk;
    keep(text);
    return text.length > keptLength;
  };
}

function* observe(body: Iterable<BodyChunk>, keep: (chunk: BodyChunk) => void): Iterable<BodyChunk> {
  const collect = createCollector(keep);
  let isFull = false;
  for (const chunk of body) {
    isFull ||= collect(chunk);
    yield chunk;
  }
}

async function* observeAsync(
  body: AsyncIterable<BodyChunk>,
  keep: (chunk: BodyChunk) => void,
): AsyncIterable<BodyChunk> {
  const collect = createCollector(keep);
  let isFull = false;
  for await (const chunk of body) {
    isFull ||= collect(chunk);
    yield chunk;
  }
}

/** A request that keeps the beginning of its body for the request log, once the service has read it. */
export class ObservedRequest implements SandboxRequest {
  readonly #request: SandboxRequest;
  #beginning: Uint8Array | undefined;

  constructor(request: SandboxRequest) {
    this.#request = request;
  }

  get method(): string {
    return this.#request.method;
  }

  get path(): string {
    return this.#request.path;
  }

  get query(): string {
    return this.#request.query;
  }

  get loopback(): boolean {
    return this.#request.loopback;
  }

  /** The first 2,048 bytes of the body, or undefined if the service has not read it. */
  get beginning(): Uint8Array | undefined {
    return this.#beginning;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }

  headers(): RequestHeaders {
    return this.#request.headers();
  }

  sendWaiting(): void {
    this.#request.sendWaiting?.();
  }

  async readBody(): Promise<Uint8Array> {
    const body = await this.#request.readBody();
    this.#beginning = body.slice(0, keptLength);
    return body;
  }
}
