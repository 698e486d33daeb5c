import type { Answer, BodyChunk } from '../contract.ts';
import { bytesOf } from './bodies.ts';

const dripBytes = 16;

/** The first bytes of an answer that announced more than comes: half of it, or 4096 of one whose length nobody knows yet. */
export function shortened(answer: Answer, after: number | undefined, socket: 'cut' | 'end' | 'stall'): Answer {
  const { body } = answer;
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    return { ...answer, body: firstBytes(body, after ?? 4096), socket };
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const kept = bytes.subarray(0, Math.min(after ?? bytes.length >> 1, Math.max(0, bytes.length - 1)));
  return { ...answer, body: kept, headers: { ...answer.headers, 'content-length': String(bytes.length) }, socket };
}

async function* firstBytes(body: Answer['body'], count: number): AsyncGenerator<BodyChunk> {
  let left = count;
  for await (const bytes of bytesOf(body)) {
    if (bytes.length >= left) {
      yield bytes.subarray(0, left);
      return;
    }
    left -= bytes.length;
    yield bytes;
  }
}

/** A body in small pieces with a pause between them. */
export async function* dripped(body: Answer['body'], everyMs: number): AsyncGenerator<BodyChunk> {
  let first = true;
  for await (const bytes of bytesOf(body)) {
    for (let at = 0; at < bytes.length; at += dripBytes) {
      if (!first) await new Promise((resolve) => setTimeout(resolve, everyMs));
      first = false;
      yield bytes.subarray(at, at + dripBytes);
    }
  }
}
