import { describe, expect, it, onTestFinished } from 'vitest';
import { operations } from '@syncline/openapi';
import { createSandbox, type ExampleParameters, type Sandbox } from '../src/index.ts';
import { problems } from './support/documents.ts';
import { headersFor, requestToken, runQuery, serviceAccountFields } from './support/sandbox.ts';

/**
 * Sends an operation with the sandbox's examples. If `wrong` is set, the credential is missing or the body is invalid.
 */
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

it('detects a response that the document does not describe', () => {
  expect(problems('getJob', 200, { JobName: 1 })).not.toEqual([]);
  expect(problems('listJobStatus', 200, [{ records_affected: '3' }])).not.toEqual([]);
  expect(problems('getJob', 404, { error: 'none' })).not.toEqual([]);
});
