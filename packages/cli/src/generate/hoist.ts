import { createIsDecodable, isNullable, isRecord, refuseLostDecoding, typesOf } from './decodable.ts';
import { METHODS, type Body, type Description, type Document, type Schema } from './model.ts';
import { jsonSchemaOf, successBodies } from './media.ts';
import { pascalCase } from './print.ts';
import { dereference } from './schemas.ts';

/**
 * Gives every inline object with something to decode a name, as if it were under `components/schemas`, because the
 * clients decode named records. The result is used for records and tables. The types on the wire follow the document as
 * it is.
 *
 * @throws {GenerateError} when `x-decode` is in a place that the clients do not decode.
 */
export function hoistInlineRecords(description: Description): Description {
  const { document, file } = description;
  const schemas: Record<string, Schema> = { ...document.components?.schemas };
  const named = new Map(Object.entries(schemas));
  const isDecodable = createIsDecodable(named);
  for (const [name, schema] of named) refuseLostDecoding(file, schema, `#/components/schemas/${name}`, true);

  const nameFor = (wish: string): string => {
    let name = wish;
    for (let count = 2; Object.hasOwn(schemas, name); count += 1) name = `${wish}${count}`;
    return name;
  };
  const hoist = (schema: Schema, wish: string): Schema => {
    if (schema.$ref !== undefined) return schema;
    if (typesOf(schema).includes('array')) return hoistItem(schema, `${wish}Item`);
    if (!isRecord(schema, named) || !isDecodable(schema)) return schema;
    const name = nameFor(wish);
    schemas[name] = schema;
    schemas[name] = inside(schema, name);
    return { $ref: `#/components/schemas/${name}`, ...(schema.description && { description: schema.description }) };
  };
  const hoistItem = (schema: Schema, wish: string): Schema => {
    const { items } = schema;
    // The clients decode the records in a list, and not those in a list of lists or beside nulls.
    if (items === undefined || typesOf(items).includes('array') || isNullable(items)) return schema;
    return keep(schema, { ...schema, items: hoist(items, wish) });
  };
  const inside = (schema: Schema, owner: string): Schema => {
    let result = schema;
    if (schema.properties) {
      const hoisted = Object.entries(schema.properties).map(([name, before]) => ({
        name,
        before,
        field: hoist(before, owner + pascalCase(name)),
      }));
      if (hoisted.some(({ before, field }) => field !== before))
        result = { ...result, properties: Object.fromEntries(hoisted.map(({ name, field }) => [name, field])) };
    }
    if (schema.allOf) {
      const parts = schema.allOf.map((before) => ({
        before,
        part: before.$ref === undefined ? inside(before, owner) : before,
      }));
      if (parts.some(({ before, part }) => part !== before))
        result = { ...result, allOf: parts.map(({ part }) => part) };
    }
    return result;
  };
  for (const [name, schema] of named) {
    schemas[name] = typesOf(schema).includes('array') ? hoistItem(schema, `${name}Item`) : inside(schema, name);
  }
  const paths = hoistResponses(description, (schema, wish) => {
    const pointer = `the response of ${wish}`;
    refuseLostDecoding(file, schema, pointer);
    return hoistResponse(schema, pascalCase(wish), hoist);
  });
  const isSame = paths === document.paths && Object.entries(schemas).every(([name, each]) => named.get(name) === each);
  return isSame
    ? description
    : { ...description, document: { ...document, paths, components: { ...document.components, schemas } } as Document };
}

/** A response is a record, or a list of records: an array, or an object with the array in `value`. */
function hoistResponse(schema: Schema, wish: string, hoist: (schema: Schema, wish: string) => Schema): Schema {
  for (const key of ['anyOf', 'oneOf'] as const) {
    const parts = schema[key]?.map((before) => ({ before, part: hoistResponse(before, wish, hoist) }));
    if (parts?.every(({ before, part }) => part === before)) return schema;
    if (parts) return { ...schema, [key]: parts.map(({ part }) => part) };
  }
  const value = schema.properties?.['value'];
  if (value && typesOf(value).includes('array') && Object.keys(schema.properties ?? {}).length === 1) {
    const hoisted = hoist(value, wish);
    return hoisted === value ? schema : { ...schema, properties: { value: hoisted } };
  }
  return hoist(schema, typesOf(schema).includes('array') ? wish : `${wish}Response`);
}

function hoistResponses(
  { document }: Description,
  hoist: (schema: Schema, operationId: string) => Schema,
): Document['paths'] {
  let changed = false;
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => {
    const operations = METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const successes = new Set(successBodies(document, operation).map(([status]) => status));
      const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
        if (!successes.has(status)) return [status, response] as const;
        const body = dereference<Body>(document, response);
        const json = jsonSchemaOf(body);
        if (json === undefined) return [status, response] as const;
        const schema = hoist(json.schema, operation.operationId ?? '');
        if (schema === json.schema) return [status, response] as const;
        changed = true;
        return [status, { ...body, content: { ...body.content, [json.type]: { schema } } }] as const;
      });
      return [[method, { ...operation, responses: Object.fromEntries(responses) }] as const];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }] as const;
  });
  return changed ? Object.fromEntries(paths) : document.paths;
}

function keep(before: Schema, after: Schema): Schema {
  return before.items === after.items ? before : after;
}
