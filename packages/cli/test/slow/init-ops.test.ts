import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@syncline/sandbox';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { PUBLISHED } from '../../../../scripts/ship/packages.ts';
import { buildStage, stageWorkspace } from '../../../../scripts/ship/stage.ts';
import { pack } from '../../../../scripts/ship/tarball.ts';
import { TypedShell } from '../support/shells.ts';

const packed = mkdtempSync(join(tmpdir(), 'syncline-packed-'));
let tarballs: readonly string[];

beforeAll(() => {
  const stage = stageWorkspace();
  buildStage(stage);
  tarballs = PUBLISHED.map((name) => pack(join(stage, 'packages', name), packed).file);
  rmSync(stage, { recursive: true });
  return () => rmSync(packed, { recursive: true });
}, 300_000);

/** The limit of this test is what a person may wait: two minutes from `npm install` to the first answer. */
test('from npm install to an answer, at a terminal', async () => {
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
  await shell.type('. ./variables; echo rea""dy\n', 'ready');
  const began = performance.now();
  await shell.type(`npm init -y && npm install ${tarballs.join(' ')} && echo inst""alled\n`, 'installed');
  const installed = performance.now();
  const asked = await shell.type(`npx syncline init --ops --odata ${urls.odata} --v2 ${urls.v2}\n`, '[Y/n]');
  expect(asked).toMatch(/historyid .*key/);
  const answered = await shell.type('\n', 'Read the comments');
  const ended = performance.now();
  expect(answered).toContain('Wrote syncline.yaml.');
  expect(answered).toMatch(/of \d+ jobs|All \d+ jobs/);
  expect(readFileSync(join(folder, 'syncline.yaml'), 'utf8')).toContain('env: SYNCLINE_PASSWORD');
  const seconds = (from: number, to: number): string => ((to - from) / 1_000).toFixed(1);
  console.log(
    `npm install to the first freshness: ${seconds(began, ended)} s, of which ${seconds(began, installed)} s is the installation`,
  );
}, 120_000);
