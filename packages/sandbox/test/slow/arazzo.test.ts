import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { operations } from '@syncline/openapi';
import { createSandbox } from '../../src/index.ts';
import { basic } from '../support/sandbox.ts';

const redocly = fileURLToPath(new URL('../../../../node_modules/.bin/redocly', import.meta.url));

/**
 * Copies the workflow and its documents; respect knows no status range (it takes `2XX` for the error that `default`
 * describes) and no server of a path (so the token endpoint gets a document of its own).
 */
function copyWorkflow(): string {
  const folder = mkdtempSync(join(tmpdir(), 'arazzo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['odata', 'v2', 'cloud']) {
    const text = readFileSync(new URL(`../../../openapi/documents/${name}.json`, import.meta.url), 'utf8');
    writeFileSync(join(folder, `${name}.json`), text.replaceAll('"2XX"', '"200"'));
  }
  const { paths, ...cloud } = JSON.parse(readFileSync(join(folder, 'cloud.json'), 'utf8')) as {
    paths: Record<string, { servers?: unknown }>;
  };
  delete paths['/oauth/token']?.servers;
  writeFileSync(
    join(folder, 'auth.json'),
    JSON.stringify({ ...cloud, paths: { '/oauth/token': paths['/oauth/token'] } }),
  );
  const workflow = readFileSync(new URL('../../arazzo/operations.arazzo.yaml', import.meta.url), 'utf8');
  writeFileSync(join(folder, 'operations.arazzo.yaml'), workflow.replaceAll('../../openapi/documents/', './'));
  return join(folder, 'operations.arazzo.yaml');
}

it('redocly respect runs every operation once, and every response fits the documents', async () => {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  const { urls, credentials } = await sandbox.listen();
  const inputs = {
    apiKey: credentials.apiKey.value,
    basicAuthorization: basic(credentials.basic.username, credentials.basic.password).authorization,
    clientId: credentials.serviceAccount.clientId,
    clientSecret: credentials.serviceAccount.clientSecret,
    ...sandbox.examples,
  };
  const servers = [`odata=${urls.odata}`, `v2=${urls.v2}`, `cloud=${urls.cloud}`, `auth=${urls.auth}`];
  const { code, output } = await run([
    'respect',
    copyWorkflow(),
    '--input',
    JSON.stringify(inputs),
    ...servers.flatMap((server) => ['--server', server]),
    '--verbose',
  ]);
  expect(code, output.slice(-1500)).toBe(0);
  const requested = sandbox.requests.map(({ operationId, status }) => `${operationId} ${status}`);
  expect(requested.sort(), output).toEqual(
    Object.keys(operations)
      .map((id) => `${id} 200`)
      .sort(),
  );
});

function run(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(redocly, args, {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}
