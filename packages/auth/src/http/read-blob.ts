/**
 * Reads a whole body, counting decoded bytes as they arrive.
 *
 * @returns undefined as soon as the body is larger than `maxBytes`; the rest is cancelled.
 */
export async function readBlob(
  { body }: { readonly body: ReadableStream<Uint8Array> | null },
  maxBytes: number,
): Promise<Blob | undefined> {
  const chunks: BlobPart[] = [];
  let size = 0;
  const reader = body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      // Not awaited: a server that never ends must not hold us here.
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value as BlobPart);
  }
  return new Blob(chunks);
}
