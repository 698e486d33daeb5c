import { isDeepStrictEqual } from 'node:util';
import type { Document, Schema } from '../generate/model.ts';
import { dereference, schemaName } from '../generate/schemas.ts';
import { accepts, BOUNDS, effectOfBound } from './rate.ts';

/** A schema of JSON Schema 2020-12 in one form, however the document writes it. */
export interface Canonical extends Readonly<Record<string, unknown>> {
  readonly $ref?: string;
  /** Without `null`, in alphabetical order; undefined if a value may have any type. */
  readonly type?: readonly string[];
  readonly nullable?: true;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Canonical[];
  /** What else a value must fit, after the members of an `allOf` were joined. */
  readonly conditions?: readonly unknown[];
  /** The alternatives of `oneOf` or `anyOf`. */
  readonly choice?: readonly Canonical[];
  /** Whether a value must fit exactly one of the alternatives. */
  readonly isOneOf?: true;
}

/** Keywords that say nothing about which values are valid. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(
  '$comment $id $schema $anchor title description summary example examples externalDocs tags'.split(' '),
);

/** Keywords that concern the place where a schema is used, and not its values. */
const AT_THE_PLACE: ReadonlySet<string> = new Set(
  'nullable readOnly writeOnly deprecated default x-sunset x-source x-shown x-secret x-volatile x-connection'.split(
    ' ',
  ),
);

/**
 * Writes a schema in one form. Equal forms mean equal schemas: a reference in an `allOf` of its own is the reference,
 * `nullable` is a type, an alternative `null` is `nullable`, an `enum` of one value is a `const`. References to named
 * schemas stay.
 */
export function canonical(document: Document, schema: unknown): Canonical {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  const { nullable, type, anyOf, oneOf, allOf, const: constant, ...others } = (schema ?? {}) as Schema & Canonical;
  const rest: Record<string, unknown> = Object.fromEntries(
    Object.entries(others).filter(([key, value]) => !ANNOTATIONS.has(key) && value !== undefined),
  );
  const isOld = document.openapi.startsWith('3.0');
  if (rest['$ref'] !== undefined && schemaName(String(rest['$ref'])) === undefined)
    return canonical(document, dereference(document, schema as Schema));
  if (rest['$ref'] !== undefined && isOld) return { $ref: String(rest['$ref']) };
  let isNullable = nullable === true;
  if (type !== undefined) {
    const types = [type].flat();
    isNullable ||= types.length > 1 && types.includes('null');
    rest['type'] = types.filter((each) => types.length === 1 || each !== 'null').toSorted();
  }
  const listed = rest['enum'] as readonly unknown[] | undefined;
  const values =
    constant === undefined
      ? listed
      : [constant].filter((value) => listed?.some((each) => isDeepStrictEqual(each, value)) ?? true);
  if (values !== undefined) {
    if (values.length > 1 && values.includes(null) && type === undefined) isNullable = true;
    rest['enum'] = values.length > 1 ? values.filter((value) => value !== null) : values;
  }
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof rest[exclusive] !== 'boolean') continue;
    if (rest[exclusive]) {
      rest[exclusive] = rest[bound];
      delete rest[bound];
    } else delete rest[exclusive];
  }
  let choice = (oneOf ?? anyOf ?? []).map((part) => canonical(document, part));
  const isForAll = choice.length > 0 && nullable !== true;
  // With a type beside them, both must allow null.
  if (isForAll && choice.every((part) => part.type !== undefined && !part.type.includes('null') && !part.nullable))
    isNullable = false;
  if (choice.some(isNull)) {
    isNullable ||= type === undefined;
    choice = choice.filter((part) => !isNull(part));
  }
  const named = choice.flatMap(({ type: types = [] }) => types);
  // Alternatives of a oneOf that allow the same values are more than a list of types.
  const isDistinct =
    oneOf === undefined || named.every((name) => named.filter((each) => accepts([name], each)).length === 1);
  const isTypes = choice.length > 1 && choice.every((part) => Object.keys(part).join() === 'type');
  if (isTypes && isDistinct && rest['type'] === undefined) {
    rest['type'] = [...new Set(named)].toSorted();
    choice = [];
  }
  // A value must fit both.
  const second = oneOf !== undefined && anyOf !== undefined ? [{ anyOf }] : [];
  const parts = [...(allOf ?? []), ...second, ...(choice.length === 1 ? choice : [])].map((part) =>
    canonical(document, part),
  );
  const every = parts.filter((part) => Object.keys(part).length > 0);
  if (choice.length > 1) {
    rest['choice'] = choice;
    if (oneOf !== undefined) rest['isOneOf'] = true;
  }
  if (isNullable) rest['nullable'] = true;
  if (rest['$ref'] !== undefined && Object.keys(rest).some((key) => key !== '$ref' && !AT_THE_PLACE.has(key))) {
    every.unshift({ $ref: String(rest['$ref']) });
    delete rest['$ref'];
  }
  const [only] = every;
  if (only !== undefined && every.length === 1 && Object.keys(rest).every((key) => AT_THE_PLACE.has(key)))
    return withTypes({ ...only, ...rest });
  return withTypes(every.length === 0 ? rest : { ...rest, allOf: every });
}

