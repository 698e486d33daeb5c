import { redactedToken, type WireSecrets } from './wire-secrets.ts';

/** The fields of a token request that are not secret (RFC 6749, section 4.4.2). */
const shownFormFields = new Set(['grant_type', 'scope']);
/** What the name of a secret ends with, in a form and in JSON. */
const secretName = '(?:password|passwd|passphrase|pwd|secret|token|assertion|api[_-]?key|access[_-]?key)';
/** The fields of any form whose values are secrets. */
const secretFields = new RegExp(`${secretName}$`, 'i');
/** The members of a token response that are not secret (RFC 6749, sections 5.1 and 5.2). */
const shownTokenMembers = new Set(['token_type', 'scope', 'error', 'error_description', 'error_uri']);
/** Members of any JSON text whose values are secrets. The text may end within the value. */
const secretMembers = new RegExp(String.raw`"([^"\\]*${secretName})"(\s*:\s*)"([^"\\]*(?:\\.[^"\\]*)*)("|\\?$)`, 'gi');
/**
 * Secrets inside a text: after a name and `=`, as in a connection string, and the password of an address. The query of an
 * address stays as it is, because a replay needs the links of a list. So does a token, which is also a position. The limit
 * is far above the length of a password: without one, the engine runs out of stack in a long text.
 */
const secretParts = new RegExp(
  String.raw`((?:${secretName.replace('token|', '')}|account[_-]?key)(?<![?&][\w.$-]{0,60})\s*=\s*)(?:[^;&"\\]|\\(?:.|$)){1,10000}|(:\/\/[^\s/:@"\\]*:)[^\s/?#@"\\]+(?=@)`,
  'gi',
);

/** The form in the body of a request; undefined if the body is something else. */
export function formOf(body: string | undefined, contentType: string | undefined): URLSearchParams | undefined {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType ?? '');
  return body !== undefined && isForm ? new URLSearchParams(body) : undefined;
}

/** Whether a form asks for a token: RFC 6749 requires the field in every token request. */
export function isTokenRequest(form: URLSearchParams): boolean {
  return form.has('grant_type');
}

/**
 * A form without its secrets. A token request loses every value that can identify or authenticate the client, another
 * form the values of the fields that are secret by their names, and the secrets in all others.
 */
export function redactForm(form: URLSearchParams, secrets: WireSecrets, clean: (text: string) => string): string {
  const isToken = isTokenRequest(form);
  const fields = [...form].map(([name, value]): [string, string] => {
    if (isToken ? shownFormFields.has(name) : !secretFields.test(name)) return [name, value];
    secrets.add(value);
    return [name, redactedToken];
  });
  if (isToken) return new URLSearchParams(fields).toString();
  // Field by field, so that what was a form stays a form.
  const cleaned = fields.map(([name, value]): [string, string] => [clean(name), clean(value)]);
  return clean(new URLSearchParams(cleaned).toString());
}

/** A token response without its tokens; undefined if it is not a JSON object. */
export function redactTokenResponse(text: string, secrets: WireSecrets): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    if (typeof member === 'number' || shownTokenMembers.has(name)) return [name, member];
    if (typeof member === 'string') secrets.add(member);
    return [name, redactedToken];
  });
  return JSON.stringify(Object.fromEntries(members));
}

/**
 * A body without the members that are secret by their names, and without the passwords in connection strings and addresses.
 * JSON escapes that hide a letter are undone first.
 */
export function redactMembers(text: string, secrets: WireSecrets): string {
  return unescaped(text)
    .replace(secretMembers, (_, name: string, colon: string, value: string, end: string) => {
      // Half a secret is no pattern for others.
      if (end === '"') secrets.add(textOf(value));
      return `"${name}"${colon}"${redactedToken}"`;
    })
    .replace(secretParts, (_, name = '', address = '') => `${name}${address}${redactedToken}`);
}

/** The text of a JSON string without its quotation marks. */
function textOf(string: string): string {
  try {
    return JSON.parse(`"${string}"`) as string;
  } catch {
    return string;
  }
}

const stringLiteral = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/**
 * Removes secrets from a body. A secret can hold a quotation mark, so the strings of a JSON text lose their secrets one
 * by one: what was JSON stays JSON.
 */
export function cleanBody(text: string, clean: (text: string) => string): string {
  const cleaned = clean(text);
  if (cleaned === text || !isJson(text)) return cleaned;
  const byString = text.replace(stringLiteral, (literal) => {
    const value = JSON.parse(literal) as string;
    const changed = clean(value);
    return changed === value ? literal : JSON.stringify(changed);
  });
  // A secret over several strings is not worth a replay.
  return clean(byString) === byString ? byString : cleaned;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A JSON text with the same meaning, in which every character that can stand for itself does: an escape such as
 * `\u0041` would hide a secret. A text that is not JSON stays as it is.
 */
function unescaped(text: string): string {
  if (!text.includes('\\u') || !/^\s*[[{"]/.test(text)) return text;
  return text.replace(
    /\\(?:u(d[89ab]..)\\u(d[c-f]..)|u([0-9a-f]{4})|.)/gi,
    (all, high?: string, low?: string, code?: string) => {
      if (high !== undefined && low !== undefined) return letter(high) + letter(low);
      const number = Number.parseInt(code ?? '', 16);
      const mayStand = number >= 0x20 && number !== 0x22 && number !== 0x5c && (number < 0xd800 || number > 0xdfff);
      return mayStand ? String.fromCharCode(number) : all;
    },
  );
}

function letter(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}
