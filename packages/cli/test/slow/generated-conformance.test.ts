import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository, temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';
import { VECTOR_FILES, readVectors } from '../conformance/vectors.ts';

const run = promisify(execFile);
const child = fileURLToPath(new URL('../conformance/generated-child.ts', import.meta.url));

async function generatePublished(): Promise<string> {
  const folder = await temporaryFolder();
  const documents = ['odata', 'v2', 'cloud'].flatMap((name) => [
    '--document',
    `${name}=${join(repository, 'packages/openapi/documents', `${name}.json`)}`,
  ]);
  expect(await runCommand('generate', ...documents, '--out', folder, '--import-extension', '.ts')).toMatchObject({
    status: 0,
    err: 'not generated: types of responses that the document does not describe (runQuery).',
  });
  return folder;
}

const runVectors = (folder: string) =>
  run(process.execPath, ['--conditions=@syncline/source', '--no-warnings', child, folder]);

test('the clients pass every vector with the package that a consumer generates from the published documents', async () => {
  const { stdout } = await runVectors(await generatePublished());
  expect(JSON.parse(stdout)).toEqual({ passed: VECTOR_FILES.flatMap(readVectors).length });
});

test('the clients run with that package: a change in it is noticed', async () => {
  const folder = await generatePublished();
  const file = join(folder, 'decode.gen.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace("booleanStrings: ['Scheduled', ", 'booleanStrings: ['));
  await expect(runVectors(folder)).rejects.toThrow(/Scheduled/);
});
