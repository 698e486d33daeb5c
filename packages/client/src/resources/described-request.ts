import { ConfigError, type loadPart } from '@syncline/core/internal';
import type { OperationDetails, ParameterStyle, TablesOperation } from '@syncline/openapi';
import type { Decode } from '../decode/operation.ts';
import type { Settings } from '../options/settings.ts';
import { requireHeaders } from '../pipeline/require-sendable.ts';
import { encodeBody, type EncodedRequest } from './encode-body.ts';
import { type ParameterPlace, writeParameter } from './parameter-styles.ts';
import { compilePath, serializeQuery } from './serialize.ts';

type Values = Readonly<Record<string, unknown>>;

/** The parameters of a call, by place. */
export type DescribedParts = { [Place in ParameterPlace]?: Record<string, unknown> | undefined };

const plain: Readonly<Record<ParameterPlace, ParameterStyle>> = {
  path: { style: 'simple' },
  query: { style: 'form', explode: true },
  headers: { style: 'simple' },
  cookies: { style: 'form' },
};

/**
 * Writes the request of an operation whose document describes more than names and values. It is loaded when the first
 * such operation is called.
 *
 * @throws {ConfigError} when a parameter is missing, or something cannot be written; `option` names it
 */
export async function encodeRequest(
  operation: TablesOperation,
  parts: DescribedParts & { readonly body?: unknown },
  settings: Settings,
  load: typeof loadPart,
): Promise<EncodedRequest> {
  const { path, details = {} } = operation;
  const { media, refused } = details;
  if (refused !== undefined)
    throw new ConfigError('operationId', `must be an operation that call can send: ${refused}`);
  const query = writeQuery(partOf(parts, 'query'), details);
  const target = writePath(path, partOf(parts, 'path'), details) + (query && `?${query}`);
  const encode = details.body === undefined ? encodeBody : (await load(() => import('./encode-parts.ts'))).encodeParts;
  const [usual, text] = encode(operation, parts.body);
  const headers = writeHeaders(parts, details);
  if (!headers && !media) return [target, usual, text];
  const typed = text === undefined ? {} : { 'content-type': 'application/json' };
  const all = { ...typed, ...usual, accept: acceptOf(details), ...headers };
  return [target, all, text, media && readLater(operation, settings)];
}

/** The media types that an operation can be asked for: those of its document. */
export function acceptOf({ media }: OperationDetails): string {
  return media === undefined ? 'application/json' : Object.keys(media).join(', ');
}

/** Loads the reader of other media types than JSON when the first of their responses has arrived. */
export function readLater(operation: TablesOperation, settings: Settings): Decode {
  return (response, context) =>
    context
      .load(() => import('../decode/media.ts'))
      .then(({ readMedia }) => readMedia(operation, settings)(response, context));
}

/** Fills in a path whose document names the styles of its parameters. */
export function writePath(template: string, values: Values, { path: styles = {} }: OperationDetails): string {
  const isStyled = (name: string): boolean => Object.hasOwn(styles, name);
  const filled = template.replaceAll(/\{([^{}]*)\}/g, (hole, name: string) => {
    if (!isStyled(name)) return hole;
    const text = writeParameter('path', name, valueOf(values, name), styles[name] as ParameterStyle);
    if (text === '') throw new ConfigError(name, 'must have a value, because it is a part of the path');
    return text;
  });
  const path = compilePath(filled)(values as Record<string, unknown>);
  // A label begins with a dot, and a segment of dots alone would change the path.
  if (!/\/\.{1,2}(?=\/|$)/.test(path) || /\/\.{1,2}(?=\/|$)/.test(template)) return path;
  throw new ConfigError(Object.keys(styles)[0] as string, 'must not make a segment of the path that is . or ..');
}

/** Writes a query, each parameter in its style. */
export function writeQuery(values: Values, { query: styles = {} }: OperationDetails): string {
  return Object.keys(values)
    .map((name) =>
      Object.hasOwn(styles, name)
        ? writeParameter('query', name, values[name], styles[name] as ParameterStyle)
        : serializeQuery({ [name]: values[name] }),
    )
    .filter((part) => part !== '')
    .join('&');
}

/**
 * Writes the parameters that are headers and cookies, by the names of the headers; undefined if none is set.
 *
 * @throws {ConfigError} when a required parameter is missing, and for cookies in a browser
 */
export function writeHeaders(parts: DescribedParts, details: OperationDetails): EncodedRequest[1] {
  const headers: Record<string, string> = {};
  for (const [name, text] of writeAll('headers', parts, details)) headers[name.toLowerCase()] = text;
  const cookies = writeAll('cookies', parts, details).map(([, text]) => text);
  if (cookies.length > 0) {
    // A browser leaves them out without an error (Fetch standard, forbidden request-headers).
    if (!new Request('https://cookies.invalid', { headers: { cookie: 'a=b' } }).headers.has('cookie'))
      throw new ConfigError('cookies', 'cannot be set in a browser');
    headers['cookie'] = cookies.join('; ');
  }
  requireHeaders(headers);
  return Object.keys(headers).length === 0 ? undefined : headers;
}

function writeAll(
  location: 'headers' | 'cookies',
  parts: DescribedParts,
  details: OperationDetails,
): readonly (readonly [name: string, text: string])[] {
  const values = partOf(parts, location);
  const styles = details[location] ?? {};
  for (const name of Object.keys(styles))
    if (styles[name]?.isRequired && (valueOf(values, name) ?? undefined) === undefined)
      throw new ConfigError(name, `is missing in ${location}: the operation requires it`);
  return Object.keys(values).flatMap((name) => {
    const value = values[name];
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [] : [[name, writeParameter(location, name, value, styles[name] ?? plain[location])] as const];
  });
}

/** The parameters of a place. A polluted prototype has none. */
const partOf = (parts: DescribedParts, location: ParameterPlace): Values =>
  (Object.hasOwn(parts, location) ? parts[location] : undefined) ?? {};

const valueOf = (values: Values, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);
