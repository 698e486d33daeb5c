import { type Duplex, Readable, pipeline } from 'node:stream';
import zlib from 'node:zlib';
import type { BodySource } from './body-source.ts';

/** As many as `fetch` decodes; more are an attack. */
const maxEncodings = 5;
const options = { chunkSize: 64 * 1024 };

/** The encodings that the transport requests and decodes. */
export const acceptEncoding = 'br, gzip, deflate';

/** Decodes the content encodings of a source. Returns the source itself if it has none, or one that is not known. */
export function decodedSource(source: BodySource, contentEncoding: string | null): BodySource {
  if (contentEncoding === null) return source;
  const names = contentEncoding
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > maxEncodings) throw new Error(`more than ${maxEncodings} content encodings`);
  const makers = names.reverse().map((name) => decoders.get(name));
  if (makers.length === 0 || makers.includes(undefined)) return source;
  return new DecodedSource(source, makers as DecoderOf[]);
}

/** Creates a decoder for a body that begins with these bytes. */
type DecoderOf = (first: Uint8Array) => Duplex;

const gunzip: DecoderOf = () => zlib.createGunzip(options);

const decoders = new Map<string, DecoderOf>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['br', () => zlib.createBrotliDecompress(options)],
  // "deflate" means the zlib format, but some servers send the bare one (RFC 9110 section 8.4.1.2).
  ['deflate', ([head = 0]) => ((head & 0x0f) === 8 ? zlib.createInflate(options) : zlib.createInflateRaw(options))],
]);

/**
 * Decodes one chunk per request of its reader, so that a small body that decodes to a huge one costs no more memory
 * than the part that is read.
 */
class DecodedSource implements BodySource {
  readonly #source: BodySource;
  readonly #chunks: AsyncIterator<Uint8Array, undefined>;

  constructor(source: BodySource, makers: readonly DecoderOf[]) {
    this.#source = source;
    const encoded = { next: () => source.next(true) };
    this.#chunks = makers.reduce<AsyncIterator<Uint8Array, undefined>>(decode, encoded);
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.#source.decoding(this.#chunks.next());
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await this.#source.return();
    return { done: true, value: undefined };
  }

  decoding<Part>(part: Promise<Part>): Promise<Part> {
    return this.#source.decoding(part);
  }

  /** Decodes bytes as they are read, so that a reader that counts them can stop. */
  arrived(): undefined {
    return undefined;
  }
}

async function* decode(
  source: AsyncIterator<Uint8Array, undefined>,
  create: DecoderOf,
): AsyncGenerator<Uint8Array, undefined> {
  const first = await source.next();
  if (first.done) return;
  const decoder = create(first.value);
  // A failure reaches the reader through the decoder; `pipeline` needs the callback in any case.
  pipeline(Readable.from(withFirst(first.value, source), { highWaterMark: 1 }), decoder, () => {});
  yield* decoder;
}

async function* withFirst(first: Uint8Array, rest: AsyncIterator<Uint8Array, undefined>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
}
