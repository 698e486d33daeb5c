import { isConfigError } from '@syncline/core/internal';
import { describe, expect, test } from 'vitest';
import {
  compareSnapshots,
  createInventory,
  type Inventory,
  type JobDefinition,
  type JobEntry,
  takeSnapshot,
} from '../../src/index.ts';

const workspaces = [
  { id: 'w1', name: 'Finance' },
  { id: 'w2', name: 'Sales' },
];
const of = (jobs: readonly JobDefinition[], extra: readonly JobEntry[] = []) => {
  const inventory = createInventory({ jobs, whole: true, workspaces });
  return takeSnapshot({ ...inventory, entries: [...inventory.entries, ...extra] } satisfies Inventory);
};
const lost = (name: string, workspace = workspaces[0]): JobEntry => ({
  kind: 'unreadable',
  name,
  workspace,
  reason: new Error('x'),
});
const job = (JobName: string, more: JobDefinition = {}): JobDefinition => ({ JobName, WorkspaceId: 'w1', ...more });

describe('one environment', () => {
  test('distinguishes added, removed, changed and unreadable jobs', async () => {
    const before = await of([job('A'), job('B', { BatchSize: '5' }), job('C'), job('D')], [lost('E')]);
    const after = await of([job('A'), job('B', { BatchSize: '6', DropTable: true }), job('F'), job('E')], [lost('D')]);
    const place = (name: string) => ({ name, workspace: 'Finance' });
    expect(compareSnapshots(before, after)).toEqual({
      added: [place('F')],
      removed: [place('C')],
      changed: [
        {
          before: place('B'),
          after: place('B'),
          fields: [
            { field: 'BatchSize', before: 5, after: 6 },
            { field: 'DropTable', before: undefined, after: true },
          ],
        },
      ],
      unreadable: [
        { ...place('D'), unreadableIn: 'after', because: 'it could not be read (error)' },
        { ...place('E'), unreadableIn: 'before', because: 'it could not be read (error)' },
      ],
      unchanged: 1,
    });
  });

  test('switches and numbers are compared decoded', async () => {
    const before = await of([job('A', { DropTable: 'TRUE', BatchSize: '0005', SnapshotSize: 7n })]);
    const after = await of([job('A', { DropTable: true, BatchSize: 5, SnapshotSize: '7' })]);
    expect(compareSnapshots(before, after).changed).toEqual([]);
  });

  test('an absent field equals the default only if configured', async () => {
    const before = await of([
      job('A', { AlterSchema: 'true', ReplicateInterval: '180', DeletionBehavior: 'HardDelete' }),
    ]);
    const after = await of([job('A')]);
    expect(compareSnapshots(before, after).changed[0]?.fields).toHaveLength(3);
    expect(compareSnapshots(before, after, { absentEqualsDefault: true }).unchanged).toBe(1);
  });

  test('a renamed or moved job is a changed job, by its id', async () => {
    const before = await of([job('Old', { JobId: 'j1' })]);
    const after = await of([job('New', { JobId: 'j1', WorkspaceId: 'w2' })]);
    const { changed, added, removed } = compareSnapshots(before, after);
    expect(changed[0]?.fields.map(({ field }) => field)).toEqual(['JobName', 'WorkspaceId']);
    expect([...added, ...removed]).toEqual([]);
  });

  test('an id that two jobs share is not used for matching', async () => {
    const before = await of([job('A', { JobId: 'j' }), job('B', { JobId: 'j' })]);
    const after = await of([job('C', { JobId: 'j' })]);
    const { added, removed } = compareSnapshots(before, after);
    expect([added.length, removed.length]).toEqual([1, 2]);
  });
});

