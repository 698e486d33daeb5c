import { ConfigError } from '@syncline/core/internal';
import { requireSendable } from '../pipeline/require-sendable.ts';

/** The headers that say what a body is, and the body as it is sent. */
export type EncodedBody = readonly [headers: Readonly<Record<string, string>> | undefined, body: string | undefined];

/**
 * Writes the body of an operation in the media type that its document names: JSON, a form, or a text as it is.
 *
 * @param type - the media type; JSON without one
 * @throws {ConfigError} for another media type, a body that it cannot hold, and a method that cannot be sent, or not
 *   with a body
 */
export function encodeBody(body: unknown, type: string | undefined, method: string): EncodedBody {
  requireSendable({ method, body });
  if (body === undefined) return [undefined, body];
  if (!type) return [undefined, writeJson(body)];
  return [{ accept: 'application/json', 'content-type': type }, textOf(body, type)];
}

function textOf(body: unknown, type: string): string {
  const [media = ''] = type.toLowerCase().split(';');
  if (/^application\/(.+\+)?json$/.test(media.trim())) return writeJson(body);
  if (media.trim() === 'application/x-www-form-urlencoded') return formOf(body);
  if (!/^text\/|^application\/(.+\+)?xml$/.test(media.trim()))
    throw new ConfigError(
      'body',
      `must be JSON, a form or text, but the operation takes ${media}; send it with fetch()`,
    );
  if (typeof body === 'string') return body;
  throw new ConfigError('body', `must be a string, because the operation takes ${media}`);
}

/** Makes a number of any length. Older platforms do not have it, and then refuse a bigint. */
const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => unknown };

/**
 * Writes JSON. A bigint becomes a number with all of its digits.
 *
 * @throws {ConfigError} when JSON cannot hold the value
 */
export function writeJson(body: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(body, (_, value: unknown) =>
      typeof value === 'bigint' && rawJSON ? rawJSON(String(value)) : value,
    );
  } catch {}
  if (text !== undefined) return text;
  throw new ConfigError('body', 'must be a value that JSON can hold, and must not contain itself');
}

/** A list repeats its name, as in a query. */
function formOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ConfigError('body', 'must be an object with the fields of the form');
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body))
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value as unknown]) {
      if (item === undefined || item === null) continue;
      if (typeof item === 'object') throw new ConfigError(`body.${name}`, 'must be a single value or a list');
      form.append(name, String(item));
    }
  return form.toString();
}
