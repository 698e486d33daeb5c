import { type Duplex, Readable, pipeline } from 'node:stream';
import zlib from 'node:zlib';
import type { BodySource } from './body-source.ts';

/** The most content encodings that `fetch` decodes. More than that is an attack. */
const maxEncodings = 5;
const options = { chunkSize: 64 * 1024 };

/** The content encodings that the transport accepts and decodes. */
export const acceptEncoding = 'br, gzip, deflate';

/** The source with its content encodings decoded, or the source itself if it has none or an unknown one. */
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
  // RFC 9110 means the zlib format, but some servers send raw deflate data (RFC 9110 section 8.4.1.2).
  ['deflate', ([head = 0]) => ((head & 0x0f) === 8 ? zlib.createInflate(options) : zlib.createInflateRaw(options))],
]);

/**
 * Decodes one chunk at a time, when its reader asks for it, so that a small body that decodes to a huge one costs only
 * what is read.
 */
class DecodedSource implements BodySource {
  readonly #source: BodySource;
  readonly #chunks: AsyncIterator<Uint8Array, undefined>;

  constructor(source: BodySource, makers: readonly DecoderOf[]) {
    this.#source = source;
    this.#chunks = makers.reduce<AsyncIterator<Uint8Array, undefined>>(decode, source);
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.#chunks.next();
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await this.#source.return();
    return { done: true, value: undefined };
  }

  /** Always undefined: bytes are decoded when they are read, so that a reader that counts them can stop. */
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
  // A failure of either reaches the reader through the decoder. `pipeline` requires the callback.
  pipeline(Readable.from(withFirst(first.value, source), { highWaterMark: 1 }), decoder, () => {});
  yield* decoder;
}

async function* withFirst(first: Uint8Array, rest: AsyncIterator<Uint8Array, undefined>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
}
