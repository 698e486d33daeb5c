/**
 * A hash of 128 bits as 32 hexadecimal digits. It is the same for the same text on every platform and in every version
 * of the package. It distinguishes versions and is not secure for secrets. With Web Crypto, each of thousands of
 * records would wait for a promise.
 */
export function stableHash(text: string): string {
  let [a, b, c, d] = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
    c = Math.imul(c ^ unit, 0x85ebca77);
    d = Math.imul(d ^ unit, 0xc2b2ae3d);
    // Without a rotation, bits could only move up, and half of each product would be lost.
    a = (a << 13) | (a >>> 19);
    c = (c << 17) | (c >>> 15);
  }
  [a, b, c, d] = [mix(a ^ (d >>> 7)), mix(b ^ (a >>> 11)), mix(c ^ (b >>> 13)), mix(d ^ (c >>> 9))];
  return digits(a ^ text.length) + digits(b ^ a) + digits(c ^ b) + digits(d ^ c);
}

const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The eight hexadecimal digits of a word. Number.prototype.toString would take twice the time of everything else. */
function digits(word: number): string {
  return `${bytes[word >>> 24]}${bytes[(word >>> 16) & 255]}${bytes[(word >>> 8) & 255]}${bytes[word & 255]}`;
}

/** The last step of MurmurHash3: every bit of the result depends on every bit of the word. */
function mix(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
