import { appendFile, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findDrift, unmanagedFiles, writeFiles } from '../../src/index.ts';
import { HEADER } from '../../src/generate/print.ts';
import { temporaryFolder } from '../support/description-copy.ts';

const text = `${HEADER}export {};\n`;
const LIST = 'generated-files.txt';

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

const generated = new Map([
  ['a.gen.ts', text],
  ['documents/a.json', '{}'],
]);

/** A folder with generated files and additional files. */
async function written(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await folderOf(more);
  await writeFiles(folder, generated);
  return folder;
}

test('what was generated is managed, with and without the list', async () => {
  expect(await unmanagedFiles(await written())).toEqual([]);
  expect(await unmanagedFiles(await folderOf({ 'a.gen.ts': text, 'documents/a.json': '{}' }))).toEqual([]);
  expect(await unmanagedFiles(join(await temporaryFolder(), 'absent'))).toEqual([]);
});

test.each([
  ['a file of code', 'own.ts', 'export {};\n'],
  ['a file that only looks generated', 'own.gen.ts', text],
  ['a document', 'own.json', '{}'],
  ['notes', 'notes.md', text],
  ['a folder', 'own/a.ts', text],
  ['a document beside the generated ones', 'documents/own.json', '{}'],
  ['notes beside the generated documents', 'documents/own.md', ''],
])('beside what was generated, %s is not managed', async (_what, name, content) => {
  const [top = ''] = name.split('/');
  expect(await unmanagedFiles(await written({ [name]: content }))).toEqual([top === 'documents' ? name : top]);
});

test.each([
  ['a file that does not begin as generated ones do', 'a.gen.ts', 'export {};\n', ['a.gen.ts']],
  ['a generated file', 'a.gen.ts', text, []],
  ['notes beside documents', 'documents/a.md', '', ['documents/a.md']],
  ['a document', 'documents/a.json', '', []],
  ['a list of something else', LIST, 'mine\n', [LIST]],
])('in a folder without the list, %s', async (_what, name, content, unmanaged) => {
  expect(await unmanagedFiles(await folderOf({ [name]: content }))).toEqual(unmanaged);
});

test('the list names what was generated, in order, and itself', async () => {
  const lines = (await readFile(join(await written(), LIST), 'utf8')).split('\n');
  expect(lines.filter((line) => !line.startsWith('#'))).toEqual(['a.gen.ts', 'documents/a.json', LIST, '']);
});

test('files that are no longer generated are removed, with a folder that is then empty', async () => {
  const folder = await written();
  const drift = { changed: [], missing: ['b.gen.ts'], extra: ['a.gen.ts', 'documents/a.json'] };
  const next = new Map([['b.gen.ts', text]]);
  expect(await findDrift(folder, next)).toEqual(drift);
  expect(await writeFiles(folder, next)).toEqual(drift);
  expect((await readdir(folder)).sort()).toEqual(['b.gen.ts', LIST]);
});

test('a folder that has a file of its user is kept', async () => {
  const folder = await written({ 'documents/own.md': 'mine' });
  await writeFiles(folder, new Map([['b.gen.ts', text]]));
  expect(await readdir(join(folder, 'documents'))).toEqual(['own.md']);
});

test('a second run writes nothing, not even the list', async () => {
  const folder = await written();
  expect(await writeFiles(folder, generated)).toEqual({ changed: [], missing: [], extra: [] });
  const other = new Map([['a.gen.ts', `${text}// more\n`], ...[...generated].slice(1)]);
  expect(await writeFiles(folder, other)).toEqual({ changed: ['a.gen.ts'], missing: [], extra: [] });
  expect(await readFile(join(folder, 'a.gen.ts'), 'utf8')).toBe(`${text}// more\n`);
});

test('a file that the list names is not removed unless it still looks generated', async () => {
  const folder = await written();
  const list = await readFile(join(folder, LIST), 'utf8');
  await writeFile(join(folder, LIST), `${list}notes.md\nown.ts\n`);
  for (const name of ['notes.md', 'own.ts']) await writeFile(join(folder, name), 'mine');
  expect((await findDrift(folder, generated)).extra).toEqual([]);
  expect(await unmanagedFiles(folder)).toEqual(['notes.md', 'own.ts']);
});

test.each([
  '../own.json',
  'documents/../../own.json',
  'a.json/../../own.json',
  '.',
  './/..//own.json',
  '..\\own.json',
])('a list that names %s removes nothing outside the folder', async (line) => {
  const above = await folderOf({ 'own.json': '{}' });
  const folder = join(above, 'out');
  await writeFiles(folder, generated);
  await appendFile(join(folder, LIST), `${line}\n${join(above, 'own.json')}\n`);
  expect(await findDrift(folder, generated)).toMatchObject({ extra: [] });
  await writeFiles(folder, generated);
  expect(await readFile(join(above, 'own.json'), 'utf8')).toBe('{}');
});

test('a folder that is a link to another location is refused, and nothing in that place is removed', async () => {
  const elsewhere = await folderOf({ 'own.json': '{}' });
  const folder = await folderOf({
    [LIST]: `${await readFile(join(await written(), LIST), 'utf8')}documents/own.json\n`,
  });
  await symlink(elsewhere, join(folder, 'documents'));
  expect(await findDrift(folder, new Map())).toMatchObject({ extra: [] });
  await expect(writeFiles(folder, generated)).rejects.toThrow(
    'is a link to another location: replace it with a folder',
  );
  expect(await readdir(elsewhere)).toEqual(['own.json']);
});

test('a link with the name of a temporary file is not followed', async () => {
  const elsewhere = await folderOf({ 'own.txt': 'mine' });
  const folder = await temporaryFolder();
  await symlink(join(elsewhere, 'own.txt'), join(folder, 'a.gen.ts.new'));
  await writeFiles(folder, generated);
  expect(await readFile(join(elsewhere, 'own.txt'), 'utf8')).toBe('mine');
  expect(await readFile(join(folder, 'a.gen.ts'), 'utf8')).toBe(text);
});
