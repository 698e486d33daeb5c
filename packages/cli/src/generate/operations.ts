import { fieldsOf, isObject } from './decodable.ts';
import { GenerateError } from './generate-error.ts';
import {
  METHODS,
  type Body,
  type Description,
  type Document,
  type LocatedOperation,
  type Operation,
  type Parameter,
  type Schema,
} from './model.ts';
import type { Names } from './names.ts';
import { isUsualMedia, jsonSchemaOf, mediaOf, sentContent, successBodies } from './media.ts';
import { detailsOf, hasOwnServers, type OperationDetails } from './operation-details.ts';
import { HEADER, printDoc, printKey, printString, printValue, typePrefix } from './print.ts';
import { dereference, schemaName, schemasOf } from './schemas.ts';

export type { LocatedOperation } from './model.ts';

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
  const named = (location: string): string[] =>
    parameters.filter((parameter) => parameter.in === location).map((parameter) => parameter.name);
  const responses = Object.entries(operation.responses ?? {});
  const failure = responses.find(([status]) => /^4/.test(status))?.[1] ?? operation.responses?.['default'];
  const request = operation.requestBody && dereference<Body>(document, operation.requestBody);
  const [requestContentType = null, requestContent] = sentContent(request?.content) ?? [];
  const [call = null, ...otherCalls] = callsOf(operation);
  const details = detailsOf(document, { path, method: verb, item, operation }, parameters, [
    requestContentType,
    requestContent,
  ]);
  return {
    id: idOf(operation),
    call,
    otherCalls,
    interface: name,
    server: hasOwnServers(document, { item, operation }) ? 'auth' : 'base',
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
    requestFields: Object.entries(fieldsOf(requestContent?.schema ?? {}, schemasOf(document))).flatMap(
      ([name, { readOnly }]) => (readOnly ? [] : name),
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

/** The calls that `x-call` names. A consumer's document may not have it, or may use it for something else. */
export function callsOf({ 'x-call': callNames }: Operation): readonly string[] {
  return [callNames ?? []].flat().filter((call) => typeof call === 'string');
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

/** What an operation returns. The clients decode it if all of its success responses have the same JSON. */
function responseOf(document: Document, operation: Operation): OperationEntry['response'] {
  const { successes, isOptional } = successesOf(document, operation);
  const [first, ...others] = successes.map(({ schema }) => schema);
  const whole = (schema: Schema | undefined): string =>
    JSON.stringify(schema && dereference(document, schema as never));
  const shape = shapeOf(document, others.every((candidate) => whole(candidate) === whole(first)) ? first : undefined);
  const isKnown = shape.record !== null || !isUsualMedia(mediaOf(document, operation));
  return isOptional && isKnown ? { ...shape, isOptional } : shape;
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
        const isNothing = isOptional && Object.keys(mediaOf(document, operation)).length === 0;
        if (isNothing) return [[idOf(operation), 'undefined'] as const];
        if (successes.length === 0 || successes.some(isUndescribed)) return [];
        const accessor = [path, method].map((key) => `[${printString(key)}]`).join('');
        const types = successes.map(({ status, type }) => {
          const key = /^\d+$/.test(status) ? status : printString(status);
          return `${typePrefix(name)}Paths${accessor}['responses'][${key}]['content'][${printString(type)}]`;
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
  return schema === undefined || record === undefined || !isObject(document, schema)
    ? { kind: 'unknown', record: null }
    : { kind: 'record', record };
}

function itemsOf(document: Document, input: Schema, around: readonly Schema[] = []): string | undefined {
  const schema = dereference<Schema>(document, input as never);
  // A choice may contain itself.
  if (around.includes(schema)) return undefined;
  const { type, items, anyOf, oneOf, properties } = schema;
  const record = (item: Schema | undefined): string | undefined =>
    item !== undefined && isObject(document, item) ? schemaName(item.$ref) : undefined;
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
