import type { Description } from './model.ts';
import type { OperationEntry } from './operations.ts';
import type { Names } from './names.ts';
import { HEADER, camelCase, printString, printValue, typePrefix } from './print.ts';
import { isQueried } from './fields.ts';

const TYPES = `/**
 * What a client needs to know of a document: its operations, how to decode their records, and the types of both. Pass it to a client as
 * \`tables\`. \`Paths\` carries the types of \`raw\`, \`call\` and the records.
 */
export interface Tables<Paths> {
  /** Always undefined: it only carries the type. */
  readonly paths?: Paths;
  /** By operation id. */
  readonly operations: Readonly<Record<string, TablesOperation>>;
  /** By name of the record. */
  readonly decode: Readonly<Record<string, DecodeTable>>;
}

/** The part of an operation that the clients read. */
export interface TablesOperation {
  readonly method: string;
  readonly path: string;
  /** The names of its parameters. \`call\` refuses any other. */
  readonly parameters?: {
    readonly path: Readonly<Record<string, 1>>;
    readonly query: Readonly<Record<string, 1>>;
    readonly headers?: Readonly<Record<string, 1>>;
    readonly cookies?: Readonly<Record<string, 1>>;
  };
  /** What a call needs besides names. The clients load the code for it when the first such operation is called. */
  readonly details?: OperationDetails;
  readonly response: {
    readonly kind: 'record' | 'collection' | 'unknown';
    readonly record: string | null;
    /** Whether the record has nothing to decode, so that it needs no decode table. */
    readonly isPlain?: true;
    /** Whether a success may have no body. The result is then undefined. */
    readonly isOptional?: true;
  };
  /** The media type of a body that is not sent as \`application/json\`. */
  readonly requestContentType?: string;
}

/** How an operation is sent and read. The parameters are by place and name: those that are not just a name and a value. */
export interface OperationDetails {
  readonly path?: Readonly<Record<string, ParameterStyle>>;
  readonly query?: Readonly<Record<string, ParameterStyle>>;
  /** All of them */
  readonly headers?: Readonly<Record<string, ParameterStyle>>;
  /** All of them */
  readonly cookies?: Readonly<Record<string, ParameterStyle>>;
  /** How the fields of a form are written, if not as a name and a value. Also there if the body has files or is one. */
  readonly body?: Readonly<Record<string, BodyField>>;
  /** How each media type of a success is read, if there are others than \`application/json\`. */
  readonly media?: Readonly<Record<string, 'json' | 'text' | 'bytes'>>;
  /** Why \`call\` cannot send the operation as its document describes it. */
  readonly refused?: string;
}

/** How a parameter is written. */
export interface ParameterStyle {
  /** The style of OpenAPI, such as \`matrix\`, or \`json\`. */
  readonly style: string;
  /** Whether each item of a list, and each member of an object, is written by itself. @default false */
  readonly explode?: true;
  /** Whether reserved characters are not percent-encoded. @default false */
  readonly allowReserved?: true;
  /** Whether a call must have it. Only of headers and cookies: the compiler checks the others. @default false */
  readonly isRequired?: true;
}

/** How a field of a form is written. */
export interface BodyField extends ParameterStyle {
  /** The media type of its part in a form with files. */
  readonly contentType?: string;
}

/**
 * The paths of a document, each operation with its id, and with the decoded data where the document says what it is: a client that has
 * these tables returns it, and throws an error for a failure. \`properties\` are what the query options of the operation may name.
 */
type Decoded<Paths, Calls> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Path extends keyof Calls
      ? Method extends keyof Calls[Path]
        ? Calls[Path][Method] extends { id: infer Id; refused: infer Why }
          ? Paths[Path][Method] & { operationId: Id; refused: Why }
          : Calls[Path][Method] extends { id: infer Id; record: infer Data }
          ? Omit<Paths[Path][Method], 'responses'> & {
              responses: { 200: { content: { 'application/json': Data } } };
              decoded: Data;
              operationId: Id;
            } & Pick<Calls[Path][Method], keyof Calls[Path][Method] & 'properties'>
          : Calls[Path][Method] extends { id: infer Id; wire: infer Data }
            ? Paths[Path][Method] & { decoded: Data; operationId: Id }
            : Paths[Path][Method] & { operationId: Calls[Path][Method]['id' & keyof Calls[Path][Method]] }
        : Paths[Path][Method]
      : Paths[Path][Method];
  };
};
`;

/** The inputs of the tables besides the descriptions. */
export interface TablesSource {
  readonly operations: readonly OperationEntry[];
  readonly names: Names;
  /** Whether a record has something to decode. */
  readonly isBusy: (record: string) => boolean;
  /** The types on the wire of what the operations return, by operationId. */
  readonly wire: ReadonlyMap<string, string>;
}

