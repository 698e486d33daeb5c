import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { operations } from '@syncline/openapi';

interface Media {
  content?: Record<string, { schema: object }>;
  $ref?: string;
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Media> }>>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);
const escape = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

const documents = Object.fromEntries(
  ['odata', 'v2', 'cloud'].map((name) => {
    const document = JSON.parse(
      readFileSync(new URL(`../../../openapi/documents/${name}.json`, import.meta.url), 'utf8'),
    ) as Document;
    ajv.addSchema(document, `${name}.json`);
    return [name, document];
  }),
);

/**
 * Validates a body against the document's response for this operation and status. Returns undefined if the document
 * describes no body.
 */
export function problems(id: keyof typeof operations, status: number, body: unknown): unknown {
  const { interface: name, method, path } = operations[id];
  const responses = documents[name]!.paths[path]![method.toLowerCase()]!.responses;
  const key = [String(status), `${String(status)[0]}XX`, 'default'].find((one) => one in responses)!;
  const pointer =
    responses[key]!.$ref?.slice(2) ?? ['paths', path, method.toLowerCase(), 'responses', key].map(escape).join('/');
  const found = pointer
    .split('/')
    .reduce<unknown>(
      (node, part) => (node as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      documents[name],
    ) as Media;
  if (found.content === undefined) return undefined;
  const validate = ajv.compile({
    $ref: `${name}.json#/${pointer.split('/').map(encodeURIComponent).join('/')}/content/application~1json/schema`,
  });
  return validate(body) ? [] : validate.errors;
}
