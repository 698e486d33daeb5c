import { fieldsOf, follow, typesOf, type NamedSchemas } from './decodable.ts';
import { METHODS, type Document, type Operation, type PathItem, type Schema } from './model.ts';
import { NAMED_MEMBERS, isData, partsIn, schemaName, targetOf } from './schemas.ts';

/** A document by what is sent and what is received. */
export interface Directions {
  /** Schemas have what responses have; those of requests that differ are schemas of their own, to which the requests refer. */
  readonly wire: Document;
  /** The same without the schemas of requests. */
  readonly received: Document;
  /** The schemas that only requests have. */
  readonly sent: ReadonlySet<string>;
}

/**
 * Separates what a program sends from what it receives: a request has no `readOnly` fields, which the service sets, and
 * a response no `writeOnly` fields, which it never sends. A whole number of 64 bits may be sent as a bigint, binary data
 * in any form, and a field beside a map of another type is allowed. A schema that requests and responses share gets a
 * second one for requests, if that differs, such as `PetRequest`.
 */
export function separateDirections(document: Document): Directions {
  const schemas = document.components?.schemas ?? {};
  const named: NamedSchemas = new Map(Object.entries(schemas));
  const parts = new Map(Object.entries(schemas).map(([name, schema]) => [name, partsIn(schema)]));
  const bodies = bodiesOf(document);
  const requested = reachable(bodies.sent, parts);
  const received = reachable(bodies.received, parts);
  const differs = namesThatDiffer(named, parts);
  const hidden = [...parts.values()].some((all) => all.some(({ writeOnly }) => writeOnly === true));
  if (!hidden && ![...requested].some((name) => differs.has(name)) && !hasOwn(bodies.sent, named))
    return { wire: document, received: document, sent: new Set([...requested].filter((name) => !received.has(name))) };
  const variants = new Map<string, string>();
  for (const name of requested)
    if (received.has(name) && differs.has(name)) variants.set(name, unusedName(`${name}Request`, schemas, variants));
  const sent = new Set([...variants.values(), ...[...requested].filter((name) => !received.has(name))]);
  // What responses have is the same object in both documents, because a later step completes the discriminators in it.
  const views = Object.entries(schemas).map(([name, schema]): [string, Schema, Schema] => {
    if (sent.has(name)) {
      const view = viewOf(schema, 'readOnly', named);
      return [name, variants.size === 0 ? view : viewOf(schema, 'readOnly', named, variants), view];
    }
    const view = received.has(name) && hidden ? viewOf(schema, 'writeOnly', named) : schema;
    return [name, view, view];
  });
  const requests = [...variants].map(([name, variant]): [string, Schema] => [
    variant,
    viewOf(schemas[name] ?? {}, 'readOnly', named, variants),
  ]);
  const withSchemas = (all: readonly (readonly [string, Schema])[], base = document): Document => ({
    ...base,
    components: { ...base.components, schemas: Object.fromEntries(all) },
  });
  return {
    wire: withSchemas(
      [...views.map(([name, view]) => [name, view] as const), ...requests],
      withViews(document, named, variants),
    ),
    received: withSchemas(
      views.map(([name, , view]) => [name, view] as const),
      withViews(document, named),
    ),
    sent,
  };
}

type Part = Readonly<Record<string, unknown>>;

/** The parts of each named schema. */
type SchemaParts = ReadonlyMap<string, readonly Part[]>;

/** The parts of a document that a program sends, and those that it receives, without the named schemas. */
function bodiesOf(document: Document): Readonly<Record<'sent' | 'received', readonly Part[]>> {
  const sent: unknown[] = [];
  const received: unknown[] = [];
  for (const item of Object.values(document.paths ?? {})) {
    sent.push(item.parameters);
    for (const method of METHODS) {
      const { parameters, requestBody, responses, callbacks }: Operation = item[method] ?? {};
      sent.push(parameters, requestBody);
      received.push(responses, callbacks);
    }
  }
  // What a webhook has is received.
  received.push(document.webhooks);
  const withTargets = (roots: readonly unknown[]): readonly Part[] => {
    const found = partsIn(roots);
    const followed = new Set<string>();
    for (const { $ref } of found) {
      if (typeof $ref !== 'string' || schemaName($ref) !== undefined || followed.has($ref)) continue;
      followed.add($ref);
      partsIn(targetOf(document, $ref), found);
    }
    return found;
  };
  return { sent: withTargets(sent), received: withTargets(received) };
}

/** The names of the schemas that parts of a document lead to. */
function reachable(parts: readonly Part[], schemas: SchemaParts): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (all: readonly Part[]): void => {
    for (const { $ref, mapping } of all) {
      for (const ref of [$ref, ...Object.values(Object(mapping) as object)]) {
        const name = typeof ref === 'string' ? schemaName(ref) : undefined;
        if (name !== undefined && schemas.has(name)) found.add(name);
      }
    }
  };
  add(parts);
  for (const name of found) add(schemas.get(name) ?? []);
  return found;
}

/** Whether one of these parts itself differs in requests. */
function hasOwn(parts: readonly Part[], named: NamedSchemas): boolean {
  return parts.some(
    (schema: Schema) =>
      isInt64(schema) ||
      isBinary(schema) ||
      isMapBesideFields(schema) ||
      Object.values(Object(schema.properties) as object).some((field) => isMarked(field as Schema, 'readOnly', named)),
  );
}

