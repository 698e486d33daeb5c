import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operations } from '@syncline/openapi';
import { createSandbox, type ExampleParameters, type Sandbox } from '../src/index.ts';
import { headersFor, requestToken, runQuery, serviceAccountFields } from './support/sandbox.ts';

interface Media {
  content?: Record<string, { schema: object }>;
  $ref?: string;
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Media> }>>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);
const documents = Object.fromEntries(
  ['odata', 'v2', 'cloud'].map((name) => {
    const document = JSON.parse(
      readFileSync(new URL(`../../openapi/documents/${name}.json`, import.meta.url), 'utf8'),
    ) as Document;
    ajv.addSchema(document, `${name}.json`);
    return [name, document];
  }),
);

/**
 * Validates a body against the response in the document for this operation and status. Returns undefined if there is
 * none.
 */
function problems(id: keyof typeof operations, status: number, body: unknown): unknown {
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

const escape = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** Sends an operation with the sandbox's examples, or with a mistake: without a credential, or with a wrong body. */
function send(sandbox: Sandbox, id: keyof typeof operations, wrong: boolean): Promise<Response> {
  if (id === 'runQuery') return runQuery(sandbox, wrong ? 'nonsense' : 'SELECT * FROM jobs');
  if (id === 'createToken') return requestToken(sandbox, wrong ? {} : serviceAccountFields(sandbox));
  const { interface: name, path } = operations[id];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: keyof ExampleParameters) =>
    encodeURIComponent(sandbox.examples[parameter].replaceAll("'", "''")),
  );
  const query = id === 'listHistory' ? '?$orderby=runstartdate%20desc' : '';
  return sandbox.fetch(sandbox.urls[name] + filled + query, { headers: wrong ? {} : headersFor(sandbox, name) });
}

describe.each(Object.keys(operations) as (keyof typeof operations)[])('%s', (id) => {
  it.each([false, true])('returns what the document describes (with a mistake: %s)', async (wrong) => {
    const sandbox = createSandbox();
    onTestFinished(() => sandbox.close());
    const response = await send(sandbox, id, wrong);
    expect(response.status).toBe(wrong ? (id === 'runQuery' || id === 'createToken' ? 400 : 401) : 200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const body: unknown = await response.json();
    const shown = !wrong || (id !== 'runQuery' && id !== 'createToken');
    expect(problems(id, response.status, body)).toEqual(shown ? [] : undefined);
    expect(sandbox.requests.at(-1)).toMatchObject({ operationId: id, status: response.status });
  });
});

it('finds an answer that the document does not describe', () => {
  expect(problems('getJob', 200, { JobName: 1 })).not.toEqual([]);
  expect(problems('listJobStatus', 200, [{ records_affected: '3' }])).not.toEqual([]);
  expect(problems('getJob', 404, { error: 'none' })).not.toEqual([]);
});
