import ts from 'typescript';
import {
  createIsDecodable,
  type NamedSchemas,
  decodingOf,
  fieldsOf,
  follow,
  heldBy,
  isNullable,
  isRecord,
  typesOf,
} from './decodable.ts';
import type { Description, Document, Schema } from './model.ts';
import type { Names } from './names.ts';
import { HEADER, printDoc, typePrefix } from './print.ts';
import { schemaName, forPrinting } from './schemas.ts';
import { closedEnum, openEnum, astToString, createContext, transformSchemaObject } from './types.ts';

const { factory } = ts;
const EXPORT = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];

/** Prints the types of the decoded records: one for each named schema, as the clients return it. */
export function printRecords(
  descriptions: readonly Description[],
  { named, closed }: { readonly named: NamedSchemas; readonly closed: ReadonlySet<unknown> },
  names: Names,
  extension: string,
): string {
  const used = new Set<string>();
  const componentsOf = (record: string): string => {
    const owner =
      descriptions.find(({ document }) => Object.hasOwn(document.components?.schemas ?? {}, record))?.name ?? '';
    used.add(owner);
    return `${typePrefix(owner)}Components`;
  };
  const typeOf = (schema: DecodedSchema): ts.TypeNode | undefined => {
    const { as } = schema;
    if (as === undefined) return undefined;
    if (as === 'bigint') return factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
    if ('record' in as) return recordType(names.record(as.record), as.required);
    if ('values' in as) return closed.has(as.values) ? closedEnum(as.values) : openEnum(schema, as.values);
    return ['schemas', as.wire].reduce<ts.TypeNode>(
      (type, key) =>
        factory.createIndexedAccessTypeNode(
          type,
          factory.createLiteralTypeNode(factory.createStringLiteral(key, true)),
        ),
      factory.createTypeReferenceNode(componentsOf(as.wire)),
    );
  };
  const context = createContext({ openapi: '3.1.0', info: { title: '', version: '' } } satisfies Document, (schema) =>
    typeOf(schema as DecodedSchema),
  );
  const scope = { named, isDecodable: createIsDecodable(named) };
  const declarations = [...named].map(([name, schema]) => {
    const decoded = decodedRecord(schema, scope);
    const type =
      typeOf(decoded) ??
      transformSchemaObject(decoded as never, { path: `#/components/schemas/${name}`, ctx: context });
    return declare(names.record(name), type);
  });
  const docs = [...named.values()].map((schema) => printDoc(docOf(schema)));
  // One text for all of them: each call of the printer has its own printer and its own source file. Only a declaration
  // begins a line with `export`, because the lines of a comment begin with an asterisk or spaces.
  const parts = astToString(declarations).split(/(?<=\n)(?=export )/);
  const imports = [...used].map(
    (name) => `import type { components as ${typePrefix(name)}Components } from './${name}.gen${extension}';\n`,
  );
  return `${HEADER}${imports.join('')}\n${docs.length > 0 ? docs.map((doc, index) => doc + (parts[index] ?? '')).join('\n') : 'export {};\n'}`;
}

function declare(name: string, type: ts.TypeNode): ts.Declaration & ts.Statement {
  const members = membersOf(type);
  return members
    ? factory.createInterfaceDeclaration(EXPORT, name, undefined, undefined, members)
    : factory.createTypeAliasDeclaration(EXPORT, name, undefined, type);
}

/** A record, of which some fields are required here. */
function recordType(name: string, required: readonly string[] = []): ts.TypeNode {
  const record = factory.createTypeReferenceNode(name);
  if (required.length === 0) return record;
  const keys = required.map((key) => factory.createLiteralTypeNode(factory.createStringLiteral(key, true)));
  const picked = factory.createTypeReferenceNode('Pick', [record, factory.createUnionTypeNode(keys)]);
  return factory.createIntersectionTypeNode([record, factory.createTypeReferenceNode('Required', [picked])]);
}

/**
 * The members of an object type, with the index signature when the type is open. An interface must not have an index
 * signature that does not fit the other members.
 */
function membersOf(type: ts.TypeNode): readonly ts.TypeElement[] | undefined {
  if (ts.isTypeLiteralNode(type)) return type.members;
  if (!ts.isIntersectionTypeNode(type)) return undefined;
  const parts = type.types.map(membersOf);
  if (!parts.every((part) => part !== undefined)) return undefined;
  const members = parts.flat();
  const names = members.flatMap(({ name }) =>
    name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : [],
  );
  // An interface has each of its fields once.
  if (new Set(names).size < names.length) return undefined;
  return members.every((each) => !ts.isIndexSignatureDeclaration(each) || isUnknown(each.type)) ? members : undefined;
}

const isUnknown = (type: ts.TypeNode): boolean => type.kind === ts.SyntaxKind.UnknownKeyword;

function docOf(schema: Schema): string {
  const source = schema['x-source'];
  return `${schema.description ?? 'No description.'}${source === undefined ? '' : ` (Section ${source}.)`}`;
}

/** A schema after decoding. `as` gives the TypeScript type where JSON Schema cannot express it. */
type DecodedSchema = Schema & {
  readonly as?: /** A record, and which of its fields are required although it does not say so itself. */
    | { readonly record: string; readonly required?: readonly string[] }
    /** A record in a place that is not decoded, where it keeps its type on the wire. */
    | { readonly wire: string }
    | { readonly values: readonly unknown[] }
    | 'bigint';
};

interface DecodeScope {
  readonly named: NamedSchemas;
  readonly isDecodable: (schema: Schema) => boolean;
}

/**
 * The schema of a record as the clients return it: boolean strings become booleans, whole-number strings become
 * numbers, int64 becomes bigint. The clients decode fields, and records in fields and in lists. Values in a choice of
 * schemas or in a map are not decoded.
 */
