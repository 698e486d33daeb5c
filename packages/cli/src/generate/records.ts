import ts from 'typescript';
import { createIsDecodable, type NamedSchemas } from './decodable.ts';
import { decodedRecord, type DecodedSchema } from './decoded-schema.ts';
import type { Description, Document, Schema } from './model.ts';
import type { Names } from './names.ts';
import { closedEnum, openEnum } from './open-enum.ts';
import { HEADER, printDoc, typePrefix } from './print.ts';
import { astToString, createContext, transformSchemaObject } from './types.ts';

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
  const parts = [...named].map(([name, schema]) => {
    const decoded = decodedRecord(schema, scope);
    const type =
      typeOf(decoded) ??
      transformSchemaObject(decoded as never, { path: `#/components/schemas/${name}`, ctx: context });
    return `${printDoc(docOf(schema))}${astToString(declare(names.record(name), type))}`;
  });
  const imports = [...used].map(
    (name) => `import type { components as ${typePrefix(name)}Components } from './${name}.gen${extension}';\n`,
  );
  return `${HEADER}${imports.join('')}\n${parts.length > 0 ? parts.join('\n') : 'export {};\n'}`;
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
  return members.every((each) => !ts.isIndexSignatureDeclaration(each) || isUnknown(each.type)) ? members : undefined;
}

const isUnknown = (type: ts.TypeNode): boolean => type.kind === ts.SyntaxKind.UnknownKeyword;

function docOf(schema: Schema): string {
  const source = schema['x-source'];
  return `${schema.description ?? 'No description.'}${source === undefined ? '' : ` (Section ${source}.)`}`;
}
