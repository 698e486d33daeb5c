import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of OpenLineage's official schemas (spec/OpenLineage.json and the facets that we write, of the versions that we name). */
const folder =
  process.env['OPENLINEAGE_SCHEMAS'] ??
  fileURLToPath(new URL('../../../../../shared/conformance/openlineage', import.meta.url));

/** Why there is no schema to check with; undefined if there is one. */
export const noSchema = existsSync(folder)
  ? undefined
  : "OpenLineage's schemas are not next to the checkout (shared/conformance/openlineage, or OPENLINEAGE_SCHEMAS)";

/** What the official schemas find wrong in an event as it is sent, facets included. A valid event has none. */
export function createSchemaCheck(): (event: unknown) => readonly string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')))
    ajv.addSchema(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as object);
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
