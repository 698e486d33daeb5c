import {
  type ObjectOptions,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox';

/** Allows only the names in the schema. */
export const closed = { additionalProperties: false } as const;
/** Requires exactly one of the names in the schema. */
export const oneOnly = { ...closed, minProperties: 1, maxProperties: 1 } as const;
/** A text that is not empty. */
export const text = (description: string) => Type.String({ minLength: 1, description });
/** A switch. */
export const flag = (description: string) => Type.Boolean({ description });
/** A whole number of at least 1. */
export const count = (description: string) => Type.Integer({ minimum: 1, description });

/**
 * A map with these names. One that ends with `?` may be left out.
 *
 * @param options - how many names it has, and other keywords. @default others are not allowed
 */
export function map<Given extends TProperties>(
  description: string,
  given: Given,
  options: ObjectOptions = closed,
): TObject<Members<Given>> {
  const members = Object.entries(given).map(([name, schema]): [string, TSchema] =>
    name.endsWith('?') ? [name.slice(0, -1), Type.Optional(schema)] : [name, schema],
  );
  return Type.Object(Object.fromEntries(members) as Members<Given>, { ...options, description });
}

type Members<Given extends TProperties> = {
  [Name in keyof Given as Name extends `${infer Plain}?` ? Plain : Name]: Name extends `${string}?`
    ? TOptional<Given[Name]>
    : Given[Name];
};

/** A map with names that its writer chooses. */
export const chosen = <Kind extends TSchema>(description: string, kind: Kind, options: ObjectOptions = closed) =>
  Type.Record(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$' }), kind, {
    ...options,
    description,
    'x-names': 'a name of letters, digits, - and _',
  });

/** The entry of a schema as an option of a function: nothing changes it, and `undefined` is the same as nothing. */
export type ProgramOptions<Value> = Value extends readonly (infer Item)[]
  ? readonly ProgramOptions<Item>[]
  : Value extends object
    ? {
        readonly [Name in keyof Value]:
          | ProgramOptions<Value[Name]>
          | (object extends Pick<Value, Name> ? undefined : never);
      }
    : Value;

/** A duration, as `parseDuration` reads it. */
export const duration = (description: string, standard?: string) =>
  Type.String({
    ...(standard !== undefined && { default: standard }),
    pattern: '^(?:\\d+(?:\\.\\d+)?(?:ms|[smhdw]))+$',
    description: `${description} A duration such as 90s, 15m, 2h or 1h30m`,
    'x-rule': 'must be a duration such as 90s, 15m, 2h or 1h30m',
  });

/** A reference to a secret. */
export const reference = map(
  'Where a secret is: { env: NAME }, { file: PATH } or { command: [PROGRAM, …] }. Never the secret itself',
  {
    'env?': Type.String({
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      description: 'The name of an environment variable',
      'x-rule': 'must be the name of an environment variable: letters, digits and _',
    }),
    'file?': text('The path of a file that holds the secret, relative to the configuration'),
    'command?': Type.Array(Type.String(), {
      minItems: 1,
      description: 'A program and its arguments, run without a shell. It prints the secret within 10 seconds',
    }),
  },
  { ...oneOnly, title: 'reference' },
);

/** A reference to a secret, with what the secret is. */
export const secret = (description: string): typeof reference => ({ ...reference, description });

/** A text that may be a secret. */
export const textOrReference = (description: string) =>
  Type.Union([text(description), reference], {
    description,
    'x-rule': 'must be a text, or a reference such as { env: NAME }',
  });
