import type { Document, Schema } from './model.ts';
import { identifier } from './print.ts';
import { keysOf, objectsIn } from './schemas.ts';

/** A reference into a schema, such as `#/components/schemas/Pet/properties/owner`, or to the schema of a response. */
const UNNAMED =
  /^#\/components\/schemas\/[^/]+\/|^#\/(?:paths|components\/(?!schemas\/)[^/]+\/[^/]+)\/(?:.*\/)?schema(?:\/|$)/;

/** Keys of a reference that say nothing about the schema at its end. */
const SILENT = new Set(['components', 'schemas', 'paths', 'responses', 'content', 'schema', 'properties']);

/**
 * A document in which every schema that something refers to is under `components/schemas`, because only such a schema
 * has a type and a decode table. In its old place is a reference to it. The given document does not change.
 */
export function nameTargets(given: Document): Document {
  const places = new Map<string, readonly string[]>();
  for (const { $ref } of referencesIn(given)) if (UNNAMED.test($ref)) places.set(keysOf($ref).join('\n'), keysOf($ref));
  if (places.size === 0) return given;
  const document = structuredClone(given);
  const schemas: Record<string, Schema> = { ...document.components?.schemas };
  /** The new references, by the old ones. */
  const found = new Map<string, string>();
  // The innermost first, while nothing on the way to it has moved.
  for (const [place, keys] of [...places].sort(([, a], [, b]) => b.length - a.length)) {
    const last = keys.at(-1) ?? '';
    const parent = keys.slice(0, -1).reduce<unknown>((at, key) => Object(at)[key] as unknown, document);
    const target: unknown = Object(parent)[last];
    if (typeof target !== 'object' || target === null) continue;
    const { $ref } = target as Schema;
    if ($ref !== undefined && !UNNAMED.test($ref)) {
      found.set(place, $ref);
      continue;
    }
    const name = nameFor(keys, schemas);
    schemas[name] = target;
    found.set(place, `#/components/schemas/${name}`);
    (parent as Record<string, unknown>)[last] = { $ref: found.get(place) };
  }
  const named = { ...document, components: { ...document.components, schemas } };
  for (const reference of referencesIn(named)) {
    const $ref = found.get(keysOf(reference.$ref).join('\n'));
    if ($ref !== undefined) reference.$ref = $ref;
  }
  return named;
}

function nameFor(keys: readonly string[], taken: object): string {
  const words = keys.filter((key) => !SILENT.has(key)).map((key) => (key === 'items' ? 'item' : key));
  const wish = identifier(words.join('-')) || 'Schema';
  let name = wish;
  for (let count = 2; Object.hasOwn(taken, name); count += 1) name = `${wish}${count}`;
  return name;
}

const referencesIn = (document: Document) =>
  objectsIn(document).filter((node): node is { $ref: string } => '$ref' in node && typeof node.$ref === 'string');
