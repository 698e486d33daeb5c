/**
 * The id of a run: a UUID of version 7 (RFC 9562, section 5.7) whose time is the start of the run, and whose other 74 bits
 * are a SHA-256 of what identifies it. The same run has the same id in every process.
 *
 * @param start - milliseconds since 1970, from 0 to 2^48 - 1
 */
export async function runIdOf(start: number, ...identity: readonly string[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(identity));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text)).slice(0, 16);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(start / 2 ** 32));
  view.setUint32(2, start % 2 ** 32);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
