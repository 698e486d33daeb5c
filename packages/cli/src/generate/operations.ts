import { isNullable } from './decodable.ts';
import { GenerateError } from './generate-error.ts';
import {
  METHODS,
  type Body,
  type Description,
  type Document,
  type Method,
  type Operation,
  type Parameter,
  type PathItem,
  type Schema,
} from './model.ts';
import type { Names } from './names.ts';
import { HEADER, printDoc, printKey, printString, printValue, typePrefix } from './print.ts';
import { dereference, schemaName } from './schemas.ts';

/** What the runtime needs to know about an operation. */
export interface OperationEntry {
  readonly id: string;
  /** The call of a client that sends the operation, such as `odata.jobs.get`; null when the document names none. */
  readonly call: string | null;
  /** Other calls that use the operation, such as `odata.history.stream`. */
  readonly otherCalls: readonly string[];
  readonly interface: string;
  /** `auth` when the path has its own server. */
  readonly server: 'base' | 'auth';
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  readonly headerParameters: readonly string[];
  readonly cookieParameters: readonly string[];
  /** What a call needs besides the names of its parameters; undefined if that is nothing. */
  readonly details?: OperationDetails;
  readonly security: readonly string[];
  readonly response: {
    readonly kind: 'record' | 'collection' | 'unknown';
    readonly record: string | null;
    /** Whether the document also has a success without JSON. */
    readonly isOptional?: true;
  };
  readonly requestContentType: string | null;
  /** The fields of the request body, in the order of the document. */
  readonly requestFields: readonly string[];
  readonly error: string | null;
  readonly source: string | null;
  readonly openQuestions: readonly string[];
}

/** An operation and its place in the document. */
export interface LocatedOperation {
  readonly path: string;
  readonly method: Method;
  readonly item: PathItem;
  readonly operation: Operation;
}

/** Every operation of a document, in the order of the document. */
export function operationsIn(document: Document): readonly LocatedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, item, operation }] : [];
    }),
  );
}

/** What the runtime needs to know about every operation, in the order of the documents. */
export function collectOperations(descriptions: readonly Description[]): readonly OperationEntry[] {
  const entries = descriptions.flatMap((description) =>
    operationsIn(description.document).map((located) => describe(description, located)),
  );
  const seen = new Set<string>();
  for (const { id, interface: file } of entries) {
    if (seen.has(id))
      throw new GenerateError([
        { file, line: 0, reason: `its operationId ${id} is in another document too: rename one of them` },
      ]);
    seen.add(id);
  }
  return entries;
}

export function printOperations(entries: readonly OperationEntry[], names: Names): string {
  const constants = entries.map(
    ({ headerParameters: _headers, cookieParameters: _cookies, details: _details, ...entry }) =>
      `${printDoc(docOf(entry))}export const ${names.operation(entry.id)} = ${printValue(entry)} as const;\n`,
  );
  const keys = entries.map(({ id }) => {
    const name = names.operation(id);
    return printKey(id) === name ? id : `${printKey(id)}: ${name}`;
  });
  return `${HEADER}
${constants.join('\n')}
/** Every operation by its operationId. A program that needs only one imports that const. */
export const operations = {${keys.length > 0 ? ` ${keys.join(', ')} ` : ''}} as const;

/** The operationId of an operation. */
export type OperationId = keyof typeof operations;
`;
}

function docOf({
  interface: name,
  method,
  path,
  response,
  source,
}: Pick<OperationEntry, 'interface' | 'method' | 'path' | 'response' | 'source'>): string {
  const answer = {
    record: `one ${response.record}`,
    collection: `a collection of ${response.record}`,
    unknown: 'a value that the documents do not describe',
  }[response.kind];
  return `\`${method} ${path}\` of the ${name} document: returns ${answer}.${source === null ? '' : ` (Section ${source}.)`}`;
}

