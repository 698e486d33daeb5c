import { type ClientRequest, ConfigError } from '@syncline/core/internal';
import type { TablesOperation } from '@syncline/openapi';
import type { Decode } from '../decode/operation.ts';
import type { Settings } from '../options/settings.ts';
import { requireSendable } from '../pipeline/require-sendable.ts';
import { type FillPath, writeTarget } from './serialize.ts';

/** The path and the query of a request, the headers that say what its body is, and the body as it is sent. */
export type EncodedRequest = readonly [
  target: string,
  headers?: Readonly<Record<string, string>> | undefined,
  body?: ClientRequest['body'],
  decode?: Decode | undefined,
];

/** The operation of a request, and how its path is filled. */
export type FilledOperation = TablesOperation & { readonly fillPath: FillPath };

/** The parameters and the body of a call. */
interface EncodedParts {
  readonly path?: Record<string, unknown> | undefined;
  readonly query?: Record<string, unknown> | undefined;
  readonly body?: unknown;
}

/**
 * Writes a request with a body, in the media type that the document names: JSON, a form, or a text as it is.
 *
 * @throws {ConfigError} for another media type, a value that cannot be written, and a method that cannot be sent, or not
 *   with a body
 */
export function encodeRequest(operation: FilledOperation, parts: EncodedParts, _settings: Settings): EncodedRequest {
  return [writeTarget(operation.fillPath, parts.path, parts.query), ...encodeBody(operation, parts.body)];
}

/** The headers that say what a body is, if they are not those of JSON, and the body as it is sent. */
export function encodeBody(
  { method, requestContentType: type }: TablesOperation,
  body: unknown,
): readonly [headers: EncodedRequest[1], text: string | undefined] {
  requireSendable({ method, headers: undefined, body });
  if (body === undefined || !type) return [undefined, body === undefined ? body : writeJson(body)];
  return [{ accept: 'application/json', 'content-type': type }, textOf(body, type)];
}

function textOf(body: unknown, type: string): string {
  const media = type.toLowerCase().split(';', 1).join().trim();
  if (/^application\/(.+\+)?json$/.test(media)) return writeJson(body);
  if (media === 'application/x-www-form-urlencoded') return formOf(body);
  if (!/^text\/|^application\/(.+\+)?xml$/.test(media))
    throw new ConfigError(
      'body',
      `must be JSON, a form or text, but the operation takes ${media}; send it with fetch()`,
    );
  if (typeof body === 'string') return body;
  throw new ConfigError('body', `must be a string, because the operation takes ${media}`);
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

/** Makes a number of any length. Older platforms do not have it, and then refuse a bigint. */
const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => unknown };

/**
 * Writes JSON. A bigint becomes a number with all of its digits.
 *
 * @param option - what the error names
 * @throws {ConfigError} when JSON cannot hold the value
 */
export function writeJson(body: unknown, option = 'body'): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(body, (_, value: unknown) =>
      typeof value === 'bigint' && rawJSON ? rawJSON(String(value)) : value,
    );
  } catch {}
  if (text !== undefined) return text;
  throw new ConfigError(option, 'must be a value that JSON can hold, and must not contain itself');
}
