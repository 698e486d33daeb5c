import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { operations } from '@syncline/openapi';
import { createSandbox, type Sandbox } from '../../src/index.ts';
import { problems } from '../support/documents.ts';
import { basic } from '../support/sandbox.ts';

const redocly = fileURLToPath(new URL('../../../../node_modules/.bin/redocly', import.meta.url));

const workflow = fileURLToPath(new URL('../../arazzo/operations.arazzo.yaml', import.meta.url));

interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly request: { readonly method: string; readonly url: string };
      readonly response: { readonly status: number; readonly content: { readonly text: string } };
    }[];
  };
}

it('redocly respect runs every operation once, and every response fits the documents', async () => {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  const { urls } = await sandbox.listen();
  const folder = mkdtempSync(join(tmpdir(), 'arazzo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const har = join(folder, 'respect.har');
  const servers = [`odata=${urls.odata}`, `v2=${urls.v2}`, `cloud=${urls.cloud}`, `auth=${urls.auth}`];
  const { code, output } = await run([
    'respect',
    workflow,
    '--input',
    JSON.stringify(inputsOf(sandbox)),
    ...servers.flatMap((server) => ['--server', server]),
    '--severity',
    'SCHEMA_CHECK=off',
    '--har-output',
    har,
    '--verbose',
  ]);
  expect(code, output.slice(-1500)).toBe(0);
  const requested = sandbox.requests.map(({ operationId, status }) => `${operationId} ${status}`);
  expect(requested.sort(), output).toEqual(
    Object.keys(operations)
      .map((id) => `${id} 200`)
      .sort(),
  );
  const { entries } = (JSON.parse(readFileSync(har, 'utf8')) as Har).log;
  const ids = sandbox.requests.map(({ operationId }) => operationId as keyof typeof operations);
  expect(entries.map(({ request }) => new URL(request.url).pathname)).toEqual(sandbox.requests.map(({ path }) => path));
  entries.forEach(({ response }, index) =>
    expect(problems(ids[index]!, response.status, JSON.parse(response.content.text)), ids[index]).toEqual([]),
  );
});

it('redocly respect fails when a response is not what a step expects', async () => {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  sandbox.faults.next('listHistory', { body: 'empty' });
  const { urls } = await sandbox.listen();
  const servers = [`odata=${urls.odata}`, `v2=${urls.v2}`, `cloud=${urls.cloud}`, `auth=${urls.auth}`];
  const { code } = await run([
    'respect',
    workflow,
    '--input',
    JSON.stringify(inputsOf(sandbox)),
    ...servers.flatMap((server) => ['--server', server]),
    '--severity',
    'SCHEMA_CHECK=off',
  ]);
  expect(code).not.toBe(0);
  expect(sandbox.requests.some(({ fault }) => fault)).toBe(true);
});

function inputsOf({ credentials, examples }: Sandbox): object {
  return {
    apiKey: credentials.apiKey.value,
    basicAuthorization: basic(credentials.basic.username, credentials.basic.password).authorization,
    clientId: credentials.serviceAccount.clientId,
    clientSecret: credentials.serviceAccount.clientSecret,
    ...examples,
  };
}

function run(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(redocly, args, {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}
