import { shownParameters } from '@syncline/core/internal';
import type { RequestHeaders } from './request.ts';

const shownHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'odata-maxversion',
  'odata-version',
  'origin',
  'pragma',
  'prefer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'te',
  'traceparent',
  'transfer-encoding',
  'user-agent',
  'x-syncline-fault',
]);
const parameters = new Set(shownParameters);
const shownFormFields = new Set(['grant_type', 'scope']);

/** The text that replaces a secret. */
export const redacted = '[redacted]';

/** A text or headers without secrets, and the secrets that were found in it. */
interface Redacted<Value> {
  readonly value: Value;
  readonly secrets: readonly string[];
}

/** The headers of a request. The values of all headers that are not on an allow-list are redacted. */
export function redactHeaders(headers: RequestHeaders): Redacted<Record<string, string>> {
  const value: Record<string, string> = {};
  const secrets: string[] = [];
  for (const name of Object.keys(headers)) {
    const sent = headers[name];
    const text = typeof sent === 'string' ? sent : (sent?.join(', ') ?? '');
    const isShown = shownHeaders.has(name);
    value[name] = isShown ? text : redacted;
    if (!isShown) secrets.push(text);
  }
  return { value, secrets };
}

/** A query. The values of all parameters except the query options are redacted. */
export function redactQuery(query: string): Redacted<string> {
  if (query === '') return { value: query, secrets: [] };
  return redactFields(query, parameters);
}

/** A form in a request body. The values of all fields that identify or authenticate the sender are redacted. */
export function redactForm(form: string): Redacted<string> {
  return redactFields(form, shownFormFields);
}

function redactFields(text: string, shown: ReadonlySet<string>): Redacted<string> {
  const secrets: string[] = [];
  const parts = text.split('&').map((part) => {
    const equals = part.indexOf('=');
    if (equals < 0 || shown.has(safeDecode(part.slice(0, equals)))) return part;
    secrets.push(part.slice(equals + 1));
    return `${part.slice(0, equals)}=${redacted}`;
  });
  return { value: parts.join('&'), secrets };
}

/** JSON members whose values are secrets, by the ends of their names. The text may be cut in the middle of a value. */
const secretMembers =
  /("[^"\\]*(?:password|passwd|passphrase|pwd|secret|token|assertion|api[_-]?key|access[_-]?key)"\s*:\s*)"(?:[^"\\]|\\.)*(?:"|\\?$)/gi;

/** A shorter secret is not removed, because the removal would make the text unreadable. */
const shortestSecret = 4;

/**
 * Removes secrets from a text: the given ones, as they are, decoded and percent-encoded, and the members of a token
 * response. Secrets with fewer than 4 characters are not removed.
 *
 * @param isCut - whether the text may end in the middle of a secret
 */
export function maskSecrets(text: string, secrets: readonly string[], isCut = false): string {
  const found = secrets.flatMap(spellings).sort((a, b) => b.length - a.length);
  let masked = text.replace(secretMembers, `$1"${redacted}"`);
  for (const spelling of found) masked = masked.replaceAll(spelling, redacted);
  return isCut ? withoutBegunSecret(masked, found) : masked;
}

function withoutBegunSecret(text: string, found: readonly string[]): string {
  for (const spelling of found) {
    for (let length = spelling.length - 1; length >= shortestSecret; length--)
      if (text.endsWith(spelling.slice(0, length))) return text.slice(0, -length) + redacted;
  }
  return text;
}

/** A secret in every spelling in which a response can repeat it; for an `Authorization` header, also its parts. */
function spellings(secret: string): string[] {
  const decoded = safeDecode(secret);
  const credential = /^\w+ +(\S+)$/.exec(secret)?.[1];
  const pair = credential === undefined ? undefined : decodeBase64(credential);
  const colon = pair?.indexOf(':') ?? -1;
  const plain = [secret, decoded, credential, pair, colon < 0 ? undefined : pair?.slice(colon + 1)];
  return plain
    .filter((text): text is string => text !== undefined && text.length >= shortestSecret)
    .flatMap((text) => [
      text,
      encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')),
      JSON.stringify(text).slice(1, -1),
    ]);
}

function decodeBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function safeDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
