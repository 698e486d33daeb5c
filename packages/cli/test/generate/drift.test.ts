import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDrift, generateFiles, loadProject, unmanagedFiles, writeFiles } from '../../src/index.ts';
import { HEADER } from '../../src/generate/print.ts';
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

test('a changed description is detected, with the names of the files that it changes', async () => {
  const folder = await descriptionCopy('schemas/Job.yaml', 'Identifier of the job.', 'Identifier of a job.');
  const { changed, missing, extra } = await findDrift(target, await generate(folder));
  expect([...changed].sort()).toEqual(['documents/odata.json', 'src/odata.gen.ts', 'src/records.gen.ts']);
  expect([missing, extra]).toEqual([[], []]);
});

test('a missing and a superfluous file are found, and fixed by writing', async () => {
  const folder = await temporaryFolder();
  const files = await generate(join(repository, 'openapi'));
  await writeFiles(folder, new Map([...files, ['src/old.gen.ts', files.get('src/fields.gen.ts') ?? '']]));
  await rm(join(folder, 'src/odata.gen.ts'));
  await writeFile(join(folder, 'src/by-hand.ts'), 'export {};\n');

  const drift = await findDrift(folder, files);
  expect(drift).toEqual({ changed: [], missing: ['src/odata.gen.ts'], extra: ['src/old.gen.ts'] });

  await writeFiles(folder, files);
  expect(await findDrift(folder, files)).toEqual({ changed: [], missing: [], extra: [] });
  expect((await readdir(join(folder, 'src'))).filter((name) => !name.endsWith('.gen.ts')).sort()).toEqual([
    'by-hand.ts',
    'index.ts',
  ]);
});

test('a file that the generator did not write is never removed, whatever its name', async () => {
  const folder = await temporaryFolder();
  const files = await generate(join(repository, 'openapi'));
  await writeFiles(folder, new Map([...files, ['src/old.gen.ts', files.get('src/fields.gen.ts') ?? '']]));
  const own = ['documents/notes.json', 'src/prisma.gen.ts', 'src/old.gen.ts'];
  for (const path of own) await writeFile(join(folder, path), '{}');
  expect((await findDrift(folder, files)).extra).toEqual([]);
  await writeFiles(folder, files);
  for (const path of own) expect(await readFile(join(folder, path), 'utf8')).toBe('{}');
  expect(await unmanagedFiles(join(folder, 'src'))).toContain('prisma.gen.ts');
});

test('a file that the generator did not write is never replaced, and nothing else is written', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'documents'));
  await writeFile(join(folder, 'documents/odata.json'), '{ "mine": true }');
  await writeFile(join(folder, 'generated-files.txt'), 'a list of mine');
  await writeFile(join(folder, 'index.ts'), 'export const mine = 1;\n');
  const files = new Map([
    ['documents/odata.json', '{}'],
    ['index.ts', 'new'],
    ['other.gen.ts', 'new'],
  ]);
  await expect(writeFiles(folder, files)).rejects.toThrow(/index\.ts was not written by syncline generate/);
  expect(await readFile(join(folder, 'index.ts'), 'utf8')).toBe('export const mine = 1;\n');
  expect((await readdir(folder)).sort()).toEqual(['documents', 'generated-files.txt', 'index.ts']);
});

test('a failed write leaves the files unchanged', async () => {
  const folder = await temporaryFolder();
  const before = `${HEADER}before`;
  await writeFile(join(folder, 'a.ts'), before);
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
  expect(await readFile(join(folder, 'a.ts'), 'utf8')).toBe(before);
  expect((await readdir(folder)).sort()).toEqual(['a.ts', 'taken']);
});