/** The media type of a body unless the tables have another one. */
const JSON_TYPE = 'application/json';

/**
 * Prints what connects each document to the clients: a const and a type. Operations with their own server are left out.
 */
export function printTables(
  descriptions: readonly Description[],
  { operations, ...source }: TablesSource,
  extension: string,
): string {
  const { names } = source;
  const ours = operations.filter(({ server, call }) => server === 'base' || call === null);
  const called = ours.filter(({ details }) => details?.refused === undefined);
  const records = recordsOf(called);
  const queried = recordsOf(called.filter(isQueried));
  const from = (file: string, imported: readonly string[], type = ''): string =>
    imported.length === 0 ? '' : `import ${type}{ ${imported.join(', ')} } from './${file}.gen${extension}';\n`;
  return `${HEADER}
${from('decode', ['type DecodeTable', ...descriptions.map(({ name }) => `${camelCase(name)}Decode`)])}${from(
  'records',
  records.map(names.record),
  'type ',
)}${from('properties', queried.map(names.properties), 'type ')}${descriptions.map(({ name }) => from(name, [`paths as ${typePrefix(name)}Paths`], 'type ')).join('')}
${TYPES}
${descriptions
  .map(({ name }) =>
    printDocument(name, { operations: ours.filter((operation) => operation.interface === name), ...source }),
  )
  .join('\n')}`;
}

function printDocument(name: string, { operations, names, isBusy, wire }: TablesSource): string {
  const prefix = typePrefix(name);
  const byPath = new Map<string, OperationEntry[]>();
  for (const operation of operations) byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
  const calls = [...byPath].map(([path, operationsOf]) => {
    const types = operationsOf.map(
      (operation) => `${operation.method.toLowerCase()}: ${callOf(operation, names, wire)}`,
    );
    return `  ${printString(path)}: { ${types.join('; ')} };\n`;
  });
  const entries = operations.map((operation) => {
    const { id, method, path, details, response, requestContentType: type } = operation;
    const { headerParameters: headers, cookieParameters: cookies } = operation;
    const parameters = {
      path: namesOf(operation.pathParameters),
      query: namesOf(operation.queryParameters),
      ...(headers.length > 0 && { headers: namesOf(headers) }),
      ...(cookies.length > 0 && { cookies: namesOf(cookies) }),
    };
    const isPlain = response.record !== null && !isBusy(response.record);
    const body = type === null || type === JSON_TYPE ? {} : { requestContentType: type };
    const shape = isPlain ? { ...response, isPlain } : response;
    return [id, { method, path, parameters, ...(details && { details }), response: shape, ...body }];
  });
  const constant = camelCase(name);
  return `/** The paths of the ${name} document as a client that has {@link ${constant}Tables} decodes them. */
export type ${prefix}DecodedPaths = Decoded<${prefix}Paths, {\n${calls.join('')}}>;

/** The operations of the ${name} document, by their ids, without what decodes their records. */
export const ${constant}Operations: Tables<unknown>['operations'] = ${printValue(Object.fromEntries(entries))};

/** What connects the ${name} document to a client: pass it as \`tables\`. */
export const ${constant}Tables: Tables<${prefix}DecodedPaths> = { operations: ${constant}Operations, decode: ${constant}Decode };
`;
}

function namesOf(parameters: readonly string[]): Readonly<Record<string, 1>> {
  return Object.fromEntries(parameters.map((name) => [name, 1]));
}

/** The id of an operation, its return type, and the type of the properties that its query options may name. */
function callOf(operation: OperationEntry, names: Names, wire: ReadonlyMap<string, string>): string {
  const { id, response, details } = operation;
  const { kind, record, isOptional } = response;
  if (details?.refused !== undefined) return `{ id: ${printString(id)}; refused: ${printString(details.refused)} }`;
  const readings = new Set(Object.values(details?.media ?? {}));
  const others = `${readings.has('text') ? ' | string' : ''}${readings.has('bytes') ? ' | Uint8Array' : ''}`;
  const json = wire.get(id);
  const orNothing = isOptional ? ' | undefined' : '';
  const withoutJson = others === '' ? undefined : others.slice(' | '.length) + orNothing;
  const type = json === undefined && !readings.has('json') ? withoutJson : json && json + others;
  const data =
    record !== null
      ? `; record: ${names.record(record)}${kind === 'collection' ? '[]' : ''}${others}${orNothing}`
      : type === undefined
        ? ''
        : `; wire: ${type}`;
  const properties = record !== null && isQueried(operation) ? `; properties: ${names.properties(record)}` : '';
  return `{ id: ${printString(id)}${data}${properties} }`;
}

/** The names of the records that operations return. */
export function recordsOf(operations: readonly OperationEntry[]): readonly string[] {
  return [...new Set(operations.flatMap(({ response }) => response.record ?? []))];
}
