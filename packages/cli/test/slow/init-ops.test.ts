import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@syncline/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { TypedShell } from '../support/shells.ts';

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));

test('from an address to an answer, at a terminal', async () => {
  const sandbox = createSandbox({ scale: { jobs: 36, history: 1_500 } });
  const { urls } = await sandbox.listen();
  const folder = mkdtempSync(join(tmpdir(), 'syncline-init-ops-'));
  const shell = new TypedShell(folder, 'bash --norc');
  onTestFinished(async () => {
    await shell.close();
    rmSync(folder, { recursive: true });
    await sandbox.close();
  });
  const { username, password } = sandbox.credentials.basic;
  writeFileSync(join(folder, 'variables'), `export SYNCLINE_USERNAME='${username}' SYNCLINE_PASSWORD='${password}'\n`);
  const syncline = `'${process.execPath}' --conditions=@syncline/source '${bin}'`;
  await shell.type('. ./variables; echo rea""dy\n', 'ready');
  const asked = await shell.type(`${syncline} init --ops --odata ${urls.odata} --v2 ${urls.v2}\n`, '[Y/n]');
  expect(asked).toMatch(/historyid .*key/);
  const answered = await shell.type('\n', 'Next: read the comments');
  expect(answered).toContain('Wrote syncline.yaml.');
  expect(answered).toMatch(/of \d+ jobs|All \d+ jobs/);
  expect(readFileSync(join(folder, 'syncline.yaml'), 'utf8')).toContain('env: SYNCLINE_PASSWORD');
}, 120_000);
