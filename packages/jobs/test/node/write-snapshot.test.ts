import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isConfigError } from '@syncline/core/internal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compareSnapshots, createInventory, takeSnapshot } from '../../src/index.ts';
import { readSnapshot, writeSnapshot } from '../../src/node/index.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jobs-snapshot-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const workspaces = [{ id: 'w', name: 'Finance' }];
const inventoryOf = (...names: readonly string[]) =>
  createInventory({ jobs: names.map((JobName) => ({ JobName, WorkspaceId: 'w' })), whole: true, workspaces });

test('writes files that readSnapshot reads', async () => {
  const snapshot = await takeSnapshot(inventoryOf('A', "O'Brien/日次"));
  await writeSnapshot(folder, snapshot);
  const read = await readSnapshot(folder);
  expect(compareSnapshots(snapshot, read)).toEqual({
    added: [],
    removed: [],
    changed: [],
    unreadable: [],
    unchanged: 2,
  });
});

test('writes only changed files, and removes the files of jobs that no longer exist, but no other file', async () => {
  const first = await takeSnapshot(inventoryOf('A', 'B'));
  expect((await writeSnapshot(folder, first)).written).toHaveLength(3);
  writeFileSync(join(folder, 'finance', 'notes.json'), '{"mine":true}');
  const kept = join(folder, first.files[0]!.path);
  utimesSync(kept, 1, 1);
  const result = await writeSnapshot(folder, await takeSnapshot(inventoryOf('A', 'C')));
  expect(result.written).toEqual([expect.stringMatching(/^finance\/c-/)]);
  expect(result.removed).toEqual([first.files[1]!.path]);
  expect(result.unchanged).toBe(2);
  expect(statSync(kept).mtimeMs).toBe(1000);
  expect(readdirSync(join(folder, 'finance'))).toContain('notes.json');
});

test('keeps the file of a job that could not be read, and says in the index that it is out of date', async () => {
  const [a] = (await takeSnapshot(inventoryOf('A'))).files;
  await writeSnapshot(folder, await takeSnapshot(inventoryOf('A', 'B')));
  const inventory = inventoryOf('B');
  const lost = {
    kind: 'unreadable',
    name: 'A',
    workspace: { id: 'w', name: 'Finance' },
    reason: new Error('x'),
  } as const;
  const now = await takeSnapshot({ ...inventory, entries: [...inventory.entries, lost] });
  expect((await writeSnapshot(folder, now)).removed).toEqual([]);
  expect(readFileSync(join(folder, a!.path), 'utf8')).toBe(a!.text);
  const read = await readSnapshot(folder);
  expect(read.files.map(({ name }) => name)).toEqual(['B']);
  expect(read.unreadable).toEqual([{ name: 'A', workspace: 'Finance', because: 'it could not be read (error)' }]);
});

test('never writes outside the folder', async () => {
  const snapshot = await takeSnapshot(inventoryOf('A'));
  const files = snapshot.files.map((file) => ({ ...file, path: '../escape.json' }));
  await expect(writeSnapshot(folder, { ...snapshot, files })).rejects.toSatisfy(isConfigError);
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that does not exist is an error that says so', async () => {
  await expect(readSnapshot(join(folder, 'nowhere'))).rejects.toThrow(
    `${join(folder, 'nowhere')} does not exist; name the folder of a snapshot`,
  );
});

test('errors name the file', async () => {
  await expect(readSnapshot(folder)).rejects.toThrow(`${join(folder, 'index.json')} is missing`);
  const file = join(folder, 'file.json');
  writeFileSync(file, '{');
  await expect(readSnapshot(folder)).rejects.toThrow(`${file} is not JSON`);
  const snapshot = await takeSnapshot(inventoryOf('A'));
  await expect(writeSnapshot(file, snapshot)).rejects.toThrow(`${file} is not a folder`);
  await expect(readSnapshot(file)).rejects.toThrow(`${file} is not a folder`);
});

test.runIf(process.platform === 'linux')('a folder that the file system cannot create is an error', async () => {
  const snapshot = await takeSnapshot(inventoryOf('A'));
  await expect(writeSnapshot('/proc/no-folder/jobs', snapshot)).rejects.toThrow(/cannot be written \(ENOENT\)/);
});

test('creates the folders above the folder, and refuses one below a file', async () => {
  const snapshot = await takeSnapshot(inventoryOf('A'));
  expect((await writeSnapshot(join(folder, 'a', 'b', 'c'), snapshot)).written).toHaveLength(2);
  writeFileSync(join(folder, 'file'), '');
  await expect(writeSnapshot(join(folder, 'file', 'jobs'), snapshot)).rejects.toThrow('is not a folder');
});

test('a link with the name of a temporary file is not followed', async () => {
  const own = join(folder, 'own.txt');
  writeFileSync(own, 'mine');
  symlinkSync(own, join(folder, 'index.json.tmp'));
  const snapshot = await takeSnapshot(inventoryOf('A'));
  await writeSnapshot(folder, snapshot);
  expect(readFileSync(own, 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'index.json'), 'utf8')).toBe(snapshot.index.text);
});

test.runIf(process.platform !== 'win32').each(['sales', 'sales.json'])(
  'a link in the place of %s is refused when a snapshot is read, too',
  async (name) => {
    await writeSnapshot(folder, await takeSnapshot(inventoryOf('A')));
    const outside = mkdtempSync(join(tmpdir(), 'jobs-outside-'));
    symlinkSync(outside, join(folder, name));
    symlinkSync('/nowhere', join(folder, 'notes.txt'));
    const kind = name.endsWith('.json') ? 'file' : 'folder';
    const expected = `${join(folder, name)} is a link to another location; replace it with a ${kind}`;
    await expect(readSnapshot(folder)).rejects.toThrow(expected);
    rmSync(outside, { recursive: true });
  },
);

test.runIf(process.platform !== 'win32')('a folder that is a link is refused before anything is written', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'jobs-outside-'));
  symlinkSync(outside, join(folder, 'finance'));
  await expect(writeSnapshot(folder, await takeSnapshot(inventoryOf('A')))).rejects.toThrow(
    `${join(folder, 'finance')} is a link to another location; replace it with a folder`,
  );
  expect([readdirSync(outside), readdirSync(folder)]).toEqual([[], ['finance']]);
  rmSync(outside, { recursive: true });
});