function describe(
  { name, document }: Description,
  { path, method: verb, item, operation }: LocatedOperation,
): OperationEntry {
  const method = verb.toUpperCase();
  const parameters = parametersOf(document, { item, operation });
  const named = (place: string): string[] =>
    parameters.filter((parameter) => parameter.in === place).map((parameter) => parameter.name);
  const responses = Object.entries(operation.responses ?? {});
  const failure = responses.find(([status]) => /^4/.test(status))?.[1] ?? operation.responses?.['default'];
  const request = operation.requestBody && dereference<Body>(document, operation.requestBody);
  const [requestContentType = null, requestContent] = sentContent(request?.content) ?? [];
  const requestSchema = requestContent?.schema && dereference<Schema>(document, requestContent.schema as never);
  const [call = null, ...otherCalls] = callsOf(operation);
  const details = detailsOf(document, { path, method: verb, item, operation }, parameters);
  return {
    id: idOf(operation),
    call,
    otherCalls,
    interface: name,
    server: (operation.servers ?? item.servers) === undefined ? 'base' : 'auth',
    method,
    path,
    pathParameters: named('path'),
    queryParameters: named('query'),
    headerParameters: named('header'),
    cookieParameters: named('cookie'),
    ...(details && { details }),
    security: (operation.security ?? document.security ?? []).flatMap((requirement) => Object.keys(requirement)),
    response: responseOf(document, operation),
    requestContentType,
    requestFields: Object.entries(requestSchema?.properties ?? {}).flatMap(([name, { readOnly }]) =>
      readOnly ? [] : name,
    ),
    error: schemaName((failure && jsonSchemaOf(dereference<Body>(document, failure)))?.schema.$ref) ?? null,
    source: operation['x-source'] ?? null,
    openQuestions: [operation['x-open-question'] ?? []].flat(),
  };
}

/** The parameters of an operation and of its path. One of the operation replaces one of the path. */
export function parametersOf(
  document: Document,
  { item, operation }: Pick<LocatedOperation, 'item' | 'operation'>,
): readonly Parameter[] {
  const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    dereference<Parameter>(document, parameter),
  );
  return [...new Map(all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()];
}

/**
 * The media type that a client sends, with its schema: JSON if the document has it, otherwise a form, otherwise text,
 * otherwise the first one. `client.call` has the type of the same body. A document that accepts any media type accepts
 * JSON.
 */
function sentContent(content: Body['content'] = {}): readonly [type: string, media: { schema?: Schema }] | undefined {
  const all = Object.entries(content).map(
    ([type, media]) => [type === '*/*' ? 'application/json' : type, media] as const,
  );
  const orders = [
    /^application\/json$/,
    /^application\/(.+\+)?json\b/,
    /^application\/x-www-form-urlencoded$/,
    textual,
  ];
  for (const order of orders) {
    const found = all.find(([type]) => order.test(type));
    if (found !== undefined) return found;
  }
  return all[0];
}

const textual = /^text\/|^application\/(.+\+)?xml\b/;

/** The calls that `x-call` names. A consumer's document may not have it, or may use it for something else. */
export function callsOf({ 'x-call': given }: Operation): readonly string[] {
  return [given ?? []].flat().filter((call) => typeof call === 'string');
}

/** The operationId, which `completeDocument` has added if it was missing. */
function idOf({ operationId = '' }: Operation): string {
  return operationId;
}

/** The JSON of a success response, and its place in the types on the wire. */
interface Success {
  readonly status: string;
  readonly type: string;
  readonly schema: Schema;
}

/** The success responses of an operation that have JSON, and whether another one has none. */
export function successesOf(
  document: Document,
  operation: Operation,
): { readonly successes: readonly Success[]; readonly isOptional: boolean } {
  const all = successBodies(document, operation).map(([status, body]) => ({ status, body, json: jsonSchemaOf(body) }));
  const successes = all.flatMap(({ status, json }) => (json === undefined ? [] : [{ status, ...json }]));
  return { successes, isOptional: all.some(({ body }) => Object.keys(body.content ?? {}).length === 0) };
}

