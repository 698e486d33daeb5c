import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Description, GenerateError, generateFiles, loadConsumer, loadProject } from '../../src/index.ts';
import { descriptionCopy, temporaryFolder } from '../support/description-copy.ts';

const broken: readonly [title: string, file: string, from: string | RegExp, to: string, says: RegExp][] = [
  [
    'YAML that does not parse',
    'odata.yaml',
    'info:',
    'info: [',
    /odata\.yaml:\d+ .*(flow|bad indentation|unexpected|missed|end of)/i,
  ],
  [
    'a schema file with YAML that does not parse',
    'schemas/Job.yaml',
    'required: [JobName]',
    'required: [JobName',
    /Job\.yaml:\d+ /,
  ],
  [
    'a reference to nothing',
    'v2.yaml',
    './schemas/Workspace.yaml',
    './schemas/Absent.yaml',
    /v2\.yaml:\d+ Can't resolve \$ref/,
  ],
  [
    'a property OpenAPI does not know',
    'cloud.yaml',
    'operationId: runQuery',
    'operationID: runQuery',
    /cloud\.yaml:\d+ .*(operationID|operationId)/,
  ],
  [
    'one operationId twice',
    'odata.yaml',
    'operationId: listConnectors',
    'operationId: listHistory',
    /odata\.yaml:\d+ .*unique/,
  ],
  [
    'an example that its schema refuses',
    'odata.yaml',
    'RowVersion: 41',
    'RowVersion: forty-one',
    /odata\.yaml:\d+ .*RowVersion.*integer/,
  ],
  [
    'a field without a section',
    'schemas/Job.yaml',
    ", x-source: '2.1',",
    ',',
    /Job\.yaml:\d+ The field JobId has no x-source/,
  ],
  [
    'a schema without a section',
    'schemas/Job.yaml',
    "\nx-source: '2.1'",
    '',
    /Job\.yaml:\d+ The schema has no x-source/,
  ],
  [
    'a section that is no section',
    'schemas/Job.yaml',
    "x-source: '2.1'",
    'x-source: 2.1',
    /Job\.yaml:\d+ x-source must be a section number in quotes/,
  ],
  [
    'an operation without a section',
    'cloud.yaml',
    "      x-source: '4'\n",
    '',
    /cloud\.yaml:\d+ The operation has no x-source/,
  ],
  [
    'an operation without a call',
    'cloud.yaml',
    '      x-call: cloud.query\n',
    '',
    /cloud\.yaml:\d+ The operation has no x-call/,
  ],
  [
    'a call that no client can have',
    'cloud.yaml',
    'x-call: cloud.query',
    'x-call: mobile.query',
    /cloud\.yaml:\d+ x-call has "mobile.query": write a client's method/,
  ],
  [
    'a call of two operations',
    'v2.yaml',
    'x-call: v2.workspaces.list',
    'x-call: v2.jobs.watchStatus',
    /v2\.yaml:\d+ x-call has v2.jobs.watchStatus, which another/,
  ],
  ['an empty list of calls', 'odata.yaml', 'x-call: odata.jobs.get', 'x-call: []', /odata\.yaml:\d+ x-call is empty/],
  [
    'a field without a meaning',
    'schemas/QueryRequest.yaml',
    'description: Text of the query.',
    "description: ''",
    /QueryRequest\.yaml:\d+ The field query has no description/,
  ],
  [
    'decoding of what is no string',
    'schemas/Job.yaml',
    'type: boolean, default: false,',
    'type: boolean, default: false, x-decode: boolean,',
    /Job\.yaml:\d+ x-decode decodes a string/,
  ],
  [
    'an unknown decoding',
    'schemas/Job.yaml',
    'x-decode: integer',
    'x-decode: number',
    /Job\.yaml:\d+ x-decode must be boolean or integer/,
  ],
  [
    'a default that cannot be decoded',
    'schemas/Job.yaml',
    "default: '180'",
    "default: 'often'",
    /Job\.yaml:\d+ "often" cannot be decoded as integer/,
  ],
  [
    'an open question without a number',
    'v2.yaml',
    "x-open-question: '0002'",
    'x-open-question: key',
    /v2\.yaml:\d+ x-open-question must name a decision record/,
  ],
  [
    'a misspelt extension',
    'schemas/Job.yaml',
    'x-decode: integer',
    'x-decoded: integer',
    /Job\.yaml:\d+ x-decoded is not an extension that/,
  ],
  [
    'a file that is not an OpenAPI document',
    'v2.yaml',
    'openapi: 3.1.0',
    'asyncapi: 3.0.0',
    /v2\.yaml:1 is not an OpenAPI 3 document/,
  ],
];

test.each(broken)('%s fails with file, line and reason', async (_title, file, from, to, says) => {
  const folder = await descriptionCopy(file, from, to);
  const failure = await loadProject(join(folder, 'redocly.yaml')).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(GenerateError);
  expect(failure).toMatchObject({ code: 'GENERATE_FAILED', message: expect.stringMatching(says) as string });
});

test('the message names a missing document', async () => {
  const folder = await descriptionCopy('redocly.yaml', './v2.yaml', './v3.yaml');
  await expect(loadProject(join(folder, 'redocly.yaml'))).rejects.toThrow(/v3\.yaml cannot be read/);
});

test('a configuration that lists no documents is refused', async () => {
  const folder = await descriptionCopy('redocly.yaml', /apis:[^]*/, '');
  await expect(loadProject(join(folder, 'redocly.yaml'))).rejects.toThrow('lists no documents');
});

/** A document with a chain of records, each of which contains the next. Its only path returns the first. */
async function chain(length: number, last: object): Promise<string> {
  const record = (index: number) => ({ $ref: `#/components/schemas/Link${index}` });
  const schemas: Record<string, object> = { [`Link${length}`]: last };
  for (let index = 0; index < length; index += 1)
    schemas[`Link${index}`] = { type: 'object', properties: { next: record(index + 1) } };
  const content = { 'application/json': { schema: record(0) } };
  const paths = {
    '/links': { get: { operationId: 'listLinks', responses: { 200: { description: 'Ok.', content } } } },
  };
  const file = join(await temporaryFolder(), 'row.json');
  await writeFile(
    file,
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Row', version: '1' }, paths, components: { schemas } }),
  );
  return file;
}

test('a chain of references that overflows the usual stack is read to its end, and its problem has a place', async () => {
  const file = await chain(1000, { $ref: '#/components/schemas/Nowhere' });
  const failure = await loadConsumer({ documents: [`row=${file}`], overlays: [] }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(GenerateError);
  const { file: place, ...problem } = (failure as GenerateError).problems[0] ?? { file: '' };
  expect(place).toMatch(/row\.json$/);
  const reason =
    "Can't resolve $ref #/components/schemas/Link1000: it leads to nothing. Fix the reference, or describe its target (no-unresolved-refs)";
  expect(problem).toEqual({ line: 1, reason, rule: 'no-unresolved-refs' });
});

test('schemas that are nested too deeply to print are refused, without a stack trace', () => {
  let schema: object = { type: 'string' };
  for (let depth = 0; depth < 50_000; depth += 1) schema = { type: 'object', properties: { inner: schema } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Deep', version: '1' },
    paths: {},
    components: { schemas: { schema } },
  };
  const generate = () => generateFiles([{ name: 'deep', file: 'deep.yaml', document } as unknown as Description]);
  expect(generate).toThrow(GenerateError);
  expect(generate).toThrow('deep.yaml its schemas are nested too deeply');
});
