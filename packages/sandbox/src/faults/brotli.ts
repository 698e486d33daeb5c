import type { Answer } from '../contract.ts';
import { bytesOf } from './bodies.ts';

const mostInABlock = 65_536;

/** Bits of one block of stored bytes (RFC 7932, 9.2): not the last, its length less one in 16 bits, uncompressed. */
const blockHeader = (length: number): number => ((length - 1) << 3) | (1 << 19);

/**
 * A body in Brotli's format without compressing it: every runtime reads Brotli, few can write it. `cut` ends before the end.
 */
export async function* brotli(body: Answer['body'], how: 'whole' | 'cut'): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const bytes of bytesOf(body)) {
    for (let at = 0; at < bytes.length; at += mostInABlock) {
      const block = bytes.subarray(at, at + mostInABlock);
      // One bit before the first block tells the size of the window.
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
