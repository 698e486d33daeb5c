import { fieldsOf, isObject, typesOf } from './decodable.ts';
import { EVENTS, isJson, isUsualMedia, mediaOf, type Reading } from './media.ts';
import {
  METHODS,
  type Body,
  type Document,
  type Encoding,
  type LocatedOperation,
  type MediaType,
  type Parameter,
  type Schema,
} from './model.ts';
import { dereference, schemasOf } from './schemas.ts';

/** How a parameter is written, as the tables have it. */
interface ParameterStyle {
  readonly style: string;
  readonly explode?: true;
  readonly allowReserved?: true;
  readonly isRequired?: true;
}

/** How a field of a form is written. */
interface BodyField extends ParameterStyle {
  readonly contentType?: string;
}

/** The media type of a request's body, and what the document says of it; null and undefined without a body. */
type SentContent = readonly [type: string | null, media: MediaType | undefined];

/** What a call needs to know of an operation besides the names of its parameters. */
export type OperationDetails = Readonly<
  Partial<Record<'path' | 'query' | 'headers' | 'cookies', Readonly<Record<string, ParameterStyle>>>>
> & {
  /** How the fields of a form are written, if not as a name and a value. Also there if the body is a file. */
  readonly body?: Readonly<Record<string, BodyField>>;
  /** How each media type of a response is read, if there are others than JSON. */
  readonly media?: Readonly<Record<string, Reading>>;
  /** Why a call cannot send the operation as its document describes it. */
  readonly refused?: string;
};

/** The styles of OpenAPI, by the place of a parameter. */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

const DEFAULT_STYLES: Readonly<Record<string, string>> = { path: 'simple', header: 'simple' };

/** Where each place of a document is in the tables and in the options of `call`. */
const PLACES = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;

