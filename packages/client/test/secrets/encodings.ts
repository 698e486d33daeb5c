/** The ways in which a service, a proxy or an error may write a secret, by name. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'percent-encoded': (secret) => encodeURIComponent(secret),
  'percent-encoded, every byte': (secret) => [...Buffer.from(secret)].map((byte) => `%${hex(byte, 2)}`).join(''),
  'percent-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'form-encoded': (secret) => new URLSearchParams({ s: secret }).toString().slice(2),
  'escaped for JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'escaped for JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  'escaped for JSON, every letter': (secret) =>
    Array.from({ length: secret.length }, (_, index) => `\\u${hex(secret.charCodeAt(index), 4)}`).join(''),
  'escaped for HTML': (secret) => secret.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  Base64: (secret) => Buffer.from(secret).toString('base64'),
  'Base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'Base64, one byte before': (secret) => inside(secret, 1, 'base64'),
  'Base64, two bytes before': (secret) => inside(secret, 2, 'base64'),
  'Base64 for URLs, one byte before': (secret) => inside(secret, 1, 'base64url'),
  'Base64 for URLs, two bytes before': (secret) => inside(secret, 2, 'base64url'),
  'lower case': (secret) => secret.toLowerCase(),
};

/** The part of an encoded secret that depends only on the secret, and not on the text around it. */
export function core(name: string, secret: string): string {
  const text = (encodings[name] as (secret: string) => string)(secret);
  return /before$/.test(name) ? text.slice(4, -4) : name.startsWith('Base64') ? text.slice(0, -4) : text;
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0');
}

function inside(secret: string, before: number, encoding: 'base64' | 'base64url'): string {
  return Buffer.from(`${'u:'.slice(0, before)}${secret}:and more`).toString(encoding);
}