/** The responses that are a success: those whose status begins with 2, or `default` if the document has none. */
export function successBodies(
  document: Document,
  { responses = {} }: Operation,
): readonly (readonly [status: string, body: Body])[] {
  const all = Object.entries(responses);
  const named = all.filter(([status]) => /^2/.test(status));
  const found = named.length > 0 ? named : all.filter(([status]) => status === 'default');
  return found.map(([status, body]) => [status, dereference<Body>(document, body)]);
}

/** How the clients read a body of a media type: JSON, text (a string) or bytes (a Uint8Array). */
export type Reading = 'json' | 'text' | 'bytes';

const isJsonType = (type: string): boolean => /^application\/(.+\+)?json$|^(application|\*)\/\*$/.test(type);
const isTextType = (type: string): boolean =>
  /^text\/|^application\/(.+\+)?(xml|yaml)$|^application\/(x-)?(yaml|ndjson|jsonl|javascript|sql|graphql)$|^application\/x-www-form-urlencoded$|^application\/(json-seq|jwt)$/.test(
    type,
  );

/** The media types of the successes of an operation, in lower case and without parameters, and how each is read. */
export function mediaOf(document: Document, operation: Operation): Readonly<Record<string, Reading>> {
  const types = successBodies(document, operation).flatMap(([, { content = {} }]) => Object.keys(content));
  return Object.fromEntries(
    types.map((given) => {
      const type = (given.split(';')[0] ?? '').trim().toLowerCase();
      return [type, isJsonType(type) ? 'json' : isTextType(type) ? 'text' : 'bytes'] as const;
    }),
  );
}

/** Whether the clients read the responses as they do without knowing their media types. */
const isUsualMedia = (media: Readonly<Record<string, Reading>>): boolean =>
  Object.keys(media).every((type) => /^application\/json$|^(application|\*)\/\*$/.test(type));

/** What an operation returns. The clients decode it if all of its success responses have the same JSON. */
function responseOf(document: Document, operation: Operation): OperationEntry['response'] {
  const { successes, isOptional } = successesOf(document, operation);
  const [first, ...others] = successes.map(({ schema }) => schema);
  const whole = (schema: Schema | undefined): string =>
    JSON.stringify(schema && dereference(document, schema as never));
  const shape = shapeOf(document, others.every((other) => whole(other) === whole(first)) ? first : undefined);
  const isKnown = shape.record !== null || !isUsualMedia(mediaOf(document, operation));
  return isOptional && isKnown ? { ...shape, isOptional } : shape;
}

/** The schema of the JSON in a response or request, and its content type. A body of any media type is read as JSON. */
export function jsonSchemaOf({ content = {} }: Body): { readonly type: string; readonly schema: Schema } | undefined {
  for (const isJson of [/^application\/(.+\+)?json\b/i, /^(application|\*)\/\*/])
    for (const [type, { schema }] of Object.entries(content))
      if (schema !== undefined && isJson.test(type)) return { type, schema };
  return undefined;
}

/**
 * The type on the wire of what each operation returns, by operationId, such as `PetsPaths['/pets']['get'][…]`.
 * Operations whose JSON the document does not describe are left out.
 */
export function wireResponses(descriptions: readonly Description[]): ReadonlyMap<string, string> {
  return new Map(
    descriptions.flatMap(({ name, document }) =>
      operationsIn(document).flatMap(({ path, method, operation }) => {
        const { successes, isOptional } = successesOf(document, operation);
        const isUndescribed = ({ schema }: Success): boolean =>
          Object.keys(dereference<Schema>(document, schema as never)).length === 0;
        if (successes.length === 0 || successes.some(isUndescribed)) return [];
        const place = [path, method].map((key) => `[${printString(key)}]`).join('');
        const types = successes.map(({ status, type }) => {
          const key = /^\d+$/.test(status) ? status : printString(status);
          return `${typePrefix(name)}Paths${place}['responses'][${key}]['content'][${printString(type)}]`;
        });
        return [[idOf(operation), [...types, ...(isOptional ? ['undefined'] : [])].join(' | ')] as const];
      }),
    ),
  );
}

