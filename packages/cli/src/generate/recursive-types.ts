import ts from 'typescript';
import { GenerateError } from './generate-error.ts';
import type { Description, Document, Schema } from './model.ts';
import { identifier } from './print.ts';
import { schemaName } from './schemas.ts';

const { factory } = ts;

/**
 * Refuses schemas that are composed of themselves, such as a schema that is one of those that are composed of it: no
 * TypeScript type describes them.
 *
 * @throws {GenerateError} that names them.
 */
export function refuseComposedOfThemselves({ document, file }: Description): void {
  const names = namesOnCycles(graphOf(document, compositionOf));
  if (names.length === 0) return;
  const reason =
    `has schemas that are composed of themselves by allOf, anyOf or oneOf: ${names.join(', ')}. ` +
    'Move the choice of schemas, or what they share, to a schema of its own';
  throw new GenerateError([{ file, line: 0, reason }]);
}

/**
 * Gives each schema that contains itself without an object in between, such as a list of itself, a type alias of its
 * own. TypeScript accepts `type Json = string | Json[]`, but not a property whose type mentions the same property.
 */
export function aliasRecursive(nodes: readonly ts.Node[], document: Document): readonly ts.Node[] {
  const recursive = namesOnCycles(
    graphOf(document, (schema) => [
      schema.items,
      schema.additionalProperties,
      ...(schema.prefixItems ?? []),
      ...compositionOf(schema),
    ]),
  );
  if (recursive.length === 0) return nodes;
  const aliases = new Map(
    recursive.map((name, index) => [
      `components["schemas"][${JSON.stringify(name)}]`,
      `Recursive${index + 1}${identifier(name)}`,
    ]),
  );
  const useAliases = (node: ts.Node): ts.Node => {
    const alias = ts.isIndexedAccessTypeNode(node) ? aliases.get(pathOf(node)) : undefined;
    return alias === undefined
      ? ts.visitEachChild(node, useAliases, undefined)
      : factory.createTypeReferenceNode(alias);
  };
  const declared: ts.Node[] = [];
  const names = new Set(recursive);
  const moveTypes = (node: ts.Node): ts.Node => {
    if (!ts.isPropertySignature(node) || node.type === undefined || !isNamed(node.name) || !names.has(node.name.text))
      return node;
    const alias = aliases.get(`components["schemas"][${JSON.stringify(node.name.text)}]`) ?? '';
    declared.push(
      factory.createTypeAliasDeclaration(undefined, alias, undefined, useAliases(node.type) as ts.TypeNode),
    );
    return factory.updatePropertySignature(
      node,
      node.modifiers,
      node.name,
      node.questionToken,
      factory.createTypeReferenceNode(alias),
    );
  };
  const moved = nodes.map((node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return node;
    return ts.visitEachChild(
      node,
      (member) =>
        ts.isPropertySignature(member) && isNamed(member.name) && member.name.text === 'schemas' && member.type
          ? ts.visitEachChild(
              member,
              (type) => (type === member.type ? ts.visitEachChild(type, moveTypes, undefined) : type),
              undefined,
            )
          : member,
      undefined,
    );
  });
  return [...moved, ...declared];
}

/** The path of an indexed access, such as `components["schemas"]["Pet"]`. */
function pathOf(node: ts.TypeNode): string {
  if (ts.isTypeReferenceNode(node)) return ts.isIdentifier(node.typeName) ? node.typeName.text : '';
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return '';
  const key = node.indexType.literal;
  return ts.isStringLiteral(key) ? `${pathOf(node.objectType)}[${JSON.stringify(key.text)}]` : '';
}

function isNamed(name: ts.PropertyName): name is ts.Identifier | ts.StringLiteral | ts.NumericLiteral {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name);
}

/** The names of the schemas of a graph that are on a cycle, or between two of them. */
function namesOnCycles(graph: Graph): readonly string[] {
  return [...withoutEnds(reversed(withoutEnds(graph))).keys()];
}

/** Each schema with those that it mentions. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The schemas that mention a schema that is left, after all others were removed. */
function withoutEnds(graph: Graph): Graph {
  const sources = reversed(graph);
  const left = new Map([...graph].map(([name, targets]) => [name, targets.size]));
  const ends = [...left].flatMap(([name, count]) => (count === 0 ? name : []));
  for (const end of ends) {
    left.delete(end);
    for (const source of sources.get(end) ?? []) {
      const count = (left.get(source) ?? 0) - 1;
      left.set(source, count);
      if (count === 0) ends.push(source);
    }
  }
  return new Map(
    [...left.keys()].map((name) => [name, new Set([...(graph.get(name) ?? [])].filter((target) => left.has(target)))]),
  );
}

function reversed(graph: Graph): Graph {
  const sources = new Map([...graph.keys()].map((name) => [name, new Set<string>()]));
  for (const [name, targets] of graph) for (const target of targets) sources.get(target)?.add(name);
  return sources;
}

/** Each schema with those that it mentions, where `partsOf` gives what counts as a part of a schema. */
function graphOf(document: Document, partsOf: (schema: Schema) => readonly unknown[]): Graph {
  const schemas = document.components?.schemas ?? {};
  const mentionedBy = (schema: Schema): string[] => {
    const name = schemaName(schema.$ref);
    const parts = partsOf(schema).filter((part): part is Schema => typeof part === 'object');
    return [...(name !== undefined && Object.hasOwn(schemas, name) ? [name] : []), ...parts.flatMap(mentionedBy)];
  };
  return new Map(Object.entries(schemas).map(([name, schema]) => [name, new Set(mentionedBy(schema))]));
}

const compositionOf = ({ allOf = [], anyOf = [], oneOf = [] }: Schema): readonly Schema[] => [
  ...allOf,
  ...anyOf,
  ...oneOf,
];
