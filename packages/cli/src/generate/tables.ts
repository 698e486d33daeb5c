import type { Description } from './model.ts';
import type { OperationEntry } from './operations.ts';
import { tableName } from './decode.ts';
import { HEADER, Name, camelCase, identifier, printString, printValue, typePrefix } from './print.ts';

const TYPES = `/** What a client needs to know about a document of your own. Pass it to a client as \`tables\`. \`Paths\` is the type of its \`raw\`. */
export interface Tables<Paths> {
  /** Always undefined: it only carries the type. */
  readonly paths?: Paths;
  readonly operations: readonly TablesOperation[];
  /** By the name of the record. */
  readonly decode: Readonly<Record<string, DecodeTable>>;
}

/** The part of an operation that the clients read. */
export interface TablesOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly response: { readonly kind: 'record' | 'collection' | 'unknown'; readonly record: string | null };
}

/** The paths of a document, with the responses as a client with its tables returns them. A failure is thrown. */
type Decoded<Paths, Answers> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Path extends keyof Answers
      ? Method extends keyof Answers[Path]
        ? Omit<Paths[Path][Method], 'responses'> & {
            responses: { 200: { content: { 'application/json': Answers[Path][Method] } } };
            decoded: Answers[Path][Method];
          }
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
  'operations',
  ours.map(({ id }) => identifier(id)),
)}${from(
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
  const paths = [...new Set(operations.filter(({ response }) => response.record !== null).map(({ path }) => path))];
  const answers = paths.map(
    (path) => `  ${printString(path)}: { ${answersOf(operations.filter((operation) => operation.path === path))} };\n`,
  );
  const values = {
    operations: operations.map(({ id }) => new Name(identifier(id))),
    decode: Object.fromEntries(recordsOf(operations).map((record) => [record, new Name(tableName(record))])),
  };
  return `/** The paths of the ${name} document, with the responses as a client that has {@link ${camelCase(name)}Tables} returns them. */
export type ${prefix}DecodedPaths = Decoded<${prefix}Paths, {\n${answers.join('')}}>;

/** What plugs the ${name} document into a client: pass it as \`tables\`. */
export const ${camelCase(name)}Tables: Tables<${prefix}DecodedPaths> = ${printValue(values)};
`;
}

function answersOf(operations: readonly OperationEntry[]): string {
  return operations
    .flatMap(({ method, response: { kind, record } }) =>
      record === null ? [] : [`${method.toLowerCase()}: ${identifier(record)}${kind === 'collection' ? '[]' : ''}`],
    )
    .join('; ');
}

function recordsOf(operations: readonly OperationEntry[]): readonly string[] {
  return [...new Set(operations.flatMap(({ response }) => response.record ?? []))];
}
