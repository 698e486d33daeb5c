import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
// The schema is written for draft 4, but uses none of the keywords that later drafts changed.
const { $schema: _, id: _id, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
(addFormats as unknown as (instance: Ajv) => void)(ajv);
const validate = ajv.compile(schema);

/** The errors that the schema of SARIF 2.1.0 finds in a log once it is serialized. A valid log has none. */
export function sarifErrors(log: unknown): readonly string[] {
  validate(JSON.parse(JSON.stringify(log)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
