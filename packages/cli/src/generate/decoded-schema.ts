import type { Schema } from './model.ts';
import { schemaName } from './schemas.ts';

/** A schema after decoding. `as` gives the TypeScript type where JSON Schema cannot express it. */
export type DecodedSchema = Schema & {
  readonly as?: { readonly record: string } | { readonly values: readonly unknown[] } | 'bigint';
};

/**
 * The schema of a value as the clients return it: boolean strings become booleans, whole-number strings become numbers,
 * int64 becomes bigint.
 */
export function decodedSchema(schema: Schema, named: ReadonlyMap<string, Schema>): DecodedSchema {
  const record = schemaName(schema.$ref);
  if (record !== undefined) {
    const description = schema.description ?? named.get(record)?.description;
    return { type: 'object', as: { record }, ...(description === undefined ? {} : { description }) };
  }
  const result: Record<string, unknown> = { ...schema, ...decodedScalar(schema) };
  for (const key of ['items', 'additionalProperties'] as const) {
    if (typeof schema[key] === 'object') result[key] = decodedSchema(schema[key], named);
  }
  for (const key of ['allOf', 'anyOf', 'oneOf'] as const) {
    if (schema[key]) result[key] = schema[key].map((part) => decodedSchema(part, named));
  }
  if (schema.properties) {
    result['properties'] = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, decodedSchema(field, named)]),
    );
  }
  return result;
}

function decodedScalar(schema: Schema): Readonly<Record<string, unknown>> {
  const { type, format, default: initial, enum: values } = schema;
  switch (schema['x-decode']) {
    case 'boolean':
      return {
        type: 'boolean',
        ...(initial === undefined ? {} : { default: String(initial).toLowerCase() === 'true' }),
      };
    case 'integer': {
      const numbers = values?.map(Number);
      return {
        type: 'integer',
        ...(initial === undefined ? {} : { default: Number(initial) }),
        ...(numbers ? { enum: undefined, as: { values: numbers } } : {}),
      };
    }
    default:
      if (type === 'integer' && format === 'int64') return { as: 'bigint' };
      return values ? { enum: undefined, as: { values } } : {};
  }
}
