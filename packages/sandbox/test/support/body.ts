import { chunksOf, type ResponseBody } from '../../src/http/response.ts';

/** The bytes of a body, all of them or until there are at least `most`. */
export async function bytes(body: ResponseBody, most = Number.POSITIVE_INFINITY): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const piece of chunksOf(body)) {
    parts.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
    length += parts.at(-1)!.length;
    if (length >= most) break;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
/** A body as text. A byte order mark is kept. */
export async function text(body: ResponseBody): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytes(body));
}