/** What the parameters and the body of an operation need besides their names; undefined if that is nothing. */
export function detailsOf(
  document: Document,
  located: LocatedOperation,
  parameters: readonly Parameter[],
  sent: SentContent,
): OperationDetails | undefined {
  const details: Partial<Record<'path' | 'query' | 'headers' | 'cookies', Record<string, ParameterStyle>>> = {};
  for (const parameter of parameters) {
    const location = PLACES[parameter.in as keyof typeof PLACES];
    if (location === undefined) continue;
    const style = styleOf(document, parameter);
    if (isPlain(document, parameter, style)) continue;
    (details[location] ??= {})[parameter.name] = style;
  }
  const media = mediaOf(document, located.operation);
  const refused = refusalOf(document, located, parameters, media) ?? refusalOfBody(document, located, sent);
  const body = bodyFieldsOf(document, sent);
  const all: OperationDetails = {
    ...details,
    ...(body && { body }),
    ...(isUsualMedia(media) ? {} : { media }),
    ...(refused === undefined ? {} : { refused }),
  };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** Why a call cannot send an operation, or read its response, as the document describes it; undefined if it can. */
function refusalOf(
  document: Document,
  { item, method, operation }: LocatedOperation,
  parameters: readonly Parameter[],
  media: Readonly<Record<string, Reading>>,
): string | undefined {
  if (hasOwnServers(document, { item, operation })) {
    const urls = urlsOf(operation.servers ?? item.servers);
    return `it has its own servers (${urls.join(', ')}), and a client sends only to its baseUrl. Remove servers with an overlay, and call it with a client of that server`;
  }
  if (method === 'trace') return 'its method is TRACE, which fetch refuses';
  if (EVENTS in media) return 'it returns a stream of events, which has no end. Read it with fetch()';
  for (const { in: location, name, schema, content, style, explode } of parameters) {
    const styles = STYLES[location] ?? [];
    if (style !== undefined && content === undefined && !styles.includes(style))
      return `its parameter ${name} has style: ${style}, which OpenAPI does not define in a ${location}. Use ${styles.join(' or ')}`;
    if (content !== undefined && !isJson(content) && !Object.keys(content).every((type) => /^text\//.test(type)))
      return `its parameter ${name} is sent as ${Object.keys(content).join(' or ')}, and call writes JSON and text`;
    if (location === 'cookie' && content === undefined && explode !== false && shapesOf(document, schema).size > 0)
      return `its cookie ${name} is a list or an object with explode: true, which OpenAPI does not define. Set explode: false`;
  }
  return undefined;
}

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

const isForm = (type: string | null): type is string =>
  type !== null && (type === MULTIPART || type.split(';')[0] === FORM);

/** Why a call cannot send the body of an operation. */
function refusalOfBody(
  document: Document,
  { method, operation }: LocatedOperation,
  [type, media]: SentContent,
): string | undefined {
  if (type === null) return undefined;
  const { required } = dereference<Body>(document, operation.requestBody as never);
  if (/^(?:get|head)$/.test(method) && required === true)
    return `it requires a body, which fetch does not send with ${method.toUpperCase()}`;
  if (/^multipart\//.test(type) && type !== MULTIPART)
    return `its body is sent as ${type}, and call writes multipart/form-data, other forms, JSON, text and files`;
  if (type !== MULTIPART) return undefined;
  for (const [field, { headers, style }] of Object.entries(media?.encoding ?? {})) {
    if (headers !== undefined && Object.keys(headers).length > 0)
      return `the field ${field} of its form has headers of its own, which call does not write`;
    // OpenAPI 3.0 says to ignore it.
    if (style !== undefined && !document.openapi.startsWith('3.0'))
      return `the field ${field} of its form has style: ${style}, which call writes only in ${FORM}`;
  }
  return undefined;
}

/**
 * How the fields of a form are written that are not just a name and a value (OpenAPI 3.1.1, Encoding Object); undefined
 * if that is all of them. A form with files has details even without fields, and so has a body of bytes: with them, the
 * clients load the code for it.
 */
function bodyFieldsOf(document: Document, [type, media]: SentContent): OperationDetails['body'] {
  if (!isForm(type)) return type === null || isWritten(type) ? undefined : {};
  const described = fieldsOf(media?.schema ?? {}, schemasOf(document));
  const all = { ...described, ...media?.encoding };
  const fields = Object.keys(all).flatMap((name): [string, BodyField][] => {
    const field = fieldOf(document, type, described[name], media?.encoding?.[name] ?? {});
    return field === undefined ? [] : [[name, field]];
  });
  return fields.length === 0 && type !== MULTIPART ? undefined : Object.fromEntries(fields);
}

function fieldOf(
  document: Document,
  type: string,
  schema: Schema | undefined,
  { contentType, style, explode, allowReserved }: Encoding,
): BodyField | undefined {
  const isMultipart = type === MULTIPART;
  if (!isMultipart && (style ?? explode ?? allowReserved) !== undefined)
    return styleOf(document, { in: 'query', name: '', style, explode, allowReserved, schema } as Parameter);
  const isJsonField = contentType !== undefined && isJson({ [contentType]: {} });
  // The items of a list are written one by one, unless the list as a whole has a media type.
  if (isJsonField) return { style: 'json', ...(isMultipart && { contentType }) };
  if (contentType !== undefined) return isMultipart ? { style: 'form', contentType } : undefined;
  if (isMultipart) return undefined;
  const whole = dereference<Schema>(document, (schema ?? {}) as never);
  if (isObject(document, whole, true)) return { style: 'json' };
  const isList = typesOf(whole).join() === 'array' && isObject(document, whole.items ?? {}, true);
  return isList ? { style: 'json', explode: true } : undefined;
}

/** Whether the clients write bodies of a media type without further code: JSON, forms and text. */
const isWritten = (type: string): boolean =>
  /^(?:text\/|application\/(?:.+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded)/.test(type);

const urlsOf = (servers: readonly unknown[] = []): readonly string[] =>
  servers.map((server) => String((server as { readonly url?: unknown } | null)?.url));

/** The servers of each document, which a client knows by its `baseUrl`. */
const known = new WeakMap<Document, readonly string[]>();

/** Whether an operation is sent to other servers than those of the document, or of all of its operations. */
export function hasOwnServers(
  document: Document,
  { item, operation }: Pick<LocatedOperation, 'item' | 'operation'>,
): boolean {
  const servers = operation.servers ?? item.servers;
  if (servers === undefined) return false;
  let usual = known.get(document);
  if (usual === undefined) {
    const all = Object.values(document.paths ?? {}).flatMap((each) =>
      METHODS.flatMap((method) => (each[method] ? [urlsOf(each[method].servers ?? each.servers)] : [])),
    );
    const [first = []] = all;
    usual = document.servers ? urlsOf(document.servers) : all.every((urls) => areSame(urls, first)) ? first : [];
    known.set(document, usual);
  }
  return !areSame(urlsOf(servers), usual);
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((url, index) => isSameServer(url, others[index] ?? ''));

/** Whether two addresses are of one server. One that begins with `//` has the scheme with which the document is read. */
function isSameServer(url: string, otherUrl: string): boolean {
  const [a = '', b = ''] = [url, otherUrl].map((each) => each.replace(/\/$/, ''));
  if (a === b) return true;
  return (a.startsWith('//') || b.startsWith('//')) && a.replace(/^https?:/, '') === b.replace(/^https?:/, '');
}

function styleOf(document: Document, parameter: Parameter): ParameterStyle {
  const { in: location, content, required } = parameter;
  const isHeader = location === 'header' || location === 'cookie';
  const isRequired = isHeader && required === true && { isRequired: true as const };
  if (content !== undefined && isJson(content)) return { style: 'json', ...isRequired };
  const style = parameter.style ?? DEFAULT_STYLES[location] ?? 'form';
  const explode = parameter.explode ?? style === 'form';
  const allowReserved = parameter.allowReserved === true && location === 'query' && { allowReserved: true as const };
  return {
    style,
    ...(explode && shapesOf(document, parameter.schema).size > 0 && { explode }),
    ...allowReserved,
    ...isRequired,
  };
}

/** Whether the clients write a parameter as its name and value, repeated for each item of a list, or as one segment. */
function isPlain(
  document: Document,
  { in: location, name, schema, content }: Parameter,
  style: ParameterStyle,
): boolean {
  const shapes = content === undefined ? shapesOf(document, schema) : new Set();
  if (location === 'path') return style.style === 'simple' && shapes.size === 0;
  if (location !== 'query') return false;
  // Another character would end the name or the query. A client writes `$filter` as it is.
  const isWritable = /^[\w.~!$'()*,;:@/?[\]-]+$/.test(name);
  const isJoined = style.explode === undefined && shapes.size > 0;
  return isWritable && style.style !== 'json' && !style.allowReserved && !isJoined && !shapes.has('object');
}

/** The shapes that a value may have besides a single value. */
function shapesOf(
  document: Document,
  input: Schema | undefined,
  around: readonly Schema[] = [],
): ReadonlySet<'array' | 'object'> {
  const schema = dereference<Schema>(document, input as never);
  const { type, allOf, anyOf, oneOf, enum: values } = schema;
  if (type !== undefined) return new Set([type].flat().filter((each) => each === 'array' || each === 'object'));
  if (values?.every((value) => typeof value !== 'object')) return new Set();
  const choice = anyOf ?? oneOf ?? allOf?.slice(0, 1);
  // A schema may contain itself.
  if (choice === undefined || around.includes(schema)) return new Set(['array', 'object']);
  return new Set(choice.flatMap((part) => [...shapesOf(document, part, [...around, schema])]));
}
