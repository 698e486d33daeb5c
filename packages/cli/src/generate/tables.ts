import type { Description } from './model.ts';
import type { OperationEntry } from './operations.ts';
import type { Names } from './names.ts';
import { HEADER, Name, camelCase, printString, printValue, typePrefix } from './print.ts';
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
  readonly parameters?: { readonly path: Readonly<Record<string, 1>>; readonly query: Readonly<Record<string, 1>> };
  /** Writes the query, if a parameter is not just a name and a value. \`serialize\` writes what is. */
  readonly writeQuery?: (
    values: Readonly<Record<string, unknown>>,
    serialize: (values: Record<string, unknown>) => string,
  ) => string;
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

/**
 * The paths of a document, each operation with its id, and with the decoded data where the document says what it is: a client that has
 * these tables returns it, and throws an error for a failure. \`properties\` are what the query options of the operation may name.
 */
type Decoded<Paths, Calls> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Path extends keyof Calls
      ? Method extends keyof Calls[Path]
        ? Calls[Path][Method] extends { id: infer Id; record: infer Data }
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

const QUERY_WRITER = `
/** How a query parameter is written. */
interface QueryStyle {
  /** Its name, percent-encoded where it would break the query. */
  readonly sent: string;
  /** The style of OpenAPI, or \`json\`. */
  readonly style: string;
  /** What stands between the items of a list or an object after the one name; empty if each item has a name. */
  readonly separator: string;
}

/** Writes query parameters in the styles that the document names. */
function queryWriter(styles: Readonly<Record<string, QueryStyle>>): NonNullable<TablesOperation['writeQuery']> {
  const known = new Map(Object.entries(styles));
  return (values, serialize) => {
    const write = (name: string): string => {
      const value = values[name];
      const found = known.get(name);
      if (found === undefined || value === undefined || value === null) return serialize({ [name]: value });
      const { sent, style, separator } = found;
      const writeOne = (one: unknown): string => serialize({ [sent]: one });
      if (style === 'json') return writeOne(toJson(value));
      if (typeof value !== 'object' || Array.isArray(value) || value instanceof Date) {
        const query = writeOne(value);
        return separator === '' ? query : query.split(\`&\${sent}=\`).join(separator);
      }
      const fields = Object.entries(value).map(([key, field]: [string, unknown]) => {
        const part = writeOne(key).slice(sent.length + 1);
        return [style === 'deepObject' ? \`\${sent}[\${part}]\` : part, field] as const;
      });
      const query = serialize(Object.fromEntries(fields));
      return separator === '' || query === '' ? query : \`\${sent}=\${query.split(/[&=]/).join(separator)}\`;
    };
    return Object.keys(values).map(write).filter((part) => part !== '').join('&');
  };
}

/** JSON; a value that JSON cannot hold stays as it is, and is refused as an object. */
function toJson(value: unknown): unknown {
  try {
    return JSON.stringify(value);
  } catch {
    return value;
  }
}
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
  const ours = operations.filter(({ server }) => server === 'base');
  const records = recordsOf(ours);
  const queried = recordsOf(ours.filter(isQueried));
  const from = (file: string, imported: readonly string[], type = ''): string =>
    imported.length === 0 ? '' : `import ${type}{ ${imported.join(', ')} } from './${file}.gen${extension}';\n`;
  return `${HEADER}
${from('decode', ['type DecodeTable', ...descriptions.map(({ name }) => `${camelCase(name)}Decode`)])}${from(
  'records',
  records.map(names.record),
  'type ',
)}${from('properties', queried.map(names.properties), 'type ')}${descriptions.map(({ name }) => from(name, [`paths as ${typePrefix(name)}Paths`], 'type ')).join('')}
${TYPES}${ours.some(({ queryStyles }) => queryStyles !== undefined) ? QUERY_WRITER : ''}
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
  const calls = [...byPath].map(([path, own]) => {
    const types = own.map((operation) => `${operation.method.toLowerCase()}: ${callOf(operation, names, wire)}`);
    return `  ${printString(path)}: { ${types.join('; ')} };\n`;
  });
  const entries = operations.map(
    ({ id, method, path, pathParameters, queryParameters, queryStyles, response, requestContentType: type }) => {
      const parameters = { path: namesOf(pathParameters), query: namesOf(queryParameters) };
      const isPlain = response.record !== null && !isBusy(response.record);
      const body = type === null || type === JSON_TYPE ? {} : { requestContentType: type };
      const shape = isPlain ? { ...response, isPlain } : response;
      const writer = queryStyles && { writeQuery: new Name(`queryWriter(${printValue(queryStyles, 0)})`) };
      return [id, { method, path, parameters, ...writer, response: shape, ...body }];
    },
  );
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
  const { id, response } = operation;
  const { kind, record, isOptional } = response;
  const type = wire.get(id);
  const data =
    record !== null
      ? `; record: ${names.record(record)}${kind === 'collection' ? '[]' : ''}${isOptional ? ' | undefined' : ''}`
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