/** The schemas that differ in requests, or lead to one that does. */
function namesThatDiffer(named: NamedSchemas, schemas: SchemaParts): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const found = new Set<string>();
  for (const [name, parts] of schemas) {
    if (hasOwn(parts, named)) found.add(name);
    for (const { $ref } of parts) {
      const target = typeof $ref === 'string' ? schemaName($ref) : undefined;
      if (target === undefined) continue;
      const others = users.get(target);
      if (others === undefined) users.set(target, [name]);
      else others.push(name);
    }
  }
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user);
  return found;
}

export const isInt64 = (schema: Schema): boolean => schema.format === 'int64' && typesOf(schema).join() === 'integer';

/** Whether a schema is data that is not text. OpenAPI 3.1 says it with a media type, and 3.0 with a format. */
export const isBinary = (schema: Schema): boolean =>
  schema.type === undefined
    ? schema.contentMediaType !== undefined && schema.$ref === undefined
    : typesOf(schema).join() === 'string' && schema.format === 'binary';

const isMapBesideFields = ({ properties, patternProperties, additionalProperties }: Schema): boolean =>
  typeof properties === 'object' &&
  [...Object.values(patternProperties ?? {}), additionalProperties].some(
    (others) => typeof others === 'object' && Object.keys(others).length > 0,
  );

function isMarked(field: Schema, mark: 'readOnly' | 'writeOnly', named: NamedSchemas): boolean {
  return field[mark] === true || follow(field, named)[mark] === true;
}

/** The document with what its operations send and receive. */
function withViews(document: Document, named: NamedSchemas, variants?: ReadonlyMap<string, string>): Document {
  const sent = (part: unknown): unknown => viewOf(part as Schema, 'readOnly', named, variants);
  const received = (part: unknown): unknown => viewOf(part as Schema, 'writeOnly', named);
  const views: Readonly<Record<string, (part: unknown) => unknown>> = {
    parameters: sent,
    requestBody: sent,
    requestBodies: sent,
    responses: received,
  };
  /** What is described below each of these keys, as it is sent or received. */
  const view = <Holder extends object>(holder: Holder, isMap = false): Holder =>
    Object.fromEntries(
      Object.entries(holder).map(([key, part]) => {
        const of = views[key];
        if (of === undefined || typeof part !== 'object' || part === null) return [key, part];
        return [key, isMap || key === 'responses' ? mapMembers(part as object, of) : of(part)];
      }),
    ) as Holder;
  const paths = mapMembers(document.paths ?? {}, (item) =>
    mapMembers(view(item as PathItem), (part, key) =>
      (METHODS as readonly string[]).includes(key) ? view(part as Operation) : part,
    ),
  );
  return { ...document, paths, components: view(document.components ?? {}, true) } as Document;
}

const mapMembers = (members: object, change: (member: unknown, key: string) => unknown): object =>
  Object.fromEntries(Object.entries(members).map(([key, member]) => [key, change(member, key)]));

/** Lets the other members of a map be what its fields are, because no TypeScript type excludes the fields from them. */
function withMembers<T extends Schema>(schema: T): T {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  const fields = Object.values(properties);
  const others = [
    ...Object.values(patternProperties),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  const isAny = (each: Schema): boolean => Object.keys(each).length === 0;
  if (fields.length === 0 || others.length === 0 || others.some(isAny)) return schema;
  const { patternProperties: _, ...rest } = schema;
  return { ...rest, additionalProperties: { anyOf: [...others, ...fields] } } as never;
}

function unusedName(wish: string, schemas: object, variants: ReadonlyMap<string, string>): string {
  const isTaken = (name: string): boolean => Object.hasOwn(schemas, name) || [...variants.values()].includes(name);
  let name = wish;
  for (let count = 2; isTaken(name); count += 1) name = `${wish}${count}`;
  return name;
}

/** A schema without the fields that have a mark, with references to the schemas of requests. */
function viewOf(
  root: Schema,
  mark: 'readOnly' | 'writeOnly',
  named: NamedSchemas,
  variants: ReadonlyMap<string, string> = new Map(),
): Schema {
  const refer = (ref: string): string => {
    const variant = variants.get(schemaName(ref) ?? '');
    return variant === undefined ? ref : `#/components/schemas/${variant}`;
  };
  const copy = (node: unknown, isMap = false): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map((each) => copy(each));
    if (isMap) return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, copy(each)]));
    const schema = node as Schema;
    const fields = Object.entries(schema.properties ?? {});
    const marked = new Set(
      (schema.required === undefined ? fields : Object.entries(fieldsOf(schema, named))).flatMap(([name, field]) =>
        isMarked(field, mark, named) ? [name] : [],
      ),
    );
    const result: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(schema)) {
      if (key === '$ref' && typeof value === 'string') result[key] = refer(value);
      else if (key === 'mapping')
        result[key] = Object.fromEntries(
          Object.entries(value as object).map(([name, ref]) => [name, refer(ref as string)]),
        );
      else if (key === 'required' && Array.isArray(value))
        result[key] = value.filter((name) => !marked.has(name as string));
      else if (key === 'properties')
        result[key] = copy(Object.fromEntries(fields.filter(([name]) => !marked.has(name))), true);
      else if (isData(key)) result[key] = value;
      else result[key] = copy(value, NAMED_MEMBERS.has(key));
    }
    return mark === 'readOnly' ? withMembers(result as Schema) : result;
  };
  return copy(root) as Schema;
}
