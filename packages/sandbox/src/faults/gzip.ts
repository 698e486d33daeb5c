import type { Answer, BodyChunk } from '../contract.ts';
import { bytesOf } from './bodies.ts';

const mebibyte = 1_048_576;
const bombMebibytes = 256;

/** The pieces of a compressed body: whole, ended before its end, or a small one that grows to 256 MiB. */
export function compressed(body: Answer['body'], how: 'whole' | 'cut' | 'bomb'): AsyncIterable<BodyChunk> {
  return how === 'cut' ? half(body) : gzip(how === 'whole' ? body : spaces());
}

/** Compresses while it is read; a reader that leaves ends it. */
async function* gzip(body: Answer['body']): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  const feed = async (): Promise<void> => {
    for await (const bytes of bytesOf(body)) await writer.write(bytes as Uint8Array<ArrayBuffer>);
    await writer.close();
  };
  // A reader that left is no failure of the writing.
  feed().catch(() => undefined);
  yield* readable;
}

function* spaces(): Iterable<BodyChunk> {
  const block = new TextEncoder().encode(' '.repeat(mebibyte));
  for (let count = 0; count < bombMebibytes; count++) yield block;
}

async function* half(body: Answer['body']): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of gzip(body)) pieces.push(piece);
  const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  yield bytes.subarray(0, bytes.length >> 1);
}