const isNull = ({ type, ...others }: Canonical): boolean => type?.join() === 'null' && Object.keys(others).length === 0;

/** Adds the types that the keywords of a schema imply. */
function withTypes(schema: Canonical): Canonical {
  if (schema.type !== undefined || schema.$ref !== undefined || schema.allOf !== undefined) return schema;
  if (schema.enum !== undefined) return { type: [...new Set(schema.enum.map(typeOf))].toSorted(), ...schema };
  const isObject = ['properties', 'required', 'additionalProperties'].some((key) => schema[key] !== undefined);
  if (isObject) return { type: ['object'], ...schema };
  return schema['items'] === undefined && schema['prefixItems'] === undefined ? schema : { type: ['array'], ...schema };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/**
 * The two sides of a comparison with the content of their references and of their `allOf`. A reference that both sides
 * have is left out, because the schema that it names is compared by itself.
 */
export function expandBoth(
  [before, after]: readonly [Document, Document],
  old: Canonical,
  now: Canonical,
): readonly [Canonical, Canonical] {
  const [oldRefs, nowRefs] = [refsOf(old), refsOf(now)];
  const shared = new Set(oldRefs.filter((ref) => nowRefs.includes(ref)));
  return [expand(before, old, shared), expand(after, now, shared)];
}

const refsOf = ({ $ref, allOf = [] }: Canonical): readonly string[] => [
  ...($ref === undefined ? [] : [$ref]),
  ...allOf.flatMap(refsOf),
];

function expand(document: Document, schema: Canonical, left: ReadonlySet<string>, around = left): Canonical {
  const { $ref, allOf = [], ...rest } = schema;
  const inside = $ref === undefined ? [] : [{ $ref } as Canonical];
  const parts = [...allOf, ...inside].flatMap((part): readonly Canonical[] => {
    if (part.$ref === undefined) return [expand(document, part, left, around)];
    if (around.has(part.$ref)) return [];
    const { $ref: ref, ...more } = part;
    const target = canonical(document, dereference(document, { $ref: ref }));
    return [{ ...expand(document, target, left, new Set([...around, ref])), ...more }];
  });
  return parts.reduce<Canonical>(merge, rest);
}

/** Joins two schemas that a value must both fit. What cannot be joined stays in a list of conditions. */
function merge(left: Canonical, right: Canonical): Canonical {
  const joined: Record<string, unknown> = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const known = joined[key];
    if (known === undefined) joined[key] = value;
    else if (MERGE[key] !== undefined) joined[key] = MERGE[key](known, value);
    else if (key in BOUNDS) joined[key] = tighter(key, known as number, value as number);
    else if (!isDeepStrictEqual(known, value) && !AT_THE_PLACE.has(key) && !key.startsWith('x-'))
      joined['conditions'] = [...((joined['conditions'] as readonly unknown[] | undefined) ?? []), { [key]: value }];
  }
  const isTyped = left.type !== undefined && right.type !== undefined;
  if (isTyped && left.nullable !== right.nullable) delete joined['nullable'];
  return joined;
}

const tighter = (keyword: string, left: number, right: number): number =>
  effectOfBound(keyword, left, right) === 'narrowed' ? right : left;

type Merge<Value> = (left: Value, right: Value) => unknown;
const MERGE = {
  required: ((left, right) => [...new Set([...left, ...right])]) as Merge<readonly string[]>,
  enum: ((left, right) => left.filter((value) => right.some((each) => isDeepStrictEqual(each, value)))) as Merge<
    readonly unknown[]
  >,
  type: ((left, right) =>
    [...new Set([...left, ...right])].filter((type) => accepts(left, type) && accepts(right, type))) as Merge<
    readonly string[]
  >,
  properties: ((left, right) => {
    const shared = Object.entries(right).map(
      ([name, schema]) => [name, left[name] === undefined ? schema : { allOf: [left[name], schema] }] as const,
    );
    return { ...left, ...Object.fromEntries(shared) };
  }) as Merge<Readonly<Record<string, Schema>>>,
  conditions: ((left, right) => [...left, ...right]) as Merge<readonly unknown[]>,
} as unknown as Readonly<Record<string, Merge<unknown>>>;