describe('two environments', () => {
  const staging = () =>
    of([
      job('dev-Nightly', { JobId: 'a', Source: 'CRM dev', Destination: 'c9', StatusConnection: 'Log dev' }),
      job('Same', { JobId: 'b' }),
    ]);
  const production = () =>
    of([
      {
        JobName: 'Nightly',
        WorkspaceId: 'w2',
        JobId: 'x',
        Source: 'CRM',
        Destination: 'Lake',
        StatusConnection: 'Log',
      },
      { JobName: 'Same', WorkspaceId: 'w2', JobId: 'y' },
    ]);
  const maps = {
    environments: 'different',
    names: { 'dev-Nightly': 'Nightly' },
    workspaces: { Finance: 'Sales' },
    connections: { 'CRM dev': 'CRM', c9: 'Lake', 'Log dev': 'Log' },
  } as const;

  test('maps of names, workspaces and connections leave no difference', async () => {
    const result = compareSnapshots(await staging(), await production(), maps);
    expect(result).toEqual({ added: [], removed: [], changed: [], unreadable: [], unchanged: 2 });
  });

  test('ids count only within one environment', async () => {
    const { environments: _, ...same } = maps;
    const { changed } = compareSnapshots(await staging(), await production(), same);
    expect(changed.map(({ fields }) => fields.map(({ field }) => field))).toEqual([
      ['JobId', 'WorkspaceId'],
      ['JobId', 'WorkspaceId'],
    ]);
  });

  test('without maps, each job is missing on the other side', async () => {
    const result = compareSnapshots(await staging(), await production(), { environments: 'different' });
    expect([result.added.length, result.removed.length]).toEqual([2, 2]);
  });

  test('a snapshot without workspaces matches by name, if the name is unique', async () => {
    const bare = await takeSnapshot(createInventory({ jobs: [{ JobName: 'Same', JobId: 'z' }], whole: true }));
    const options = { environments: 'different' } as const;
    expect(compareSnapshots(bare, await production(), options)).toMatchObject({ unchanged: 1, removed: [] });
    const twice = await of([job('Same'), { JobName: 'Same', WorkspaceId: 'w2' }]);
    expect(compareSnapshots(bare, twice, options)).toMatchObject({ unchanged: 0, removed: [{ name: 'Same' }] });
  });

  test('two names that are mapped to one are refused', async () => {
    const compare = async () =>
      compareSnapshots(await staging(), await production(), { ...maps, names: { 'dev-Nightly': 'Same' } });
    await expect(compare()).rejects.toSatisfy((error: unknown) => isConfigError(error) && error.option === 'names');
  });
});

test('with a common base, each difference shows which side changed', async () => {
  const base = await of([job('A', { BatchSize: 1, WorkerPool: 1, Verbosity: 1 }), job('B'), job('C')], [lost('L')]);
  const before = await of([job('A', { BatchSize: 2, WorkerPool: 1, Verbosity: 2 }), job('B'), job('D'), job('L')]);
  const after = await of([job('A', { BatchSize: 1, WorkerPool: 3, Verbosity: 3 }), job('C'), job('E')]);
  const { changed, added, removed } = compareSnapshots(before, after, { base });
  expect(changed[0]?.fields.map(({ field, changedIn }) => [field, changedIn])).toEqual([
    ['BatchSize', 'before'],
    ['Verbosity', 'both'],
    ['WorkerPool', 'after'],
  ]);
  expect(added.map(({ name, changedIn }) => [name, changedIn])).toEqual([
    ['C', 'before'],
    ['E', 'after'],
  ]);
  expect(removed.map(({ name, changedIn }) => [name, changedIn])).toEqual([
    ['B', 'after'],
    ['D', 'before'],
    ['L', undefined],
  ]);
});

test.each([
  ['environment', { environment: 'same' }],
  ['environments', { environments: 'two' }],
  ['names', { names: { a: 1 } }],
  ['connections', { connections: 'CRM' }],
  ['absentEqualsDefault', { absentEqualsDefault: 1 }],
])('refuses the option %s', async (option, options) => {
  const snapshot = await of([]);
  const compare = () => compareSnapshots(snapshot, snapshot, options as never);
  expect(compare).toThrow(expect.toSatisfy((error: unknown) => isConfigError(error) && error.option === option));
});
