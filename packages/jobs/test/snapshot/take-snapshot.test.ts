import { isConfigError } from '@syncline/core/internal';
import { expect, test } from 'vitest';
import {
  compareSnapshots,
  createInventory,
  type Inventory,
  type JobEntry,
  parseSnapshot,
  takeSnapshot,
} from '../../src/index.ts';
import { readWorld } from '../support/world.ts';

const of = (...jobs: readonly object[]) => createInventory({ jobs: jobs as never, whole: true });
const textsOf = async (inventory: Inventory) => {
  const { files, index } = await takeSnapshot(inventory);
  return [...files.map(({ path, text }) => ({ path, text })), { ...index }];
};

test('is one file per job, sorted and decoded, without volatile fields', async () => {
  const { files } = await takeSnapshot(
    of({
      TruncateTableData: 'TRUE',
      JobName: 'CRM → Lake: Ärzte',
      RowVersion: 7n,
      HistoryId: '9',
      LicenseState: 'valid',
      LicenseMessage: 'x',
      CanUpdate: 'true',
      CanRemove: true,
      CanExecute: 'false',
      BatchSize: '01000',
      SnapshotSize: 9_007_199_254_740_993n,
      Verbosity: 'loud',
      DropTable: '',
      CacheSchema: '',
      Own: { b: [1, { z: 1, a: 2 }], a: null },
    }),
  );
  expect(files.map(({ path }) => path)).toEqual(['crm-lake-arzte-c00ec32f37e4b324.json']);
  expect(files[0]?.text).toMatchInlineSnapshot(`
    "{
      "format": "syncline-job/1",
      "job": {
        "BatchSize": 1000,
        "CacheSchema": "",
        "JobName": "CRM → Lake: Ärzte",
        "Own": {
          "a": null,
          "b": [
            1,
            {
              "a": 2,
              "z": 1
            }
          ]
        },
        "SnapshotSize": "9007199254740993",
        "TruncateTableData": true,
        "Verbosity": "loud"
      }
    }
    "
  `);
});

test('has a hash instead of code and option strings', async () => {
  const secret = 'password=hunter2';
  const texts = await textsOf(
    of({ JobName: 'A', PreJob: secret, PostJob: '', OtherCacheOptions: secret, AdditionalCDCEngineProperties: secret }),
  );
  expect(JSON.stringify(texts)).not.toContain('hunter2');
  const [file] = (await takeSnapshot(of({ JobName: 'A', PreJob: secret, PostJob: '' }))).files;
  expect(file?.fields['PreJob']).toBe('sha256:42c842031e73fa74cb753b09101a15f4c0d7844be5f37bfa4af9b9ac435c6ca4');
  expect(file?.fields['PostJob']).toBe('');
});

test('gives the same bytes for any order, and after printing and parsing', async () => {
  const inventory = await readWorld(5);
  const texts = await textsOf(inventory);
  const reversed = await textsOf({ ...inventory, entries: [...inventory.entries].reverse() });
  expect(reversed).toEqual(texts);
  const parsed = parseSnapshot(texts);
  const taken = await takeSnapshot(inventory);
  expect(parsed.files.map(({ fields }) => fields)).toEqual(taken.files.map(({ fields }) => fields));
  expect(new Set(taken.files.map(({ path }) => path)).size).toBe(36);
  for (const { path } of taken.files) expect(path).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+-[0-9a-f]{16}\.json$/);
});

test('gives names paths of their own whose hashes begin with the same 32 bits', async () => {
  const names = ['买业', '伥丼'];
  const { files, unreadable } = await takeSnapshot(of(...names.map((JobName) => ({ JobName }))));
  expect(files.map(({ name }) => name).sort()).toEqual(names.sort());
  expect(unreadable).toEqual([]);
});

test('uses file names that every file system supports', async () => {
  const names = ['売上', 'CON', '../../etc/passwd', 'a'.repeat(500), 'Case', 'case', ' ', '..'];
  const { files } = await takeSnapshot(of(...names.map((JobName) => ({ JobName }))));
  const paths = files.map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(names.length);
  for (const path of paths) expect(path).toMatch(/^[a-z0-9-]{1,80}\.json$/);
});

