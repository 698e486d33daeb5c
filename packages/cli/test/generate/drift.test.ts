import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDrift, generateFiles, loadProject, writeFiles } from '../../src/index.ts';
import { descriptionCopy, repository, temporaryFolder } from '../support/description-copy.ts';

const target = join(repository, 'packages/openapi');
const generate = async (folder: string) => generateFiles(await loadProject(join(folder, 'redocly.yaml')));

test('packages/openapi is what openapi/ describes', async () => {
  expect(await findDrift(target, await generate(join(repository, 'openapi')))).toEqual({
    changed: [],
    missing: [],
    extra: [],
  });
});

test('generation is a pure function: a copy elsewhere gives the same bytes', async () => {
  expect([...(await generate(await descriptionCopy()))]).toEqual([...(await generate(join(repository, 'openapi')))]);
});

test('a changed description is found, with the names of the files that it changes', async () => {
  const folder = await descriptionCopy('schemas/Job.yaml', 'Identifier of the job.', 'Identifier of a job.');
  const { changed, missing, extra } = await findDrift(target, await generate(folder));
  expect([...changed].sort()).toEqual(['documents/odata.json', 'src/odata.gen.ts', 'src/records.gen.ts']);
  expect([missing, extra]).toEqual([[], []]);
});

test('a missing and a superfluous file are found, and fixed by writing', async () => {
  const folder = await temporaryFolder();
  const files = await generate(join(repository, 'openapi'));
  await cp(join(target, 'documents'), join(folder, 'documents'), { recursive: true });
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/old.gen.ts'), 'export {};\n');
  await writeFile(join(folder, 'src/by-hand.ts'), 'export {};\n');

  const drift = await findDrift(folder, files);
  expect(drift.missing).toHaveLength(files.size - 3);
  expect(drift.extra).toEqual(['src/old.gen.ts']);

  await writeFiles(folder, files);
  expect(await findDrift(folder, files)).toEqual({ changed: [], missing: [], extra: [] });
  expect((await readdir(join(folder, 'src'))).filter((name) => !name.endsWith('.gen.ts')).sort()).toEqual([
    'by-hand.ts',
    'index.ts',
  ]);
});

test('a failed write leaves the files unchanged', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a.ts'), 'before');
  await writeFile(join(folder, 'taken'), 'a file where a folder must go');
  await expect(
    writeFiles(
      folder,
      new Map([
        ['a.ts', 'after'],
        ['taken/b.ts', 'after'],
      ]),
    ),
  ).rejects.toThrow();
  expect(await readFile(join(folder, 'a.ts'), 'utf8')).toBe('before');
  expect((await readdir(folder)).sort()).toEqual(['a.ts', 'taken']);
});
