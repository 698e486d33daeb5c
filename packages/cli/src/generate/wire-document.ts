import type ts from 'typescript';
import type { Parameter, Schema } from './model.ts';
import { openEnum } from './open-enum.ts';
import { jsonSchemaOf } from './operations.ts';
import { isJson } from './query-styles.ts';
import { withChoice } from './schemas.ts';

/** The key of a schema whose TypeScript type is already known. */
export const TYPE = Symbol('type');

/**
 * Keywords whose members have names of the author's choice, such as `default`, and whether openapi-typescript lets the
 * generator choose the types of the members.
 */
const MAPS: ReadonlyMap<string, boolean> = new Map([
  ['properties', true],
  ['schemas', true],
  ...['patternProperties', 'responses', 'parameters', 'requestBodies', 'headers', 'pathItems'].map(
    (key) => [key, false] as const,
  ),
]);

/** Keywords whose value is data, not a part of the description. */
const DATA = new Set(['example', 'examples', 'default', 'const']);

/**
 * A copy of a document in which openapi-typescript finds the types that it would not print by itself: an open
 * enumeration outside a field, such as the items of a list or a parameter, a parameter that is sent as JSON, and a
 * choice beside fields. The lists of `enum` are those of the document.
 *
 * @param closed - the enumerations that stay as they are
 */
export function wireDocument<Node>(node: Node, closed: ReadonlySet<unknown>, isNamed = false): Node {
  const copy = (value: unknown, named = false): unknown => wireDocument(value, closed, named);
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((each) => copy(each)) as Node;
  const type = isNamed ? undefined : openType(node, closed);
  if (type !== undefined) return { type: 'string', [TYPE]: type } as Node;
  const entries = Object.entries(withChoice(sentAsJson(node))).flatMap(([key, value]): [string, unknown][] => {
    // What is in `$defs` has a name of its own, and openapi-typescript would make it a field.
    if (key === '$defs') return [];
    if (DATA.has(key) || key === 'enum') return [[key, value]];
    const named = MAPS.get(key);
    if (named === undefined || typeof value !== 'object' || value === null || Array.isArray(value))
      return [[key, copy(value)]];
    return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each, named)]))]];
  });
  return Object.fromEntries(entries) as Node;
}

function openType(node: Schema, closed: ReadonlySet<unknown>): ts.TypeNode | undefined {
  return Array.isArray(node.enum) && !closed.has(node.enum) ? openEnum(node, node.enum) : undefined;
}

/** openapi-typescript reads only the `schema` of a parameter. The clients write one whose `content` is JSON as JSON. */
function sentAsJson(node: object): object {
  const { in: place, content, schema } = node as Partial<Parameter>;
  if (place !== 'query' || schema !== undefined || content === undefined || !isJson(content)) return node;
  return { ...node, schema: jsonSchemaOf({ content })?.schema ?? {} };
}