test('uses names of folders that every file system supports', async () => {
  const names = ['CON', 'nul', 'Com1', '../..', '/etc', '.git', 'a'.repeat(500), '売上'];
  const workspaces = names.map((name) => ({ id: name, name }));
  const jobs = names.map((WorkspaceId) => ({ JobName: 'A', WorkspaceId }));
  const { files } = await takeSnapshot(createInventory({ jobs, whole: true, workspaces }));
  expect(files).toHaveLength(names.length);
  for (const { path } of files) expect(path).toMatch(/^(?!(?:con|nul|com1)\/)[a-z0-9-]{1,60}\/a-[0-9a-f]{16}\.json$/);
});

test('lists the jobs that it could not include, with stable reasons', async () => {
  const workspace = { id: 'w', name: 'W' };
  const entries: JobEntry[] = [
    { kind: 'unreadable', name: 'B', workspace, reason: Object.assign(new Error('request 17 failed'), {}) },
    { kind: 'ambiguous', name: 'A', workspace, because: 'other-id' },
    { kind: 'listed', name: 'C' },
    { kind: 'read', name: 'D', job: { JobName: 'D' }, whole: false },
  ];
  const inventory = { ...of(), entries };
  const { files, unreadable, index } = await takeSnapshot(inventory);
  expect(files).toEqual([]);
  expect(unreadable.map(({ name, because }) => [name, because])).toEqual([
    ['C', 'its definition was not read'],
    ['D', 'it was read with select'],
    ['A', 'it is ambiguous (other-id)'],
    ['B', 'it could not be read (error)'],
  ]);
  expect(index.text).not.toContain('17');
  expect(parseSnapshot([index]).unreadable).toEqual(unreadable);
});

test('a snapshot can be read again, whatever the names of its jobs are', async () => {
  const names = [{ JobName: 7 }, { JobName: '\ud800 x' }, { JobName: ' A ' }, { JobName: '  ' }, { JobName: '' }, {}];
  const listed: JobEntry = { kind: 'read', name: 'B', job: { Source: 'CRM' }, whole: true };
  const snapshot = await takeSnapshot({ ...of(), entries: [...of(...names).entries, listed] });
  const read = parseSnapshot([...snapshot.files, snapshot.index]);
  expect(read.files.map(({ name }) => name).sort()).toEqual(['  ', ' A ', '7', 'B', '\ud800 x']);
  expect(compareSnapshots(snapshot, read)).toMatchObject({ added: [], removed: [], changed: [], unchanged: 5 });
  expect(read.unreadable.map(({ because }) => because)).toEqual(['it has no name', 'it has no name']);
});

test('keeps malicious field names as fields', async () => {
  const job = JSON.parse('{ "JobName": "A", "__proto__": { "x": 1 }, "constructor": "c", "7": "n" }') as object;
  const [file] = (await takeSnapshot(of(job))).files;
  expect(Object.keys(file?.fields ?? {})).toEqual(expect.arrayContaining(['7', '__proto__', 'constructor']));
  expect(({} as { x?: number }).x).toBeUndefined();
});

test.each([
  ['a.json', 'not JSON'],
  ['a.json', '[]'],
  ['a.json', '{"format":"syncline-job/1"}'],
  ['a.json', '{"format":"syncline-job/2","job":{"JobName":"A"}}'],
  ['a.json', '{"format":"syncline-job/1","job":{"JobName":"A"},"workspace":7}'],
  ['index.json', '{"format":"syncline-snapshot/1"}'],
  ['index.json', '{"format":"x","unreadable":[]}'],
])('refuses %s with the content %s', (path, text) => {
  const parse = () => parseSnapshot([{ path, text }]);
  expect(parse).toThrow(expect.toSatisfy((error: unknown) => isConfigError(error) && error.option === path));
});

test('refuses a folder without an index', () => {
  expect(() => parseSnapshot([])).toThrow('index.json is missing');
});

test('a manually changed file is compared by its meaning', async () => {
  const [file, index] = await textsOf(of({ JobName: 'A', DropTable: true, BatchSize: 5 }));
  const edited = file!.text.replace('true', '"TRUE"').replace('5', '"05"').replaceAll('\n', '\r\n');
  const { files } = parseSnapshot([{ path: file!.path, text: edited }, index!]);
  expect({ ...files[0]?.fields }).toEqual({ BatchSize: 5, DropTable: true, JobName: 'A' });
});
