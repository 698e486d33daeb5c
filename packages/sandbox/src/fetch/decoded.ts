/** What `fetch` takes off a body before anybody reads it (Content-Encoding), by the names of the Compression Streams. */
const formats = new Map([
  ['gzip', 'gzip'],
  ['br', 'brotli'],
  ['deflate', 'deflate'],
]);

/**
 * The body as `fetch` hands it over: decoded, and erroring where the encoding is broken.
 *
 * @throws TypeError in a runtime that cannot decode Brotli (Node before 22.20 and 24.7)
 */
export function decoded(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  encoding: string | null,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const format = formats.get(encoding ?? '');
  return format === undefined ? body : body.pipeThrough(new DecompressionStream(format as CompressionFormat));
}
