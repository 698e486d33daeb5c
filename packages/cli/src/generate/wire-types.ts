import ts from 'typescript';
import { closedValues } from './closed-values.ts';
import { typesOf } from './decodable.ts';
import type { Document, Schema } from './model.ts';
import { HEADER, printDoc } from './print.ts';
import { astToString, createContext, transformSchema } from './types.ts';
import { openEnum } from './open-enum.ts';
import { aliasRecursive } from './recursive-types.ts';
import { TYPE, wireDocument } from './wire-document.ts';

/** The types of a document on the wire, and the enumerations among them that have no other values, by identity. */
export interface WireTypes {
  readonly text: string;
  readonly closed: ReadonlySet<unknown>;
}

/**
 * Prints the types of a document on the wire, made by openapi-typescript: `paths`, `components` and `operations`. Adds
 * to the document the values of the discriminators that it does not list.
 */
export function printWireTypes(document: Document): WireTypes {
  const closed = new Set<unknown>();
  const context = createContext(
    document,
    (schema, { path }) =>
      (schema as { readonly [TYPE]?: ts.TypeNode })[TYPE] ??
      (closed.has(schema.enum) ? undefined : openEnum(schema, schema.enum)) ??
      sentInt64(schema as Schema, path ?? ''),
  );
  for (const values of closedValues(document)) closed.add(values);
  const wire = wireDocument(document, closed);
  const nodes = transformSchema(wire as unknown as Parameters<typeof transformSchema>[0], context);
  const types = astToString([...aliasRecursive(nodes, document)]);
  const text = types.replaceAll(/^export \w+ (\w+)/gm, (line, name: string) =>
    name in docs ? `${printDoc(docs[name as keyof typeof docs])}${line}` : line,
  );
  return { text: `${HEADER}${text}`, closed };
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
