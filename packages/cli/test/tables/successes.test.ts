import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import type { Tables } from '@syncline/openapi';
import { expect, test } from 'vitest';
import { repository, temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';
import { compile } from './compile.ts';

const json = (name: string) => ({
  description: 'Ok.',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const get = (operationId: string, more: object) => ({ get: { operationId, responses: { 200: json('Pet'), ...more } } });

const document = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: {
    '/maybe': get('maybe', { 204: { description: 'Nothing.' } }),
    '/later': get('later', { 202: json('Ticket') }),
  },
  components: {
    schemas: {
      Pet: { type: 'object', required: ['big'], properties: { big: { type: 'integer', format: 'int64' } } },
      Ticket: { type: 'object', required: ['ticket'], properties: { ticket: { type: 'string' } } },
    },
  },
};

test('of several success responses, the type and the result are those of the one that arrives', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'api.json'), JSON.stringify(document));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const args = ['--document', `api=${join(folder, 'api.json')}`, '--out', join(folder, 'sync')];
  expect(await runCommand('generate', ...args, '--import-extension', '.ts')).toMatchObject({ status: 0 });
  const use = `import type { ApiDecodedPaths } from './sync/index.ts';
type Data<Path extends keyof ApiDecodedPaths> = ApiDecodedPaths[Path]['get']['decoded'];
export const pets: Data<'/maybe'>[] = [{ big: 1n }, undefined];
export const either: Data<'/later'>[] = [{ big: 1 }, { ticket: 'a' }];
// @ts-expect-error a response has a body
export const none: Data<'/later'> = undefined;
`;
  expect(await compile(folder, use)).toBe('');
  const url = pathToFileURL(join(folder, 'sync/index.ts')).href;
  const { apiTables } = (await import(url)) as { apiTables: Tables<object> };
  const replies = [
    [200, '{"big":7}'],
    [204, null],
    [200, '{"big":7}'],
    [202, '{"ticket":"a"}'],
  ] as const;
  let sent = 0;
  const client = createODataClient({
    baseUrl: 'https://a.test',
    credential: basic({ username: 'ada', password: 'secret' }),
    tables: apiTables,
    fetch: async () => {
      const [status, body] = replies[sent++] ?? [500, null];
      return new Response(body, { status, headers: { 'content-type': 'application/json' } });
    },
  });
  const call = client.call as unknown as (id: string) => Promise<unknown>;
  expect([await call('maybe'), await call('maybe')]).toEqual([{ big: 7n }, undefined]);
  expect([await call('later'), await call('later')]).toEqual([{ big: 7 }, { ticket: 'a' }]);
});
