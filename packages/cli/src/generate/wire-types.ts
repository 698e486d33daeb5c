import ts from 'typescript';
import { typesOf } from './decodable.ts';
import type { Document, Schema } from './model.ts';
import { HEADER, printDoc } from './print.ts';
import { astToString, createContext, transformSchema } from './types.ts';
import { openEnum } from './open-enum.ts';

/** Prints the types of a document on the wire, made by openapi-typescript: `paths`, `components` and `operations`. */
export function printWireTypes(document: Document): string {
  const context = createContext(
    document,
    (schema, { path }) => openEnum(schema, schema.enum) ?? sentInt64(schema as Schema, path ?? ''),
  );
  const types = astToString(transformSchema(document as unknown as Parameters<typeof transformSchema>[0], context));
  return `${HEADER}${types.replaceAll(/^export \w+ (\w+)/gm, (line, name: string) => (name in docs ? `${printDoc(docs[name as keyof typeof docs])}${line}` : line))}`;
}

/** Places in a document of what a program sends, without the named schemas, which responses have too. */
const SENT = /^#\/(?:paths\/[^/]+\/(?:[a-z]+\/)?(?:parameters|requestBody)|components\/(?:parameters|requestBodies))\//;

/** A whole number of 64 bits is read as a bigint, so a program may also send one. */
function sentInt64(schema: Schema, path: string): ts.TypeNode | undefined {
  if (!SENT.test(path) || schema.format !== 'int64' || typesOf(schema).join() !== 'integer') return undefined;
  const isNullable = schema.nullable === true || [schema.type].flat().includes('null');
  const { factory, SyntaxKind } = ts;
  return factory.createUnionTypeNode([
    factory.createKeywordTypeNode(SyntaxKind.NumberKeyword),
    factory.createKeywordTypeNode(SyntaxKind.BigIntKeyword),
    ...(isNullable ? [factory.createLiteralTypeNode(factory.createNull())] : []),
  ]);
}

const docs = {
  paths: 'Each path with its parameters, request bodies and responses on the wire: the types that openapi-fetch takes.',
  components: 'The named parts of the document on the wire, not decoded. `components["schemas"]` has the records.',
  operations: 'Each operation by its operationId, with its parameters, request bodies and responses on the wire.',
};
