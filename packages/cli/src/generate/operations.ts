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
import { HEADER, identifier, printDoc, printKey, printValue } from './print.ts';
import { resolve, schemaName } from './schemas.ts';

/** What the runtime needs to know about an operation. */
export interface OperationEntry {
  readonly id: string;
  /** The call of a client that sends the operation, such as `odata.jobs.get`; null when the document names none. */
  readonly call: string | null;
  /** Calls that are built on it, such as `odata.history.stream`. */
  readonly otherCalls: readonly string[];
  readonly interface: string;
  /** `auth` when the path has a server of its own. */
  readonly server: 'base' | 'auth';
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  readonly security: readonly string[];
  readonly response: { readonly kind: 'record' | 'collection' | 'unknown'; readonly record: string | null };
  readonly requestContentType: string | null;
  /** The fields of the request body, in the order of the document. */
  readonly requestFields: readonly string[];
  readonly error: string | null;
  readonly source: string | null;
  readonly openQuestions: readonly string[];
}

/** An operation of a document, and its place there. */
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

export function printOperations(entries: readonly OperationEntry[]): string {
  const constants = entries.map(
    (entry) => `${printDoc(docOf(entry))}export const ${identifier(entry.id)} = ${printValue(entry)} as const;\n`,
  );
  const names = entries.map(({ id }) => (printKey(id) === identifier(id) ? id : `${printKey(id)}: ${identifier(id)}`));
  return `${HEADER}
${constants.join('\n')}
/** Every operation by its operationId. A program that needs only one imports that const. */
export const operations = { ${names.join(', ')} } as const;

/** The operationId of an operation. */
export type OperationId = keyof typeof operations;
`;
}

function docOf({ interface: name, method, path, response, source }: OperationEntry): string {
  const answer = {
    record: `one ${response.record}`,
    collection: `a collection of ${response.record}`,
    unknown: 'a value that the description does not show',
  }[response.kind];
  return `\`${method} ${path}\` of the ${name} document: returns ${answer}.${source === null ? '' : ` (Section ${source}.)`}`;
}

function describe(
  { name, document, file }: Description,
  { path, method: verb, item, operation }: LocatedOperation,
): OperationEntry {
  const method = verb.toUpperCase();
  if (operation.operationId === undefined)
    throw new GenerateError([{ file, line: 0, reason: `${method} ${path} has no operationId: add one` }]);
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    resolve<Parameter>(document, parameter),
  );
  const named = (place: string): string[] =>
    parameters.filter((parameter) => parameter.in === place).map((parameter) => parameter.name);
  const responses = Object.entries(operation.responses ?? {});
  const success = responses.find(([status]) => /^2/.test(status))?.[1];
  const failure = responses.find(([status]) => /^4/.test(status))?.[1] ?? operation.responses?.['default'];
  const request = operation.requestBody && resolve<Body>(document, operation.requestBody);
  const [requestContentType = null, requestContent] = Object.entries(request?.content ?? {})[0] ?? [];
  const requestSchema = requestContent?.schema && resolve<Schema>(document, requestContent.schema as never);
  const [call = null, ...otherCalls] = callsOf(operation);
  return {
    id: operation.operationId,
    call,
    otherCalls,
    interface: name,
    server: (operation.servers ?? item.servers) === undefined ? 'base' : 'auth',
    method,
    path,
    pathParameters: named('path'),
    queryParameters: named('query'),
    security: (operation.security ?? document.security ?? []).flatMap((requirement) => Object.keys(requirement)),
    response: shapeOf(document, success && jsonSchema(resolve<Body>(document, success))),
    requestContentType,
    requestFields: Object.keys(requestSchema?.properties ?? {}),
    error: schemaName((failure && jsonSchema(resolve<Body>(document, failure)))?.$ref) ?? null,
    source: operation['x-source'] ?? null,
    openQuestions: [operation['x-open-question'] ?? []].flat(),
  };
}

/** The calls that `x-call` names. A consumer's document may not have it, or may use it for something else. */
export function callsOf({ 'x-call': given }: Operation): readonly string[] {
  return [given ?? []].flat().filter((call) => typeof call === 'string');
}

function jsonSchema(body: Body): Schema | undefined {
  return Object.entries(body.content ?? {}).find(([type]) => /^application\/(.+\+)?json\b/.test(type))?.[1].schema;
}

/**
 * Whether a response is a named record, a collection of records (an array, or an object with the array in `value`), or
 * neither.
 */
function shapeOf(document: Document, schema: Schema | undefined): OperationEntry['response'] {
  const collection = schema && itemsOf(document, schema);
  if (collection !== undefined) return { kind: 'collection', record: collection };
  const record = schemaName(schema?.$ref);
  return schema === undefined || record === undefined || isScalar(resolve<Schema>(document, schema as never))
    ? { kind: 'unknown', record: null }
    : { kind: 'record', record };
}

function isScalar({ type }: Schema): boolean {
  return type !== undefined && ![type].flat().includes('object');
}

function itemsOf(document: Document, schema: Schema): string | undefined {
  const { type, items, anyOf, oneOf, properties } = resolve<Schema>(document, schema as never);
  if (type === 'array') return schemaName(items?.$ref);
  for (const part of [...(anyOf ?? []), ...(oneOf ?? [])]) {
    const record = itemsOf(document, part);
    if (record !== undefined) return record;
  }
  const value = properties?.['value'];
  return value?.type === 'array' && Object.keys(properties ?? {}).length === 1
    ? schemaName(value.items?.$ref)
    : undefined;
}
