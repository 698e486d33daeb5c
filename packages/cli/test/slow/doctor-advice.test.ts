import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSandbox } from '@syncline/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { clientCode, overlayFor } from '../../src/doctor/advice.ts';
import type { Fit } from '../../src/doctor/diagnose.ts';
import { repository, temporaryFolder } from '../support/description-copy.ts';
import { CONSUMER_OPTIONS } from '../support/consumer-project.ts';
import { runCommand } from '../support/run-command.ts';
import { apiKey, runDoctor } from '../doctor/run-doctor.ts';
import { http } from '../doctor/servers.ts';

const records = [
  { connectorid: 'a', rows: 5, 'Label#2': 'x', on: true, tags: ['a'], gone: null, both: 'x', deep: { a: 1 } },
  { connectorid: 'b', rows: 6, both: null },
];

/** A service with fields that are not in the documents. It expects its key in its own header and splits collections. */
const ours = (): Promise<string> =>
  http((request, response) => {
    const query = decodeURIComponent(request.url ?? '');
    const [, wanted] = /connectorid eq '(.*)'/.exec(query) ?? [];
    const rows = records.filter(({ connectorid }) => wanted === undefined || connectorid === wanted);
    if (query.includes('desc')) rows.reverse();
    response
      .writeHead(request.headers['x-ours'] === apiKey.SYNCLINE_API_KEY ? 200 : 401, {
        'content-type': 'application/json',
      })
      .end(JSON.stringify({ value: rows, '@odata.nextLink': 'next' }));
  });

test('the printed client and overlay fit the service, without the key', async () => {
  const ran = await runDoctor({ odata: await ours(), header: ['x-ours'] }, apiKey);
  const [{ code = null, overlay = null } = {}] = ran.json.interfaces;
  expect(code).toContain("name: 'x-ours',\n    value: () => process.env.SYNCLINE_API_KEY ?? '',");
  expect(code).toContain("pages: 'follow'");
  expect(ran.text).not.toContain(apiKey.SYNCLINE_API_KEY);
  expect(ran.text).toContain('An overlay that fits the OData interface');
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'ours.yaml'), overlay ?? '');
  const document = `odata=${join(repository, 'packages/openapi/documents/odata.json')}`;
  const args = ['--document', document, '--overlay', join(folder, 'ours.yaml'), '--out', join(folder, 'sync')];
  expect(await runCommand('generate', ...args)).toMatchObject({ status: 0, err: '' });
  const read = async (name: string) => readFile(join(folder, 'sync', name), 'utf8');
  const types = await read('odata.gen.ts');
  for (const property of ['rows?: number', '"Label#2"?: string', 'on?: boolean', 'both?: string | null'])
    expect(types).toContain(property);
  expect(await read('security-schemes.gen.ts')).toContain('x-ours');
});

test('every kind of printed client compiles', async () => {
  const folder = await temporaryFolder();
  const fit: Fit = { baseUrl: 'https://a.example.com', header: null, hasNextLink: false, queryOptions: [], more: [] };
  const direct = { ca: null, proxy: null };
  const company = { shown: 'http://proxy.example.com:3128', source: 'HTTPS_PROXY', hasPassword: false };
  const refused = { option: '$filter', treatment: 'refused', evidence: '' } as const;
  const kinds = {
    plain: clientCode('odata', fit, { route: direct, allowInsecureHttp: false }),
    all: clientCode(
      'odata',
      { ...fit, header: 'x-a', hasNextLink: true, queryOptions: [refused] },
      { route: { ca: "it's.pem", proxy: company }, allowInsecureHttp: true },
    ),
    secret: clientCode(
      'v2',
      { ...fit, header: 'x-a' },
      { route: { ca: null, proxy: { ...company, hasPassword: true } }, allowInsecureHttp: false },
    ),
  };
  expect(kinds.all).toContain('// $filter is refused here');
  expect(kinds.secret).toContain('proxy: process.env.HTTPS_PROXY');
  for (const [name, code] of Object.entries(kinds)) await writeFile(join(folder, `${name}.ts`), code);
  const compilerOptions = { ...CONSUMER_OPTIONS, exactOptionalPropertyTypes: true, types: ['node'] };
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const tsc = join(repository, 'node_modules/.bin/tsc');
  const said = await promisify(execFile)(tsc, ['-p', folder]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
  expect(said).toBe('');
});

test('a service that matches the documents needs no overlay', () => {
  const more = [{ record: 'HistoryRecord', fields: [] }] as const;
  expect(
    overlayFor('odata', { baseUrl: 'https://a.b', header: null, hasNextLink: false, queryOptions: [], more }),
  ).toBe(null);
});

test('the v2 token: the name that works is in the client and the overlay', async () => {
  const sandbox = createSandbox({ v2: { keyHeader: 'x-special' } });
  const { urls, credentials } = await sandbox.listen({ port: 0 });
  onTestFinished(() => sandbox.close());
  const { userToken } = credentials as unknown as Record<string, Record<string, string>>;
  const environment = { SYNCLINE_USER_TOKEN: userToken?.['value'], SYNCLINE_USER_TOKEN_HEADER: 'x-wrong' };
  const ran = await runDoctor({ v2: urls.v2, header: ['x-special'] }, environment);
  expect(ran.status).toBe(1);
  expect(ran.text).toContain('The header x-special works.');
  const [{ code = null, overlay = null } = {}] = ran.json.interfaces;
  expect(code).toContain("name: 'x-special'");
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'ours.yaml'), overlay ?? '');
  const document = `v2=${join(repository, 'packages/openapi/documents/v2.json')}`;
  const args = ['--document', document, '--overlay', join(folder, 'ours.yaml'), '--out', join(folder, 'sync')];
  expect(await runCommand('generate', ...args)).toMatchObject({ status: 0, err: '' });
  expect(await readFile(join(folder, 'sync/security-schemes.gen.ts'), 'utf8')).toContain('x-special');
});
