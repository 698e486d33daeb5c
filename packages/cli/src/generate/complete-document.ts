import {
  METHODS,
  type Document,
  type Method,
  type Operation,
  type PathItem,
  type Parameter,
  type Reference,
  type Schema,
} from './model.ts';
import { withoutUnsendableBodies } from './omissions.ts';
import { pascalCase, identifier } from './print.ts';
import { targetOf, dereference, keysOf, partsIn } from './schemas.ts';

/**
 * A document in which every path has its operations itself, and every operation has a unique operationId. A missing id
 * is derived from the method and the path: `GET /pets/{petId}` becomes `getPetsByPetId`. One that is used twice gets a
 * number.
 */
export function completeDocument(bundled: Document): Document {
  const document = withoutPathReferences(bundled);
  const names = new Set(
    Object.values(document.paths ?? {}).flatMap((item) => METHODS.flatMap((method) => item[method]?.operationId ?? [])),
  );
  const used = new Set<string>();
  const identify = (path: string, method: Method, operation: Operation): Operation => {
    const wanted = operation.operationId ?? deriveId(method, path);
    const isOwn = operation.operationId !== undefined && !used.has(wanted);
    let id = wanted;
    for (let count = 2; !isOwn && (used.has(id) || names.has(id)); count += 1) id = `${wanted}${count}`;
    used.add(id);
    return id === operation.operationId ? operation : { ...operation, operationId: id };
  };
  const paths = Object.entries(document.paths ?? {}).map(([path, item]): [string, PathItem] => {
    const operations = METHODS.flatMap((method): [Method, Operation][] => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, identify(path, method, operation)]];
    });
    const isComplete = operations.every(([method, operation]) => item[method] === operation);
    return [path, isComplete ? item : { ...item, ...Object.fromEntries(operations) }];
  });
  return paths.every(([path, item]) => document.paths?.[path] === item)
    ? document
    : { ...document, paths: Object.fromEntries(paths) };
}

/**
 * Replaces each path that refers to a path item with the path item and what stands beside the reference, because all
 * other code reads the operations of `paths`.
 */
function withoutPathReferences(document: Document): Document {
  const inline = (item: PathItem): PathItem => {
    const { $ref, ...own } = item;
    return $ref === undefined ? item : { ...inline(targetOf(document, $ref)), ...own };
  };
  const all = Object.entries(document.paths ?? {});
  return all.some(([, { $ref }]) => $ref !== undefined)
    ? { ...document, paths: Object.fromEntries(all.map(([path, item]) => [path, inline(item)])) }
    : document;
}

function deriveId(method: Method, path: string): string {
  const words = path
    .split('/')
    .flatMap((segment) => segment.split(/(\{[^}]*\})/))
    .map((word) => (word.startsWith('{') ? `By${pascalCase(word.slice(1, -1))}` : pascalCase(word)));
  return `${method}${words.join('') || 'Root'}`;
}

/**
 * A document whose parameters are those that a call has: each parameter of a path is described, one that was not is a
 * string, and the headers that OpenAPI says to ignore and the bodies that `fetch` does not send are not there.
 */
export function describeParameters(document: Document): Document {
  if (document.paths === undefined) return document;
  const paths = Object.entries(document.paths).map(
    ([path, item]) =>
      [path, complete(document, path, withoutUnsendableBodies(document, withoutIgnored(document, item)))] as const,
  );
  return { ...document, paths: Object.fromEntries(paths) };
}

/** The media types of a request say what these headers are, and its credential (OpenAPI 3.1, Parameter Object, `name`). */
const IGNORED = /^(?:accept|content-type|authorization)$/i;

function withoutIgnored(document: Document, item: PathItem): PathItem {
  const isSent = (parameter: Parameter | Reference): boolean => {
    const { in: location, name } = dereference<Parameter>(document, parameter);
    return location !== 'header' || !IGNORED.test(name);
  };
  const kept = <Holder extends Pick<PathItem, 'parameters'>>(holder: Holder): Holder =>
    holder.parameters?.every(isSent) === false ? { ...holder, parameters: holder.parameters.filter(isSent) } : holder;
  const operations = METHODS.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, kept(operation)] as const];
  });
  const isSame = operations.every(([method, operation]) => operation === item[method]) && kept(item) === item;
  return isSame ? item : { ...kept(item), ...Object.fromEntries(operations) };
}

function complete(document: Document, path: string, item: PathItem): PathItem {
  const isIn = (parameters: PathItem['parameters'] = [], name: string): boolean =>
    parameters.some((each) => {
      const parameter = dereference<Parameter>(document, each);
      return parameter.in === 'path' && parameter.name === name;
    });
  const operations = METHODS.flatMap((method) => item[method] ?? []);
  const missing = [...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))].filter(
    // If each operation describes it, the path need not.
    (name) => !isIn(item.parameters, name) && !operations.every(({ parameters }) => isIn(parameters, name)),
  );
  if (missing.length === 0) return item;
  const added = missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return { ...item, parameters: [...(item.parameters ?? []), ...added] };
}

/** A reference into a schema, such as `#/components/schemas/Pet/properties/owner`, or to the schema of a response. */
const UNNAMED =
  /^#\/components\/schemas\/[^/]+\/|^#\/(?:paths|components\/(?!schemas\/)[^/]+\/[^/]+)\/(?:.*\/)?schema(?:\/|$)/;

/** Keys of a reference that say nothing about the schema at its end. */
const SILENT = new Set(['components', 'schemas', 'paths', 'responses', 'content', 'schema', 'properties']);

/**
 * A document in which every schema that something refers to is under `components/schemas`, because only such a schema
 * has a type and a decode table. In its old place is a reference to it. The given document does not change.
 */
export function nameTargets(input: Document): Document {
  const places = new Map<string, readonly string[]>();
  for (const { $ref } of referencesIn(input)) if (UNNAMED.test($ref)) places.set(keysOf($ref).join('\n'), keysOf($ref));
  if (places.size === 0) return input;
  const document = structuredClone(input);
  const schemas: Record<string, Schema> = { ...document.components?.schemas };
  /** The new references, by the old ones. */
  const found = new Map<string, string>();
  // The innermost first, while nothing on the way to it has moved.
  for (const [holder, keys] of [...places].sort(([, a], [, b]) => b.length - a.length)) {
    const last = keys.at(-1) ?? '';
    const parent = keys.slice(0, -1).reduce<unknown>((at, key) => Object(at)[key] as unknown, document);
    const target: unknown = Object(parent)[last];
    if (typeof target !== 'object' || target === null) continue;
    const { $ref } = target as Schema;
    if ($ref !== undefined && !UNNAMED.test($ref)) {
      found.set(holder, $ref);
      continue;
    }
    const name = nameFor(keys, schemas);
    schemas[name] = target;
    found.set(holder, `#/components/schemas/${name}`);
    (parent as Record<string, unknown>)[last] = { $ref: found.get(holder) };
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
  partsIn(document).filter((node): node is { $ref: string } => typeof node['$ref'] === 'string');
