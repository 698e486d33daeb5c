import { type BodyChunk, isChunk, type ResponseBody, type SandboxResponse } from '../http/response.ts';
import { bytesOf } from './bodies.ts';
import { withDelivery, withHeaders } from './setting.ts';

const dripBytes = 16;

/**
 * Sends only the first bytes of a body whose announced length is larger: half of it, or 4,096 bytes if the length is
 * not known.
 */
export function cutBody(
  response: SandboxResponse,
  after: number | undefined,
  socket: 'cut' | 'end' | 'stall',
): SandboxResponse {
  const { body } = response;
  if (!isChunk(body)) return withDelivery({ ...response, body: firstBytes(body, after ?? 4096) }, { socket });
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const kept = bytes.subarray(0, Math.min(after ?? bytes.length >> 1, Math.max(0, bytes.length - 1)));
  const announced = withHeaders(response, { 'content-length': String(bytes.length) });
  return withDelivery({ ...announced, body: kept }, { socket });
}

async function* firstBytes(body: ResponseBody, count: number): AsyncGenerator<BodyChunk> {
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

/** Sends a body in small pieces with a pause between them. */
export async function* dripBody(body: ResponseBody, everyMs: number): AsyncGenerator<BodyChunk> {
  let first = true;
  for await (const bytes of bytesOf(body)) {
    for (let at = 0; at < bytes.length; at += dripBytes) {
      if (!first) await new Promise((resolve) => setTimeout(resolve, everyMs));
      first = false;
      yield bytes.subarray(at, at + dripBytes);
    }
  }
}
