import { fields, handling, type Job } from '@syncline/openapi';

/**
 * A job as it was read: the fields of a {@link Job}, decoded or as the service sends them, and any other field. A value
 * that its field does not allow is not changed, so that a rule can report it.
 */
export type JobDefinition = { readonly [Field in keyof Job]?: unknown } & { readonly [field: string]: unknown };

interface FieldFacts {
  readonly type: string;
  readonly decode: string | null;
  readonly default: string | boolean | null;
}

const table: Readonly<Record<string, FieldFacts>> = fields.Job;

/** The fields of a job, by how programs handle their values. The OpenAPI documents decide it for every field. */
export interface JobFields {
  /** Every field of the specification, in its order */
  readonly all: ReadonlySet<string>;
  /** Values that programs may show to anybody, such as a language model */
  readonly shown: ReadonlySet<string>;
  /** Values that they may not show: secret ones, addresses, and texts that people or the service write */
  readonly withheld: ReadonlySet<string>;
  /** Code and option strings, which may hold a password: no message shows them, and a snapshot has only their hash */
  readonly secret: ReadonlySet<string>;
  /** Values that change although nobody edits the job, so snapshots leave them out */
  readonly volatile: ReadonlySet<string>;
  /** Values that are compared only within one environment */
  readonly perEnvironment: ReadonlySet<string>;
  /** Names or ids of connections */
  readonly connections: ReadonlySet<string>;
}

const { shown, secret, volatile, perEnvironment, connections } = handling.Job;
const shownFields: ReadonlySet<string> = new Set(shown);

/** How programs handle the fields of a job. A field that is in no list is not in the specification: do not show it. */
export const jobFields: JobFields = {
  all: new Set(Object.keys(table)),
  shown: shownFields,
  withheld: new Set(Object.keys(table).filter((field) => !shownFields.has(field))),
  secret: new Set(secret),
  volatile: new Set(volatile),
  perEnvironment: new Set(perEnvironment),
  connections: new Set(connections),
};

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
