import { fields, type Job } from '@syncline/openapi';

/**
 * A job as it was read: the fields of a {@link Job}, decoded or as the service sends them, and any other field. A value
 * that its field does not allow is not changed, so that a rule can report it.
 */
export type JobDefinition = { readonly [Field in keyof Job]?: unknown } & { readonly [field: string]: unknown };

/** A field of a job in the specification (section 2.1). */
export type JobField = keyof Job;

interface FieldFacts {
  readonly type: string;
  readonly decode: string | null;
  readonly default: string | boolean | null;
}

const table: Readonly<Record<string, FieldFacts>> = fields.Job;

/** Every field of a job, in the order of the specification. */
export const jobFields: readonly JobField[] = Object.keys(table) as JobField[];

const kinds = new Map(
  Object.entries(table).map(([field, { type, decode }]) => [
    field,
    type === 'boolean' || decode === 'boolean' ? 'flag' : type === 'integer' || decode === 'integer' ? 'whole' : 'text',
  ]),
);

/** The kind of a field: a switch, a whole number or text. Fields that are not in the specification are `other`. */
export function kindOf(field: string): 'flag' | 'whole' | 'text' | 'other' {
  return (kinds.get(field) as 'flag' | undefined) ?? 'other';
}

/** The default of a field, in the form of the specification; undefined if it has none. */
export function defaultOf(field: string): string | boolean | undefined {
  return (Object.hasOwn(table, field) ? table[field]?.default : undefined) ?? undefined;
}

/** Decodes a switch, in any letter case; undefined if the value is neither true nor false. */
export function decodeFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const lower = typeof value === 'string' ? value.toLowerCase() : '';
  return lower === 'true' ? true : lower === 'false' ? false : undefined;
}

/** Decodes a whole number of any size that is written with digits only; undefined for anything else. */
export function decodeWhole(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^-?\d{1,100}$/.test(value) ? BigInt(value) : undefined;
}