/**
 * Whether a response is a named record, a collection of records (an array, or an object with the array in `value`), or
 * neither.
 */
function shapeOf(document: Document, schema: Schema | undefined): OperationEntry['response'] {
  const collection = schema && itemsOf(document, schema);
  if (collection !== undefined) return { kind: 'collection', record: collection };
  const record = schemaName(schema?.$ref);
  return schema === undefined || record === undefined || !isObject(document, schema, 0)
    ? { kind: 'unknown', record: null }
    : { kind: 'record', record };
}

/** Whether every value of a schema is an object: by its type, its fields or the schemas that it is composed of. */
function isObject(document: Document, given: Schema, depth: number): boolean {
  const schema = dereference<Schema>(document, given as never);
  const { type, properties, allOf, anyOf, oneOf } = schema;
  if (depth > 20 || isNullable(schema)) return false;
  if (type !== undefined) return [type].flat().every((each) => each === 'object');
  const every = (parts: readonly Schema[]): boolean => parts.every((part) => isObject(document, part, depth + 1));
  if (properties !== undefined) return true;
  if (allOf !== undefined) return allOf.some((part) => isObject(document, part, depth + 1));
  const choice = anyOf ?? oneOf;
  return choice !== undefined && every(choice);
}

function itemsOf(document: Document, given: Schema, around: readonly Schema[] = []): string | undefined {
  const schema = dereference<Schema>(document, given as never);
  // A choice may contain itself.
  if (around.includes(schema)) return undefined;
  const { type, items, anyOf, oneOf, properties } = schema;
  const record = (item: Schema | undefined): string | undefined =>
    item !== undefined && isObject(document, item, 0) ? schemaName(item.$ref) : undefined;
  if (type === 'array') return record(items);
  const choice = anyOf ?? oneOf;
  if (choice !== undefined) {
    // A choice is a collection if each of its parts is a collection of the same records.
    const parts = new Set(choice.map((part) => itemsOf(document, part, [...around, schema])));
    return parts.size === 1 ? [...parts][0] : undefined;
  }
  const value = properties?.['value'];
  return value?.type === 'array' && Object.keys(properties ?? {}).length === 1 ? record(value.items) : undefined;
}

/** How a parameter is written, as the tables have it. */
interface ParameterStyle {
  readonly style: string;
  readonly explode?: true;
  readonly allowReserved?: true;
  readonly isRequired?: true;
}

/** What a call needs to know of an operation besides the names of its parameters. */
export type OperationDetails = Readonly<
  Partial<Record<'path' | 'query' | 'headers' | 'cookies', Readonly<Record<string, ParameterStyle>>>>
> & {
  /** How each media type of a response is read, if there are others than JSON. */
  readonly media?: Readonly<Record<string, Reading>>;
  /** Why a call cannot send the operation as its document describes it. */
  readonly refused?: string;
};

const DEFAULT_STYLES: Readonly<Record<string, string>> = { path: 'simple', header: 'simple' };

/** Where each place of a document is in the tables and in the options of `call`. */
const PLACES = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;

