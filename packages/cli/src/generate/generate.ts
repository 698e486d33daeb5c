import { ownOptions } from '@syncline/core/internal';
import { nameTargets, describeParameters } from './complete-document.ts';
import { decodingOf, fieldsOf, follow, recordHeldBy, type NamedSchemas } from './decodable.ts';
import { createIsBusy, printDecode } from './decode.ts';
import { printFields, printProperties } from './fields.ts';
import { type Directions, separateDirections } from './directions.ts';
import { GenerateError } from './generate-error.ts';
import { hoistInlineRecords } from './hoist.ts';
import type { Description, Schema } from './model.ts';
import { normalizeSchemas } from './normalize-schemas.ts';
import { createNames } from './names.ts';
import { successBodies, jsonSchemaOf } from './media.ts';
import { type OperationEntry, collectOperations, printOperations, wireResponses, operationsIn } from './operations.ts';
import { HEADER, camelCase, typePrefix } from './print.ts';
import { printRecords } from './records.ts';
import { refuseComposedOfThemselves } from './recursive-types.ts';
import { namedSchemas } from './schemas.ts';
import { printSecuritySchemes } from './security-schemes.ts';
import { type Omission, omissionsIn } from './omissions.ts';
import { printTables } from './tables.ts';
import { printWireTypes } from './wire-types.ts';

/** File contents by path, relative to the generated package. */
export type Files = ReadonlyMap<string, string>;

/** Where the generated files are, and how they import each other. */
export interface Layout {
  /** The folder of the TypeScript files with a trailing slash, or an empty text. @default 'src/' */
  readonly sources?: string;
  /** The extension in the imports of the files. @default '.ts' */
  readonly extension?: '.ts' | '.js';
}

/**
 * Generates all files of a set of descriptions, in memory. It is a pure function of the documents.
 *
 * @throws {GenerateError} when two descriptions contradict each other, are nested too deeply, or have values of the
 * wrong kind.
 * @throws {ConfigError} when an option is unknown.
 * @example
 * ```ts
 * const files = generateFiles(await loadProject('openapi/redocly.yaml'));
 * await writeFiles('packages/openapi', files);
 * ```
 */
export function generateFiles(descriptions: readonly Description[], layout?: Layout): Files {
  return generateWithNotes(descriptions, layout).files;
}

/** Generated files, and what they do not have of the documents. */
export interface Generated {
  readonly files: Files;
  /** Where int64 values are not decoded. */
  readonly rounded: readonly string[];
  readonly refused: ReturnType<typeof refusedOperations>;
  /** What else the documents have and the files do not. */
  readonly omitted: readonly Omission[];
}

/** Generates the files of a set of descriptions with what `syncline generate` says about them. Throws as `generateFiles` does. */
export function generateWithNotes(descriptions: readonly Description[], layout?: Layout): Generated {
  const { sources = 'src/', extension = '.ts' } = ownOptions(layout, { sources: 1, extension: 1 });
  try {
    const prepared = prepare(descriptions);
    const files = printFiles(prepared, sources, extension);
    const refused = refusedOperations(prepared);
    return { files, rounded: roundedInt64(prepared), refused, omitted: omissionsOf(prepared) };
  } catch (error) {
    if (error instanceof GenerateError) throw error;
    const reason =
      (error as Error).name === 'RangeError'
        ? 'its schemas are nested too deeply to generate types. Name inner schemas under components/schemas'
        : `cannot be generated from: ${(error as Error).message}. \`npx @redocly/cli lint\` shows what is wrong in it`;
    throw new GenerateError(descriptions.map(({ file }) => ({ file, line: 0, reason })));
  }
}

/** What is known of a set of descriptions before anything is printed. */
interface Prepared {
  readonly descriptions: readonly Description[];
  readonly directions: readonly Directions[];
  /** As they are on the wire. */
  readonly wire: readonly Description[];
  /** With a name for each object that is decoded. */
  readonly hoisted: readonly Description[];
  readonly named: NamedSchemas;
  readonly operations: readonly OperationEntry[];
  /** The types on the wire of what the operations return, by operationId. */
  readonly responses: ReadonlyMap<string, string>;
}

/** Reads descriptions once, for everything that is printed and said of them. */
function prepare(descriptions: readonly Description[]): Prepared {
  const directions = descriptions.map((description) => {
    // The library of the types on the wire changes the documents that it is given.
    const document = describeParameters(structuredClone(nameTargets(description.document)));
    normalizeSchemas(document);
    refuseComposedOfThemselves({ ...description, document });
    return separateDirections(document);
  });
  const those = (part: 'wire' | 'received'): readonly Description[] =>
    descriptions.map((description, index) => ({ ...description, document: (directions[index] as Directions)[part] }));
  // Records and tables need a name for every object that is decoded. The types on the wire follow the documents as they
  // are.
  const hoisted = those('received').map(hoistInlineRecords);
  const operations = collectOperations(hoisted);
  const wire = those('wire');
  const responses = wireResponses(wire);
  return { descriptions, directions, wire, hoisted, named: namedSchemas(hoisted), operations, responses };
}

