import { decodingOf, fieldsOf, follow, recordHeldBy, type NamedSchemas } from './decodable.ts';
import { hoistInlineRecords } from './hoist.ts';
import type { Body, Description, Schema } from './model.ts';
import { nameTargets } from './name-targets.ts';
import { collectOperations, jsonSchemaOf, operationsIn } from './operations.ts';
import { namedSchemas, resolve } from './schemas.ts';

/**
 * Where responses have int64 values that the clients do not decode, so that JSON.parse rounds those beyond 2^53: in a
 * choice of schemas, in a map, and in a list of numbers or of lists. Each place is a field such as `Job.sizes`, a
 * record, or the response of an operation.
 */
export function roundedInt64(given: readonly Description[]): readonly string[] {
  const descriptions = given.map((each) => hoistInlineRecords({ ...each, document: nameTargets(each.document) }));
  const named = namedSchemas(descriptions);
  const operations = collectOperations(descriptions);
  const unknown = new Set(operations.flatMap(({ id, response }) => (response.kind === 'unknown' ? id : [])));
  const responses = descriptions.flatMap(({ document }) =>
    operationsIn(document).flatMap(({ operation: { operationId = '', responses: all = {} } }) => {
      const successes = Object.entries(all).flatMap(([status, body]) => (/^2/.test(status) ? body : []));
      const schemas = successes.flatMap((body) => jsonSchemaOf(resolve<Body>(document, body))?.schema ?? []);
      const isRounded = unknown.has(operationId) && schemas.some((schema) => mentionsInt64(schema, named));
      return isRounded ? [`the response of ${operationId}`] : [];
    }),
  );
  const records = new Set(operations.flatMap(({ response }) => response.record ?? []));
  const fields: string[] = [];
  for (const record of records) {
    const schema = follow(named.get(record) ?? {}, named);
    if (mentionsInt64({ ...schema, properties: {}, allOf: [] }, named)) fields.push(record);
    for (const [name, field] of Object.entries(fieldsOf(schema, named))) {
      const inner = recordHeldBy(field, named);
      if (inner !== undefined) records.add(inner);
      else if (decodingOf(follow(field, named)) === undefined && mentionsInt64(field, named))
        fields.push(`${record}.${name}`);
    }
  }
  return [...fields, ...responses];
}

/** Whether a schema, or anything inside it, is an int64. */
function mentionsInt64(root: Schema, named: NamedSchemas): boolean {
  const seen = new Set([follow(root, named)]);
  for (const schema of seen) {
    if (decodingOf(schema) === 'int64') return true;
    const { items, additionalProperties, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema;
    const parts = [items, additionalProperties, ...Object.values(properties), ...allOf, ...anyOf, ...oneOf];
    for (const part of parts) if (typeof part === 'object') seen.add(follow(part, named));
  }
  return false;
}
