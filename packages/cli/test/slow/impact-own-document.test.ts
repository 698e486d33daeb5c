import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { consumerProject } from '../support/consumer-project.ts';
import { runCommand } from '../support/run-command.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A document of another service. The kinds and the sizes are enumerations of a request. */
const petsOf = (kinds: readonly string[], sizes: readonly string[], isTraced: boolean): object => ({
  openapi: '3.1.0',
  info: { title: 'pets', version: '1' },
  servers: [{ url: 'https://pets.invalid' }],
  paths: {
    '/pets': {
      post: {
        operationId: 'sendPet',
        security: [],
        parameters: [
          { name: 'size', in: 'query', schema: { type: 'string', enum: sizes } },
          { name: 'X-Trace', in: 'header', required: isTraced, schema: { type: 'string' } },
        ],
        requestBody: { required: true, ...json(ref('NewPet')) },
        responses: { 200: { description: 'The pet.', ...json(ref('Pet')) } },
      },
    },
  },
  components: {
    schemas: {
      NewPet: { type: 'object', properties: { kind: { type: 'string', enum: kinds }, home: ref('Home') } },
      Home: { type: 'object', properties: { size: { type: 'string', enum: sizes } } },
      Pet: { type: 'object', properties: { kind: { type: 'string', enum: kinds } } },
    },
  },
});

const CODE = `import type { V2Client } from '@syncline/client';
import type { NewPet, V2DecodedPaths } from './generated/index.ts';
declare const client: V2Client<V2DecodedPaths>;
declare const headers: { 'X-Trace': string };
export const dog = await client.call('sendPet', { body: { kind: 'dog' }, headers });
export const cat = await client.call('sendPet', { body: { kind: 'cat' }, query: { size: 's' }, headers });
export const large = await client.call('sendPet', { body: {}, query: { size: 'l' }, headers });
export const nested = await client.call('sendPet', { body: { home: { size: 'l' } }, headers });
export const silent = await client.call('sendPet', { body: {} });
export const make = (kind: string): NewPet => ({ kind });
export const given = (body: NewPet) => client.call('sendPet', { body, headers });
`;

test('the changes of an own document mark the lines that send what is no longer accepted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await consumerProject({ 'use.ts': CODE }, folder);
  const [before, after] = [join(folder, 'v2.json'), join(folder, 'new.json')];
  writeFileSync(before, JSON.stringify(petsOf(['cat', 'dog'], ['s', 'l'], false)));
  writeFileSync(after, JSON.stringify(petsOf(['cat'], ['s'], true)));
  await runCommand('generate', '--document', `v2=${before}`, '--out', join(folder, 'generated'));
  const { out } = await runCommand('impact', folder, '--old', before, '--new', after, '--json');
  const { impact, notExamined } = JSON.parse(out) as {
    impact: readonly { line: number; bump: string; message: string }[];
    notExamined: readonly { line: number; reason: string }[];
  };
  const nameOf = (line: number): string => /const (\w+)/.exec(CODE.split('\n')[line - 1] ?? '')?.[1] ?? '';
  expect(impact.map(({ line, bump, message }) => `${nameOf(line)} ${bump} ${message}`)).toEqual([
    'dog major `NewPet.kind` lost the value "dog".',
    'large major The query parameter `size` lost the value "l".',
    'nested major `Home.size` lost the value "l".',
    'silent major The header parameter `X-Trace` became required.',
  ]);
  expect(notExamined.map(({ line, reason }) => `${nameOf(line)} ${reason}`)).toEqual([
    'make the code does not show the value of NewPet.kind',
    'given the code does not show which NewPet.kind this call sends',
  ]);
});

const CLIENTS = `import { apiKeyQuery, basic, bearer } from '@syncline/auth';
import { createODataClient, createV2Client } from '@syncline/client';
import { petsTables as tables } from './generated/index.ts';
const baseUrl = 'https://a.invalid';
export const without = createV2Client({ baseUrl, tables } as never);
export const shown = createODataClient({ baseUrl, tables, credential: basic({ username: 'a', password: 'b' }) });
export const key = createODataClient({ baseUrl, tables, credential: apiKeyQuery({ name: 'k', value: 'b' }) });
export const token = createODataClient({ baseUrl, tables, credential: bearer('a') });
export const other = createV2Client({ baseUrl, credential: basic({ username: 'a', password: 'b' }) });
export const sent = await shown.call('sendPet', { body: {} });
`;

test('a credential that an own document requires names the clients with tables of their own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await consumerProject({ 'use.ts': CLIENTS }, folder);
  const [before, after] = [join(folder, 'pets.json'), join(folder, 'new.json')];
  const pets = JSON.parse(JSON.stringify(petsOf(['cat'], ['s'], false))) as {
    paths: { '/pets': { post: { security: object[] } } };
    components: { securitySchemes?: object };
  };
  writeFileSync(before, JSON.stringify(pets));
  pets.paths['/pets'].post.security = [{ key: [] }, { jwt: [] }];
  pets.components.securitySchemes = {
    key: { type: 'apiKey', in: 'query', name: 'key' },
    jwt: { type: 'http', scheme: 'Bearer' },
  };
  writeFileSync(after, JSON.stringify(pets));
  await runCommand('generate', '--document', `pets=${before}`, '--out', join(folder, 'generated'));
  const { out } = await runCommand('impact', folder, '--old', before, '--new', after, '--json');
  const { impact, notExamined } = JSON.parse(out) as {
    impact: readonly { line: number; message: string }[];
    notExamined: readonly { line: number; reason: string }[];
  };
  const nameOf = (line: number): string => /const (\w+)/.exec(CLIENTS.split('\n')[line - 1] ?? '')?.[1] ?? '';
  expect(impact.map(({ line, message }) => `${nameOf(line)} ${message}`)).toEqual([
    'without A credential is now required: `key`, or `jwt`.',
    'shown A credential is now required: `key`, or `jwt`.',
  ]);
  expect(notExamined.map(({ line, reason }) => `${nameOf(line)} ${reason}`)).toEqual([
    'key the code does not show whether the service accepts this credential',
  ]);
});
