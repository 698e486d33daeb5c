import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@syncline/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { envelopeOf, statusWords, unknownFields } from '../../src/doctor/shape.ts';
import { doctor } from '../support/commands.ts';
import { runCommand } from '../support/run-command.ts';

async function examine(
  extra: object,
  environment: (credentials: Record<string, Record<string, string>>) => Record<string, string>,
) {
  const sandbox = createSandbox({
    data: {
      history: [{ runstartdate: '2026-03-01T02:00:00Z', details: 'a secret detail', rows: 5 }],
      connectors: [{ connectorid: 'shop' }, { connectorid: 'books' }],
      workspaces: [{ id: 'w1', jobs: [{ id: '1', name: 'a' }] }],
      jobs: [{ JobId: '1', JobName: 'a' }],
      jobStatus: { 1: [{ history_id: '1', status: '7 of 13 Tasks Failed' }] },
    },
  });
  const { urls, credentials } = await sandbox.listen({ port: 0 });
  onTestFinished(() => sandbox.close());
  const out: string[] = [];
  const given = credentials as unknown as Record<string, Record<string, string>>;
  const status = await doctor(
    { odata: urls.odata, v2: urls.v2, ...extra },
    'text',
    (text) => out.push(text),
    environment(given),
  );
  return { status, out: out.join('\n'), credentials: given };
}

const user = ({ basic }: Record<string, Record<string, string>>) => ({
  SYNCLINE_USERNAME: basic?.['username'] ?? '',
  SYNCLINE_PASSWORD: basic?.['password'] ?? '',
});

test('a service is described by names and shapes, without a value or a secret', async () => {
  const { status, out, credentials } = await examine({}, user);
  expect(status).toBe(0);
  expect(out).toMatch(/^ +listHistory\n +0006 +status and content type +200, application\/json$/m);
  expect(out).toMatch(/^ +listHistory\n(.*\n)? +0005 +envelope +(array|object with .*value)/m);
  expect(out).toMatch(/^ +0012 +fields beyond HistoryRecord +.*\brows number\b/m);
  expect(out).toMatch(/^ +listJobStatus\n +0009 +status words of 1 jobs +# of # Tasks Failed$/m);
  expect(out).not.toContain('secret detail');
  expect(out).not.toContain(credentials['basic']?.['password']);
});

test('header names are tried, and the findings differ', async () => {
  const { out } = await examine(
    { header: ['x-acme-authtoken', 'x-other-authtoken'], v2: undefined },
    (credentials) => ({ ...user(credentials), SYNCLINE_API_KEY: credentials['apiKey']?.['value'] ?? '' }),
  );
  expect(out).toMatch(/^ +0001 +header x-acme-authtoken +works$/m);
  expect(out).toMatch(/^ +0001 +header x-other-authtoken +refused \(401\)$/m);
});

test('a wrong password is a finding, and no envelope is reported', async () => {
  const { status, out } = await examine({ v2: undefined }, (credentials) => ({
    ...user(credentials),
    SYNCLINE_PASSWORD: 'wrong',
  }));
  expect(status).toBe(1);
  expect(out).toMatch(/GET \/connectors +The service refuses the credential \(401\)/);
  expect(out).not.toContain('envelope');
});

test('without a service, or without a credential: exit 2', async () => {
  expect(await runCommand('doctor')).toMatchObject({
    status: 2,
    err: expect.stringContaining('--odata or --v2 must name a service') as string,
  });
  expect(await runCommand('doctor', '--config', '/nowhere/syncline.yaml')).toMatchObject({
    status: 2,
    err: expect.stringContaining('because there is no configuration /nowhere/syncline.yaml') as string,
  });
  await expect(doctor({ odata: 'https://a.invalid' }, 'text', () => undefined, {})).rejects.toMatchObject({
    message: expect.stringMatching(/SYNCLINE_USERNAME|SYNCLINE_/) as string,
  });
});

test('without addresses, it examines the interfaces of the configuration with its credentials', async () => {
  const sandbox = createSandbox({ data: { connectors: [{ connectorid: 'a' }] } });
  const { urls, credentials, close } = await sandbox.listen();
  const folder = mkdtempSync(join(tmpdir(), 'syncline-doctor-'));
  const file = join(folder, 'syncline.yaml');
  const apiKeyHeader = { name: credentials.apiKey.headerName, value: { env: 'DOCTOR_KEY' } };
  const odata = { url: urls.odata, credential: { apiKeyHeader } };
  writeFileSync(file, JSON.stringify({ environments: { production: { odata } } }));
  vi.stubEnv('DOCTOR_KEY', credentials.apiKey.value);
  const ran = await runCommand('doctor', '--config', file);
  vi.unstubAllEnvs();
  await close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
  expect(ran).toMatchObject({ err: '', out: expect.stringMatching(/✓ GET \/connectors +200/) as string });
});

test.each([
  [[], 'array'],
  [{ value: [], '@odata.context': 'x' }, 'object with @odata.context, value'],
  ['x', 'string'],
])('the envelope of %j is %s', (body, told) => {
  expect(envelopeOf(body)).toBe(told);
});

test('unknown fields are reported with their types, status words without numbers', () => {
  expect(
    unknownFields('ConnectorRecord', [
      { y: [], connectorid: 'a', x: null, '@odata.id': 'a' },
      { x: 1, a: {} },
      { x: 'text' },
    ]),
  ).toEqual([
    { name: 'a', types: ['object'] },
    { name: 'x', types: ['number', 'string', 'null'] },
    { name: 'y', types: ['array'] },
  ]);
  expect(
    statusWords([
      { status: 'Success' },
      { status: '7 of 13 Tasks Failed' },
      { status: '8 of 9 Tasks Failed' },
      { status: `A\tvery ${'long '.repeat(20)}text` },
      { status: 5 },
      {},
    ]),
  ).toEqual(['# of # Tasks Failed', `A very ${'long '.repeat(20)}`.slice(0, 80), 'Success']);
});