function printFiles(
  { descriptions, directions, wire, named, operations, responses }: Prepared,
  sources: string,
  extension: NonNullable<Layout['extension']>,
): Files {
  const names = createNames({
    taken: wire.flatMap(({ name }) => {
      const prefix = typePrefix(name);
      const types = ['Paths', 'Components', 'Operations', 'Webhooks', 'DecodedPaths'].map((suffix) => prefix + suffix);
      return [...types, ...['Tables', 'Operations', 'Decode'].map((suffix) => camelCase(name) + suffix)];
    }),
    records: [...named.keys()],
    operations: operations.map(({ id }) => id),
    schemes: wire.flatMap(({ document }) => Object.keys(document.components?.securitySchemes ?? {})),
  });
  const files = new Map<string, string>();
  const closed = new Set<unknown>();
  for (const [index, { name, document }] of descriptions.entries()) {
    files.set(`documents/${name}.json`, `${JSON.stringify(document, null, 2)}\n`);
    const types = printWireTypes(directions[index] as Directions);
    files.set(`${sources}${name}.gen.ts`, types.text);
    for (const values of types.closed) closed.add(values);
  }
  files.set(`${sources}records.gen.ts`, printRecords(wire, { named, closed }, names, extension));
  files.set(`${sources}properties.gen.ts`, printProperties(named, operations, names));
  files.set(`${sources}operations.gen.ts`, printOperations(operations, names));
  files.set(`${sources}security-schemes.gen.ts`, printSecuritySchemes(wire, names));
  files.set(`${sources}decode.gen.ts`, printDecode(wire, named, operations, names));
  files.set(`${sources}fields.gen.ts`, printFields(named));
  files.set(
    `${sources}tables.gen.ts`,
    printTables(wire, { operations, names, isBusy: createIsBusy(named), wire: responses }, extension),
  );
  files.set(`${sources}index.ts`, printIndex(wire, extension));
  return files;
}

/** Prints the entry point of the generated package. */
function printIndex(descriptions: readonly Description[], extension: string): string {
  const wire = descriptions.map(({ name, document }) => {
    const prefix = typePrefix(name);
    const hooks = Object.keys(document.webhooks ?? {}).length > 0 ? `, webhooks as ${prefix}Webhooks` : '';
    return `export type { paths as ${prefix}Paths, components as ${prefix}Components, operations as ${prefix}Operations${hooks} } from './${name}.gen${extension}';\n`;
  });
  return `${HEADER}
${wire.join('')}export type * from './records.gen${extension}';
export type * from './properties.gen${extension}';
export * from './operations.gen${extension}';
export * from './security-schemes.gen${extension}';
export * from './decode.gen${extension}';
export * from './fields.gen${extension}';
export * from './tables.gen${extension}';
`;
}

/**
 * Where responses have int64 values that the clients do not decode, so that JSON.parse rounds those beyond 2^53: in a
 * choice of schemas, in a map, and in a list of numbers or of lists. Each place is a field such as `Job.sizes`, a
 * record, or the response of an operation.
 */
function roundedInt64({ hoisted, named, operations }: Prepared): readonly string[] {
  const unknown = new Set(operations.flatMap(({ id, response }) => (response.kind === 'unknown' ? id : [])));
  const responses = hoisted.flatMap(({ document }) =>
    operationsIn(document).flatMap(({ operation }) => {
      const { operationId = '' } = operation;
      const schemas = successBodies(document, operation).flatMap(([, body]) => jsonSchemaOf(body)?.schema ?? []);
      const isRounded = unknown.has(operationId) && schemas.some((schema) => mentionsInt64(schema, named));
      return isRounded ? [`the response of ${operationId}`] : [];
    }),
  );
  const records = new Set(operations.flatMap(({ response }) => response.record ?? []));
  const fields: string[] = [];
  for (const record of records) {
    const schema = follow(named.get(record) ?? {}, named);
    if (mentionsInt64({ ...schema, properties: {}, allOf: [] }, named)) fields.push(record);
    for (const [name, field] of Object.entries(fieldsOf(schema, named))) {
      const inner = recordHeldBy(field, named);
      if (inner !== undefined) records.add(inner);
      else if (decodingOf(follow(field, named)) === undefined && mentionsInt64(field, named))
        fields.push(`${record}.${name}`);
    }
  }
  return [...fields, ...responses];
}

/** The operations that a call cannot send as their documents describe them, each with the reason. */
function refusedOperations({
  operations,
}: Prepared): readonly { readonly operation: string; readonly reason: string }[] {
  return operations.flatMap(({ id, call, details }) =>
    details?.refused === undefined || call !== null ? [] : [{ operation: id, reason: details.refused }],
  );
}

/** What the files do not have of the documents. An operation that a call cannot send is in `refused`. */
function omissionsOf({ descriptions, operations, responses }: Prepared): readonly Omission[] {
  const isUnknown = ({ id, response: { kind, record }, details }: OperationEntry): boolean =>
    kind === 'unknown' &&
    record === null &&
    details?.refused === undefined &&
    !responses.has(id) &&
    !Object.values(details?.media ?? {}).some((reading) => reading !== 'json');
  return omissionsIn(descriptions, new Set(operations.filter(isUnknown).map(({ id }) => id)));
}

/** Whether a schema, or anything inside it, is an int64. */
function mentionsInt64(root: Schema, named: NamedSchemas): boolean {
  const seen = new Set([follow(root, named)]);
  for (const schema of seen) {
    if (decodingOf(schema) === 'int64') return true;
    const { items, additionalProperties, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema;
    const { prefixItems = [], patternProperties = {}, discriminator } = schema;
    // A discriminator may name schemas that are composed of this one.
    const subtypes = Object.values(discriminator?.mapping ?? {}).map(($ref): Schema => ({ $ref }));
    const inner = [...Object.values(properties), ...Object.values(patternProperties), ...prefixItems, ...subtypes];
    const parts = [items, additionalProperties, ...inner, ...allOf, ...anyOf, ...oneOf];
    for (const part of parts) if (typeof part === 'object') seen.add(follow(part, named));
  }
  return false;
}
