import ts from 'typescript';
import { isNullable } from './decodable.ts';
import { type Directions, isBinary, isInt64 } from './directions.ts';
import { METHODS, type Document, type Parameter, type PathItem, type Schema } from './model.ts';
import { jsonSchemaOf, isJson } from './media.ts';
import { HEADER, printDoc } from './print.ts';
import { aliasRecursive } from './recursive-types.ts';
import { NAMED_MEMBERS, forPrinting, isData, keysOf, partsIn, dereference } from './schemas.ts';
import { astToString, createContext, transformSchema, openEnum } from './types.ts';

/** The types of a document on the wire, and the enumerations among them that have no other values, by identity. */
export interface WireTypes {
  readonly text: string;
  readonly closed: ReadonlySet<unknown>;
}

/**
 * Prints the types of a document on the wire, made by openapi-typescript: `paths`, `components` and `operations`. Adds
 * to the document the values of the discriminators that it does not list.
 */
export function printWireTypes({ wire: document, sent }: Directions): WireTypes {
  const closed = new Set<unknown>();
  const context = createContext(
    document,
    (schema, { path }) =>
      (schema as { readonly [TYPE]?: ts.TypeNode })[TYPE] ??
      (closed.has(schema.enum) ? undefined : openEnum(schema, schema.enum)) ??
      sentType(schema as Schema, path ?? '', sent),
  );
  for (const values of closedValues(document)) closed.add(values);
  const wire = wireDocument(withoutIds(document), closed);
  const nodes = transformSchema(wire as unknown as Parameters<typeof transformSchema>[0], context);
  const types = astToString([...aliasRecursive(nodes, document)]);
  const text = types.replaceAll(/(?<=\n|^)export \w+ (\w+)/g, (line, name: string) =>
    name in docs ? `${printDoc(docs[name as keyof typeof docs])}${line}` : line,
  );
  return { text: `${HEADER}${text}`, closed };
}

/** The paths have the operations of the path items that they refer to, and each operation has one place in the types. */
function withoutIds(document: Document): Document {
  const { pathItems } = (document.components ?? {}) as { readonly pathItems?: Readonly<Record<string, PathItem>> };
  if (pathItems === undefined) return document;
  const items = Object.entries(pathItems).map(([name, item]) => {
    const operations = METHODS.flatMap((method) =>
      item[method] ? [[method, { ...item[method], operationId: undefined }]] : [],
    );
    return [name, { ...item, ...Object.fromEntries(operations) }];
  });
  return { ...document, components: { ...document.components, pathItems: Object.fromEntries(items) } } as Document;
}

/** Places in a document of what a program sends, without the named schemas. */
const SENT = /^#\/(?:paths\/[^/]+\/(?:[a-z]+\/)?(?:parameters|requestBody)|components\/(?:parameters|requestBodies))\//;

/** What a program may send besides the type that arrives: a bigint, because it is read as one, and binary data as it is. */
function sentType(schema: Schema, path: string, sent: Directions['sent']): ts.TypeNode | undefined {
  const isWhole = isInt64(schema);
  if (!isWhole && !isBinary(schema)) return undefined;
  const name = /^#\/components\/schemas\/([^/]+)/.exec(path)?.[1];
  if (!SENT.test(path) && !sent.has(keysOf(`#/${name ?? ''}`)[0] ?? '')) return undefined;
  const { factory, SyntaxKind } = ts;
  const reference = (type: string): ts.TypeNode => factory.createTypeReferenceNode(type);
  return factory.createUnionTypeNode([
    ...(isWhole
      ? [
          factory.createKeywordTypeNode(SyntaxKind.NumberKeyword),
          factory.createKeywordTypeNode(SyntaxKind.BigIntKeyword),
        ]
      : [
          reference('Blob'),
          reference('Uint8Array'),
          reference('ReadableStream<Uint8Array>'),
          factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
        ]),
    ...(isNullable(schema) ? [factory.createLiteralTypeNode(factory.createNull())] : []),
  ]);
}

const docs = {
  paths: 'Each path with its parameters, request bodies and responses on the wire: the types that openapi-fetch takes.',
  components: 'The named parts of the document on the wire, not decoded. `components["schemas"]` has the records.',
  operations: 'Each operation by its operationId, with its parameters, request bodies and responses on the wire.',
};

/** The key of a schema whose TypeScript type is already known. */
const TYPE = Symbol('type');

/** Keywords of whose members openapi-typescript lets the generator choose the types. */
const CHOSEN = new Set(['properties', 'schemas']);

/**
 * A copy of a document in which openapi-typescript finds the types that it would not print by itself: an open
 * enumeration outside a field, such as the items of a list or a parameter, a parameter that is sent as JSON, and a
 * choice beside fields. The lists of `enum` are those of the document.
 *
 * @param closed - the enumerations that stay as they are
 */
function wireDocument<Node>(node: Node, closed: ReadonlySet<unknown>, isNamed = false): Node {
  const copy = (value: unknown, named = false): unknown => wireDocument(value, closed, named);
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((each) => copy(each)) as Node;
  const type = isNamed ? undefined : openType(node, closed);
  if (type !== undefined) return { type: 'string', [TYPE]: type } as Node;
  const entries = Object.entries(forPrinting(sentAsJson(node))).flatMap(([key, value]): [string, unknown][] => {
    // What is in `$defs` has a name of its own, and openapi-typescript would make it a field.
    if (key === '$defs') return [];
    if (isData(key)) return [[key, value]];
    if (!NAMED_MEMBERS.has(key) || typeof value !== 'object' || value === null || Array.isArray(value))
      return [[key, copy(value)]];
    const isChosen = CHOSEN.has(key);
    return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each, isChosen)]))]];
  });
  return Object.fromEntries(entries) as Node;
}

function openType(node: Schema, closed: ReadonlySet<unknown>): ts.TypeNode | undefined {
  return Array.isArray(node.enum) && !closed.has(node.enum) ? openEnum(node, node.enum) : undefined;
}

/** openapi-typescript reads only the `schema` of a parameter. The clients write one whose `content` is JSON as JSON. */
function sentAsJson(node: object): object {
  const { in: location, content, schema } = node as Partial<Parameter>;
  if (location === undefined || schema !== undefined || content === undefined || !isJson(content)) return node;
  return { ...node, schema: jsonSchemaOf({ content })?.schema ?? {} };
}

/**
 * The `enum` lists, by identity, that tell the members of a discriminated union apart. They must not be open: TypeScript
 * narrows a union only by literal types.
 */
function closedValues(document: Document): readonly (readonly unknown[])[] {
  const schemas: readonly Schema[] = partsIn(document);
  const parts = schemas.flatMap(({ allOf }) => (Array.isArray(allOf) ? allOf : []));
  const composed = new Set(parts.map((part) => dereference<Schema>(document, part as never)));
  return schemas.flatMap(({ discriminator, oneOf, anyOf }) => {
    const property = discriminator?.propertyName;
    if (property === undefined) return [];
    return (oneOf ?? anyOf ?? []).flatMap((each) => {
      const member = dereference<Schema>(document, each as never);
      // Another schema is composed of this one, and its own value would make the type never.
      if (composed.has(member)) return [];
      const lists = [member, ...(member.allOf ?? [])].flatMap(({ properties }) => {
        const values = properties?.[property]?.enum;
        return values?.every((value) => typeof value === 'string') ? [values] : [];
      });
      const [first = [], ...others] = lists;
      return others.every((values) => values.some((value) => first.includes(value))) ? lists : [];
    });
  });
}