function decodedRecord(schema: Schema, scope: DecodeScope): DecodedSchema {
  if (schema.$ref !== undefined) return decodedReference(schema, scope);
  if (typesOf(schema).includes('array') && schema.items !== undefined) return decodedField(schema, scope);
  if (!isRecord(schema, scope.named)) return schema.allOf ? wire(schema, scope) : decodedValue(schema, scope);
  const fields = fieldsOf(schema, scope.named);
  const required = schema.required?.filter((name) => !isEmptied(fields[name], scope.named));
  const { properties, allOf, ...rest } = schema;
  return forPrinting({
    ...wire(rest, scope),
    ...(required === undefined ? {} : { required }),
    ...(allOf ? { allOf: allOf.map((part) => decodedPart(part, required, scope)) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [name, decodedField(field, scope)]),
          ),
        }
      : {}),
  });
}

/** A part of a composed record, which may require fields of the part. */
function decodedPart(part: Schema, outer: readonly string[] = [], scope: DecodeScope): DecodedSchema {
  const decoded = decodedRecord(part, scope);
  if (part.$ref === undefined) return decoded;
  const fields = fieldsOf(part, scope.named);
  const required = outer.filter((name) => Object.hasOwn(fields, name));
  return required.length === 0 ? decoded : { ...decoded, as: { record: schemaName(part.$ref) ?? '', required } };
}

function decodedField(field: Schema, scope: DecodeScope): DecodedSchema {
  const { named } = scope;
  if (isRecord(heldBy(field, named), named)) {
    if (typesOf(field).includes('array') && field.items) return { ...field, items: decodedRecord(field.items, scope) };
    return decodedRecord(field, scope);
  }
  const scalar = follow(field, named);
  if (field.$ref !== undefined) {
    return decodingOf(scalar) === undefined ? wire(field, scope) : decodedReference(field, scope);
  }
  return decodedValue(field, scope);
}

function decodedValue(schema: Schema, scope: DecodeScope): DecodedSchema {
  const decoded: DecodedSchema & { const?: unknown } = { ...wire(schema, scope), ...decodedScalar(schema) };
  // A constant is the value on the wire.
  if (decodingOf(schema) !== undefined) delete decoded.const;
  return decoded;
}

/** A schema in a place that is not decoded. Records without anything to decode have only one type. */
function wire(schema: Schema, scope: DecodeScope): DecodedSchema {
  const record = schemaName(schema.$ref);
  if (record !== undefined) {
    const held = heldInLists(schema, scope.named);
    const hasOneType = !scope.isDecodable(held) && decodingOf(follow(held, scope.named)) === undefined;
    return { ...describedReference(schema, scope), as: hasOneType ? { record } : { wire: record } };
  }
  // What is in `$defs` has a name of its own, and is no field.
  const { $defs: _, ...result }: Record<string, unknown> = { ...schema };
  for (const key of ['items', 'additionalProperties'] as const) {
    if (typeof schema[key] === 'object') result[key] = wire(schema[key], scope);
  }
  for (const key of ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const) {
    if (schema[key]) result[key] = schema[key].map((part) => wire(part, scope));
  }
  for (const key of ['properties', 'patternProperties'] as const) {
    if (schema[key])
      result[key] = Object.fromEntries(Object.entries(schema[key]).map(([name, field]) => [name, wire(field, scope)]));
  }
  // openapi-typescript asks for the type only of a schema that has one.
  if (schema.enum) return { type: 'string', ...result, enum: undefined, as: { values: schema.enum } } as never;
  return forPrinting(result as DecodedSchema);
}

/** What a schema holds, in any number of lists. A list may contain itself. */
function heldInLists(schema: Schema, named: NamedSchemas): Schema {
  let held = schema;
  for (let steps = 0; steps < 100; steps += 1) {
    const inner = heldBy(held, named);
    if (inner === held) return held;
    held = inner;
  }
  return {};
}

function decodedReference(schema: Schema, scope: DecodeScope): DecodedSchema {
  return { ...describedReference(schema, scope), as: { record: schemaName(schema.$ref) ?? '' } };
}

function describedReference(schema: Schema, { named }: DecodeScope): Schema {
  const description = schema.description ?? named.get(schemaName(schema.$ref) ?? '')?.description;
  return { type: 'object', ...(description === undefined ? {} : { description }) };
}

/** Whether decoding a field turns null into undefined, so that a required field may be absent. */
function isEmptied(field: Schema | undefined, named: NamedSchemas): boolean {
  const schema = follow(field ?? {}, named);
  return isNullable(schema) && (decodingOf(schema) !== undefined || /^(integer|boolean)$/.test(typesOf(schema).join()));
}

function decodedScalar(schema: Schema): Readonly<Record<string, unknown>> {
  const { default: initial } = schema;
  // Decoding turns null into undefined.
  const values = schema.enum?.filter((value) => value !== null);
  const [type] = typesOf(schema);
  switch (schema['x-decode']) {
    case 'boolean':
      return {
        type: 'boolean',
        nullable: undefined,
        as: undefined,
        ...(initial === undefined ? {} : { default: String(initial).toLowerCase() === 'true' }),
      };
    case 'integer': {
      const numbers = values?.map(Number);
      return {
        type: 'integer',
        nullable: undefined,
        ...(initial === undefined ? {} : { default: Number(initial) }),
        ...(numbers ? { as: { values: numbers } } : {}),
      };
    }
    default:
      if (decodingOf(schema) === 'int64') return { as: 'bigint' };
      if (/^(integer|boolean)$/.test(typesOf(schema).join()))
        return { type, nullable: undefined, ...(values ? { as: { values } } : {}) };
      return {};
  }
}
