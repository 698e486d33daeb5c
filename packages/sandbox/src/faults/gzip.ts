import type { Answer } from '../contract.ts';
import { pieces } from './bodies.ts';

const mebibyte = 1_048_576;
const bombMebibytes = 256;

/** A body compressed with gzip, as one array of bytes. */
async function gzip(body: Answer['body']): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new CompressionStream('gzip');
  const done = new Response(readable).arrayBuffer();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  for await (const piece of pieces(body)) await writer.write(typeof piece === 'string' ? encoder.encode(piece) : Uint8Array.from(piece));
  await writer.close();
  return new Uint8Array(await done);
}

/** The pieces of a compressed body: whole, ended before its end, or a small one that grows to 256 MiB. */
export async function* compressed(body: Answer['body'], how: 'whole' | 'cut' | 'bomb'): AsyncGenerator<Uint8Array> {
  if (how !== 'bomb') {
    const bytes = await gzip(body);
    yield how === 'whole' ? bytes : bytes.subarray(0, Math.floor(bytes.length / 2));
    return;
  }
  // A gzip file may have many members: one mebibyte of spaces is compressed once and sent again and again.
  const member = await gzip(' '.repeat(mebibyte));
  for (let count = 0; count < bombMebibytes; count++) yield member;
}
