import type { Description } from './model.ts';
import type { OperationEntry } from './operations.ts';
import { tableName } from './decode.ts';
import { HEADER, Name, camelCase, identifier, printString, printValue, typePrefix } from './print.ts';

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
  readonly response: { readonly kind: 'record' | 'collection' | 'unknown'; readonly record: string | null };
}

/**
 * The paths of a document, each operation with its id, and with the decoded data where the document says what it is: a client that has
 * these tables returns it, and throws an error for a failure.
 */
type Decoded<Paths, Calls> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Path extends keyof Calls
      ? Method extends keyof Calls[Path]
        ? Calls[Path][Method] extends readonly [infer Id, infer Data]
          ? Omit<Paths[Path][Method], 'responses'> & {
              responses: { 200: { content: { 'application/json': Data } } };
              decoded: Data;
              operationId: Id;
            }
          : Calls[Path][Method] extends readonly [infer Id]
            ? Paths[Path][Method] & { operationId: Id }
            : Paths[Path][Method]
        : Paths[Path][Method]
      : Paths[Path][Method];
  };
};
`;

/**
 * Prints what plugs each document into the clients: a const and a type. Operations with a server of their own are left
 * out.
 */
export function printTables(
  descriptions: readonly Description[],
  operations: readonly OperationEntry[],
  extension: string,
): string {
  const ours = operations.filter(({ server }) => server === 'base');
  const records = recordsOf(ours);
  const from = (file: string, names: readonly string[], type = ''): string =>
    names.length === 0 ? '' : `import ${type}{ ${names.join(', ')} } from './${file}.gen${extension}';\n`;
  return `${HEADER}
${from('decode', ['type DecodeTable', ...records.map(tableName)])}${from(
  'records',
  records.map(identifier),
  'type ',
)}${descriptions.map(({ name }) => from(name, [`paths as ${typePrefix(name)}Paths`], 'type ')).join('')}
${TYPES}
${descriptions
  .map(({ name }) =>
    printDocument(
      name,
      ours.filter((operation) => operation.interface === name),
    ),
  )
  .join('\n')}`;
}

function printDocument(name: string, operations: readonly OperationEntry[]): string {
  const prefix = typePrefix(name);
  const paths = [...new Set(operations.map(({ path }) => path))];
  const calls = paths.map(
    (path) => `  ${printString(path)}: { ${callsOf(operations.filter((operation) => operation.path === path))} };\n`,
  );
  const values = {
    operations: Object.fromEntries(
      operations.map(({ id, method, path, response }) => [id, { method, path, response }]),
    ),
    decode: Object.fromEntries(recordsOf(operations).map((record) => [record, new Name(tableName(record))])),
  };
  return `/** The paths of the ${name} document as a client that has {@link ${camelCase(name)}Tables} decodes them. */
export type ${prefix}DecodedPaths = Decoded<${prefix}Paths, {\n${calls.join('')}}>;

/** What connects the ${name} document to a client: pass it as \`tables\`. */
export const ${camelCase(name)}Tables: Tables<${prefix}DecodedPaths> = ${printValue(values)};
`;
}

/** The id of each method's operation, and the type of its decoded data where the document names a record. */
function callsOf(operations: readonly OperationEntry[]): string {
  return operations
    .map(({ id, method, response: { kind, record } }) => {
      const data = record === null ? '' : `, ${identifier(record)}${kind === 'collection' ? '[]' : ''}`;
      return `${method.toLowerCase()}: [${printString(id)}${data}]`;
    })
    .join('; ');
}

function recordsOf(operations: readonly OperationEntry[]): readonly string[] {
  return [...new Set(operations.flatMap(({ response }) => response.record ?? []))];
}
