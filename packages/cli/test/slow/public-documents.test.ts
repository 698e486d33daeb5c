import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';
import { compile } from '../tables/compile.ts';

/**
 * Public OpenAPI documents, which are not part of this repository. The folder must contain them under the file names
 * below. Each test calls an operation with types, and the data must have the given type.
 */
const DOCUMENTS: readonly (readonly [file: string, call: string, data: string, wrong: string])[] = [
  // OAI/OpenAPI-Specification, _archive_/schemas/v3.0/pass
  [
    'petstore.yaml',
    "'listPets', { query: { limit: 5 } }",
    'readonly { id: bigint; name: string }[]',
    "'listPets', { query: { limit: 'a' } }",
  ],
  [
    'petstore-expanded.yaml',
    "'find pet by id', { path: { id: 1 } }",
    '{ id: bigint; name: string }',
    "'find pet by id'",
  ],
  ['uspto.yaml', "'list-data-sets'", '{ total?: number }', "'list-data-set'"],
  // OAI/learn.openapis.org, examples/v3.1
  ['tictactoe.yaml', "'get-board'", '{ winner?: string }', "'get-boards'"],
  // swagger-api/swagger-petstore, src/main/resources/openapi.yaml
  [
    'swagger-petstore.yaml',
    "'getPetById', { path: { petId: 1 } }",
    '{ id?: bigint; name: string }',
    "'getPetById', { path: {} }",
  ],
  // airbytehq/airbyte-platform, airbyte-api/server-api/src/main/openapi: config.yaml and api_sdk.yaml
  [
    'airbyte-config.yaml',
    "'getWorkspace', { body: { workspaceId: 'a' } }",
    '{ name: string }',
    "'getWorkspace', { body: {} }",
  ],
  ['airbyte-sdk.yaml', "'getJob', { path: { jobId: 1 } }", '{ jobId: bigint }', "'getJob', { path: { id: 1 } }"],
  // openapi-ts/openapi-typescript, packages/openapi-typescript/examples
  [
    'github-enterprise-diff.json',
    "'enterprise-admin/list-global-webhooks', { query: { per_page: 5 } }",
    'readonly { id?: number }[]',
    "'enterprise-admin/list-global-webhooks', { query: { per_page: 'a' } }",
  ],
  [
    'digital-ocean-api/DigitalOcean-public.v2.yaml',
    "'oneClicks_list'",
    '{ "1_clicks"?: readonly { slug: string }[] }',
    "'one_clicks_list'",
  ],
];

const folder = resolve(process.env.OPENAPI_DOCUMENTS ?? join(repository, '../shared/conformance/openapi'));
const isThere = existsSync(folder) && readdirSync(folder).length > 0;
if (!isThere) console.warn(`skipped: public documents: ${folder} is not there. Name their folder in OPENAPI_DOCUMENTS`);

let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'syncline-public-'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  await symlink(join(repository, 'node_modules'), join(project, 'node_modules'));
});
afterAll(() => rm(project, { recursive: true }));

test.skipIf(!isThere).each(DOCUMENTS)(
  '%s is generated, compiles, and its operations are called with types',
  async (file, call, data, wrong) => {
    const name = file.replaceAll(/\W/g, '-');
    const { status, err } = await runCommand(
      'generate',
      '--document',
      `api=${join(folder, file)}`,
      '--out',
      join(project, name),
      '--import-extension',
      '.ts',
    );
    expect(err).toMatch(
      /^\d+ warnings of style: [^\n]*(\nint64 values are not decoded, [^\n]*)?(\ncall cannot send [^\n]*)*$/,
    );
    expect(status).toBe(0);
    const use = `import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { apiTables } from './${name}/index.ts';
const client = createODataClient({ baseUrl: 'https://a.test', credential: basic({ username: 'a', password: 'b' }), tables: apiTables });
type IsAny<T> = 0 extends 1 & T ? true : false;
export const read = async () => {
  const result = await client.call(${call});
  false satisfies IsAny<typeof result>;
  const data: ${data} = result;
  return data;
};
// @ts-expect-error the operation has no such name or parameter
export const wrong = client.call(${wrong});
`;
    expect(await compile(project, use)).toBe('');
  },
);
