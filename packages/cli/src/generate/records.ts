import ts from 'typescript';
import { decodedSchema, type DecodedSchema } from './decoded-schema.ts';
import type { Document, Schema } from './model.ts';
import { openEnum } from './open-enum.ts';
import { HEADER, identifier, printDoc } from './print.ts';
import { astToString, createContext, transformSchemaObject } from './types.ts';

const { factory } = ts;
const EXPORT = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];

/** Prints the decoded records: one interface for each named schema, as the clients return it. */
export function printRecords(named: ReadonlyMap<string, Schema>): string {
  const context = createContext({ openapi: '3.1.0', info: { title: '', version: '' } } satisfies Document, (schema) =>
    typeOf(schema as DecodedSchema),
  );
  const parts = [...named].map(([name, schema]) => {
    const decoded = decodedSchema(schema, named);
    const type = transformSchemaObject(decoded as never, { path: `#/components/schemas/${name}`, ctx: context });
    return `${printDoc(docOf(schema))}${astToString(declare(identifier(name), type))}`;
  });
  return `${HEADER}\n${parts.join('\n')}`;
}

/** The type that the transform hook of openapi-typescript returns for a decoded schema. */
function typeOf({ as }: DecodedSchema): ts.TypeNode | undefined {
  if (as === undefined) return undefined;
  if (as === 'bigint') return factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
  return 'record' in as ? factory.createTypeReferenceNode(identifier(as.record)) : openEnum(as.values);
}

function declare(name: string, type: ts.TypeNode): ts.Declaration & ts.Statement {
  const members = membersOf(type);
  return members
    ? factory.createInterfaceDeclaration(EXPORT, name, undefined, undefined, members)
    : factory.createTypeAliasDeclaration(EXPORT, name, undefined, type);
}

/** The members of an object type, with the index signature when the type is open. */
function membersOf(type: ts.TypeNode): readonly ts.TypeElement[] | undefined {
  if (ts.isTypeLiteralNode(type)) return type.members;
  if (!ts.isIntersectionTypeNode(type)) return undefined;
  const parts = type.types.map(membersOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function docOf(schema: Schema): string {
  const source = schema['x-source'];
  return `${schema.description ?? 'No description.'}${source === undefined ? '' : ` (Section ${source}.)`}`;
}