/** What the parameters of an operation need besides their names; undefined if that is nothing. */
function detailsOf(
  document: Document,
  located: LocatedOperation,
  parameters: readonly Parameter[],
): OperationDetails | undefined {
  const details: Partial<Record<'path' | 'query' | 'headers' | 'cookies', Record<string, ParameterStyle>>> = {};
  for (const parameter of parameters) {
    const place = PLACES[parameter.in as keyof typeof PLACES];
    if (place === undefined) continue;
    const style = styleOf(document, parameter);
    if (isPlain(document, parameter, style)) continue;
    (details[place] ??= {})[parameter.name] = style;
  }
  const media = mediaOf(document, located.operation);
  const refused = refusalOf(document, located, parameters, media);
  const all: OperationDetails = {
    ...details,
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
  const servers = operation.servers ?? item.servers;
  if (servers !== undefined) {
    const urls = servers.map((server) => String((server as { readonly url?: unknown } | null)?.url));
    return `it has its own servers (${urls.join(', ')}), and a client sends only to its baseUrl. Remove servers with an overlay, and call it with a client of that server`;
  }
  if (method === 'trace') return 'its method is TRACE, which fetch refuses';
  if ('text/event-stream' in media) return 'it returns a stream of events, which has no end. Read it with fetch()';
  for (const { in: place, name, schema, content, explode } of parameters) {
    if (content !== undefined && !isJson(content) && !Object.keys(content).every((type) => /^text\//.test(type)))
      return `its parameter ${name} is sent as ${Object.keys(content).join(' or ')}, and call writes JSON and text`;
    if (place === 'cookie' && content === undefined && explode !== false && shapesOf(document, schema).size > 0)
      return `its cookie ${name} is a list or an object with explode: true, which OpenAPI does not define. Set explode: false`;
  }
  return undefined;
}

function styleOf(document: Document, parameter: Parameter): ParameterStyle {
  const { in: place, content, required } = parameter;
  const isHeader = place === 'header' || place === 'cookie';
  const isRequired = isHeader && required === true && { isRequired: true as const };
  if (content !== undefined && isJson(content)) return { style: 'json', ...isRequired };
  const style = parameter.style ?? DEFAULT_STYLES[place] ?? 'form';
  const explode = parameter.explode ?? style === 'form';
  const allowReserved = parameter.allowReserved === true && place === 'query' && { allowReserved: true as const };
  return {
    style,
    ...(explode && shapesOf(document, parameter.schema).size > 0 && { explode }),
    ...allowReserved,
    ...isRequired,
  };
}

/** Whether the clients write a parameter as its name and value, repeated for each item of a list, or as one segment. */
function isPlain(document: Document, { in: place, name, schema, content }: Parameter, style: ParameterStyle): boolean {
  const shapes = content === undefined ? shapesOf(document, schema) : new Set();
  if (place === 'path') return style.style === 'simple' && shapes.size === 0;
  if (place !== 'query') return false;
  // Another character would end the name or the query. A client writes `$filter` as it is.
  const isWritable = /^[\w.~!$'()*,;:@/?[\]-]+$/.test(name);
  const isJoined = style.explode === undefined && shapes.size > 0;
  return isWritable && style.style !== 'json' && !style.allowReserved && !isJoined && !shapes.has('object');
}

/** The shapes that a value may have besides a single value. */
function shapesOf(
  document: Document,
  given: Schema | undefined,
  around: readonly Schema[] = [],
): ReadonlySet<'array' | 'object'> {
  const schema = dereference<Schema>(document, given as never);
  const { type, allOf, anyOf, oneOf, enum: values } = schema;
  if (type !== undefined) return new Set([type].flat().filter((each) => each === 'array' || each === 'object'));
  if (values?.every((value) => typeof value !== 'object')) return new Set();
  const choice = anyOf ?? oneOf ?? allOf?.slice(0, 1);
  // A schema may contain itself.
  if (choice === undefined || around.includes(schema)) return new Set(['array', 'object']);
  return new Set(choice.flatMap((part) => [...shapesOf(document, part, [...around, schema])]));
}

/** Whether a content has a JSON media type. */
export function isJson(content: NonNullable<Body['content']>): boolean {
  return Object.keys(content).some((type) => /^application\/(.+\+)?json\b/.test(type));
}
