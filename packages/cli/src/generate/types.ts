import {
  astToString,
  resolveRef,
  scanDiscriminators,
  transformSchema,
  transformSchemaObject,
  type GlobalContext,
  type SchemaObject,
  type TransformNodeOptions,
} from 'openapi-typescript';
import ts from 'typescript';
import type { Document } from './model.ts';

export type TransformHook = (schema: SchemaObject, options: TransformNodeOptions) => ts.TypeNode | undefined;

/**
 * The settings of openapi-typescript for a document that is already linted and bundled. Its function `openapiTS()`
 * would do both again. A field with a default may still be absent from a response (`defaultNonNullable: false`).
 */
export function createContext(document: Document, transform: TransformHook): GlobalContext {
  const schema = document as unknown as Parameters<typeof scanDiscriminators>[0];
  const options = { silent: true };
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    discriminators: scanDiscriminators(schema, options),
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    redoc: undefined as never,
    resolve: ($ref) => resolveRef(schema, $ref, options),
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform,
    transformProperty: undefined,
  };
}

export { astToString, transformSchema, transformSchemaObject };

/**
 * The type of an open enumeration: it offers the known values and accepts any other value of their kind, because a
 * newer service may add values. For example `'days' | 'weeks' | (string & {})`.
 */
export function openEnum(
  schema: { readonly type?: unknown; readonly nullable?: unknown },
  given: readonly unknown[] | undefined,
): ts.TypeNode | undefined {
  if (!given) return undefined;
  const values = given.filter((value) => value !== null);
  const isNullable = values.length < given.length || schema.nullable === true || [schema.type].flat().includes('null');
  const kind = values.every((value) => typeof value === 'string')
    ? ts.SyntaxKind.StringKeyword
    : values.every((value) => typeof value === 'number')
      ? ts.SyntaxKind.NumberKeyword
      : undefined;
  if (kind === undefined) return undefined;
  const rest = ts.factory.createIntersectionTypeNode([
    ts.factory.createKeywordTypeNode(kind),
    ts.factory.createTypeLiteralNode([]),
  ]);
  return ts.factory.createUnionTypeNode([
    ...values.map(literal),
    ts.factory.createParenthesizedType(rest),
    ...(isNullable ? [ts.factory.createLiteralTypeNode(ts.factory.createNull())] : []),
  ]);
}

/** The type of an enumeration that has no other values. */
export function closedEnum(values: readonly unknown[]): ts.TypeNode {
  return ts.factory.createUnionTypeNode(values.map(literal));
}

function literal(value: unknown): ts.TypeNode {
  if (typeof value === 'string') return ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value, true));
  const number = ts.factory.createNumericLiteral(Math.abs(value as number));
  return ts.factory.createLiteralTypeNode(
    (value as number) < 0 ? ts.factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, number) : number,
  );
}
