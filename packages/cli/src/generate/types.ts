import { createRequire } from 'node:module';
import type * as openapiTypescript from 'openapi-typescript';
import type { GlobalContext, SchemaObject, TransformNodeOptions } from 'openapi-typescript';
import ts from 'typescript';
import type { Document, Schema } from './model.ts';
import { constantsOf } from './normalize-schemas.ts';
import { dereference, targetOf } from './schemas.ts';

type Library = typeof openapiTypescript;

// The entry of the library also loads an old version of redocly with all of its rules: a tenth of a second.
const load = createRequire(import.meta.url);
const { astToString } = load('openapi-typescript/dist/lib/ts.cjs') as Pick<Library, 'astToString'>;
const { resolveRef, scanDiscriminators } = load('openapi-typescript/dist/lib/utils.cjs') as Pick<
  Library,
  'resolveRef' | 'scanDiscriminators'
>;
const transformSchema = load('openapi-typescript/dist/transform/index.cjs') as Library['transformSchema'];
const { default: transformSchemaObject } = load('openapi-typescript/dist/transform/schema-object.cjs') as {
  readonly default: Library['transformSchemaObject'];
};

export type TransformHook = (schema: SchemaObject, options: TransformNodeOptions) => ts.TypeNode | undefined;

/**
 * The settings of openapi-typescript for a document that is already linted and bundled. Its function `openapiTS()`
 * would do both again. What is not set is off: a field with a default may be absent from a response
 * (`defaultNonNullable`).
 */
export function createContext(document: Document, transform: TransformHook): GlobalContext {
  const schema = document as unknown as Parameters<typeof scanDiscriminators>[0];
  const options = { silent: true };
  const discriminators = scanDiscriminators(schema, options);
  forgetChoices(document, discriminators.objects);
  return {
    discriminators,
    emptyObjectsUnknown: true,
    injectFooter: [] as ts.Node[],
    resolve: ($ref: string) => resolveRef(schema, $ref, options),
    silent: true,
    transform: (each: SchemaObject, pointer: TransformNodeOptions) =>
      transform(each, pointer) ?? tupleOf(each as Schema, pointer),
  } as GlobalContext;
}

export { astToString, transformSchema, transformSchemaObject };

/**
 * Takes out the discriminators of choices, and of what is composed of a choice. openapi-typescript takes each schema that
 * is composed of one with a discriminator for one of its subtypes, leaves the property out of the members of the choice,
 * and adds the name of the schema as its value.
 */
function forgetChoices(document: Document, discriminators: GlobalContext['discriminators']['objects']): void {
  const isChoice = ({ oneOf, anyOf }: Schema): boolean => (oneOf ?? anyOf) !== undefined;
  const isSubtype = (schema: Schema, seen: readonly Schema[] = []): boolean =>
    schema.discriminator === undefined
      ? !seen.includes(schema) &&
        (schema.allOf ?? []).some((part) => isSubtype(dereference<Schema>(document, part as never), [...seen, schema]))
      : !isChoice(schema);
  for (const [ref, { propertyName, mapping = {} }] of Object.entries(discriminators)) {
    const schema = targetOf<Schema>(document, ref);
    const isNamed = Object.values(mapping).includes(ref);
    // Its own values are those of the document, whatever its name.
    const hasValues =
      schema.discriminator === undefined && constantsOf(document, schema, propertyName, false).length > 0;
    if (!isSubtype(schema) || (hasValues && !isNamed)) delete discriminators[ref];
  }
}

/** A list whose first items have schemas of their own. openapi-typescript prints a list without any others. */
function tupleOf(schema: Schema, options: TransformNodeOptions): ts.TypeNode | undefined {
  const { prefixItems, items, minItems, maxItems = Infinity, unevaluatedItems } = schema;
  if (!Array.isArray(prefixItems) || ![schema.type].flat().includes('array')) return undefined;
  const { factory } = ts;
  const typeOf = (each: unknown): ts.TypeNode => transformSchemaObject(each as never, options);
  const others = items ?? unevaluatedItems;
  const isOpen = others !== false && maxItems > prefixItems.length;
  const rest =
    typeof others === 'object' ? typeOf(others) : factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);
  // Documents that say nothing of the length nearly always mean all of the first items.
  const elements = prefixItems.map((item, index) =>
    index < (minItems ?? prefixItems.length) ? typeOf(item) : factory.createOptionalTypeNode(typeOf(item)),
  );
  const tuple = factory.createTupleTypeNode([
    ...elements,
    ...(isOpen ? [factory.createRestTypeNode(factory.createArrayTypeNode(factory.createParenthesizedType(rest)))] : []),
  ]);
  return [schema.type].flat().includes('null')
    ? factory.createUnionTypeNode([tuple, factory.createLiteralTypeNode(factory.createNull())])
    : tuple;
}

/**
 * The type of an open enumeration: it offers the known values and accepts any other value of their kind, because a
 * newer service may add values. For example `'days' | 'weeks' | (string & {})`.
 */
export function openEnum(
  schema: { readonly type?: unknown; readonly nullable?: unknown },
  input: readonly unknown[] | undefined,
): ts.TypeNode | undefined {
  if (!input) return undefined;
  const values = input.filter((value) => value !== null);
  const isNullable = values.length < input.length || schema.nullable === true || [schema.type].flat().includes('null');
  if (values.some((value) => typeof value === 'object')) return undefined;
  const kindOf = { string: ts.SyntaxKind.StringKeyword, number: ts.SyntaxKind.NumberKeyword } as const;
  const rests = Object.entries(kindOf).flatMap(([kind, keyword]) =>
    values.some((value) => typeof value === kind)
      ? [
          ts.factory.createParenthesizedType(
            ts.factory.createIntersectionTypeNode([
              ts.factory.createKeywordTypeNode(keyword),
              ts.factory.createTypeLiteralNode([]),
            ]),
          ),
        ]
      : [],
  );
  const types = [
    ...values.map(literal),
    ...rests,
    ...(isNullable ? [ts.factory.createLiteralTypeNode(ts.factory.createNull())] : []),
  ];
  return types.length === 0
    ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword)
    : ts.factory.createUnionTypeNode(types);
}

/** The type of an enumeration that has no other values. */
export function closedEnum(values: readonly unknown[]): ts.TypeNode {
  return ts.factory.createUnionTypeNode(values.map(literal));
}

function literal(value: unknown): ts.TypeNode {
  if (typeof value === 'string') return ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value, true));
  if (typeof value === 'boolean')
    return ts.factory.createLiteralTypeNode(value ? ts.factory.createTrue() : ts.factory.createFalse());
  const number = ts.factory.createNumericLiteral(Math.abs(value as number));
  return ts.factory.createLiteralTypeNode(
    (value as number) < 0 ? ts.factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, number) : number,
  );
}
