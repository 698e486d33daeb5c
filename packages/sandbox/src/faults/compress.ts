import type { BodyChunk, ResponseBody } from '../http/response.ts';
import { bytesOf } from './bodies.ts';

const mebibyte = 1_048_576;
const bombMebibytes = 256;

/** A gzip body: complete, cut in half, or a small one that decompresses to 256 MiB. */
export function gzip(body: ResponseBody, how: 'whole' | 'cut' | 'bomb'): AsyncIterable<BodyChunk> {
  switch (how) {
    case 'whole':
      return gzipStream(body);
    case 'cut':
      return firstHalf(gzipStream(body));
    case 'bomb':
      return gzipStream(spaces());
  }
}

/** Compresses the body while it is read. The compression ends when the reader leaves. */
async function* gzipStream(body: ResponseBody): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  const feed = async (): Promise<void> => {
    for await (const bytes of bytesOf(body)) await writer.write(bytes as Uint8Array<ArrayBuffer>);
    await writer.close();
  };
  // Writing fails when the reader leaves, which is not an error.
  feed().catch(() => undefined);
  yield* readable;
}

function* spaces(): Iterable<BodyChunk> {
  const block = new TextEncoder().encode(' '.repeat(mebibyte));
  for (let count = 0; count < bombMebibytes; count++) yield block;
}

async function* firstHalf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(chunk);
  const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  yield bytes.subarray(0, bytes.length >> 1);
}

const maxBlockBytes = 65_536;

/**
 * Header of a block of stored bytes (RFC 7932, section 9.2): not the last block, its length minus 1 in 16 bits,
 * uncompressed.
 */
const blockHeader = (length: number): number => ((length - 1) << 3) | (1 << 19);

/**
 * A body in Brotli's format, stored uncompressed: every runtime can read Brotli, but few can write it. `cut` ends in
 * the middle of the first block.
 */
export async function* brotli(body: ResponseBody, how: 'whole' | 'cut'): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const bytes of bytesOf(body)) {
    for (let at = 0; at < bytes.length; at += maxBlockBytes) {
      const block = bytes.subarray(at, at + maxBlockBytes);
      // One bit before the first block encodes the size of the window.
      const bits = first ? blockHeader(block.length) << 1 : blockHeader(block.length);
      yield Uint8Array.of(bits & 0xff, (bits >> 8) & 0xff, bits >> 16);
      first = false;
      if (how === 'cut') {
        yield block.subarray(0, block.length >> 1);
        return;
      }
      yield block;
    }
  }
  yield Uint8Array.of(first ? 0b110 : 0b11);
}
