import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readdirSync, readFileSync } from 'node:fs';

/** OpenLineage's official schemas, and those of the facets that we write, in the versions that we use. */
const folder = new URL('../openlineage/schemas/', import.meta.url);

/**
 * Returns a function that lists the errors that the official schemas find in an event as it is sent, including facets.
 * A valid event has none.
 */
export function createSchemaCheck(): (event: unknown) => readonly string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')))
    ajv.addSchema(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object);
  const errorsBy = (schema: string, value: unknown): string[] => {
    const validate = ajv.getSchema(schema);
    if (validate === undefined) return [`there is no schema ${schema}`];
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${schema}: ${instancePath} ${message}`);
  };
  return (event) => {
    const sent = JSON.parse(JSON.stringify(event)) as { schemaURL: string };
    const errors = errorsBy(sent.schemaURL, sent);
    JSON.stringify(sent, (_key, value: unknown) => {
      if (typeof value === 'object' && value !== null && '_schemaURL' in value)
        errors.push(...errorsBy(String(value['_schemaURL']), value));
      return value;
    });
    return errors;
  };
}
