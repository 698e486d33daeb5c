import type { Workspace } from '@syncline/client';
import { expect, test } from 'vitest';
import { createVisibleJobs } from '../../src/access/visible-jobs.ts';

const clock = { reading: 0, now: () => clock.reading };
const workspaces: readonly Workspace[] = [
  {
    id: 'w1',
    name: 'Finance',
    jobs: [
      { id: 'j1', name: 'Orders' },
      { id: 'j2', name: 'Orders EU' },
      { id: 'j3', name: 'Salaries' },
    ],
    transformations: [{ id: 't1', name: 'Daily' }],
  },
  {
    id: 'w2',
    name: 'People',
    jobs: [
      { id: 'j4', name: 'Orders' },
      { id: 'Orders EU', name: 'Hiring' },
    ],
  },
  { id: 'w3', jobs: [{ name: 'Nameless' }] },
];

function clientOf() {
  const client = { reads: 0, workspaces: { list: () => ((client.reads += 1), Promise.resolve(workspaces)) } };
  return client as unknown as Parameters<typeof createVisibleJobs>[1] & { readonly reads: number };
}

const candidates = ['Orders', 'Orders EU', 'Salaries', 'Hiring', 'Nameless', 'j1', 'j2', 'j3', 'j4', 'Deleted', ''];

test.each([
  ['no list', {}, candidates],
  ['jobs', { jobs: ['Orders*'] }, ['Orders', 'j1', 'j2', 'j4']],
  ['a workspace', { workspaces: ['Finance'] }, ['Salaries', 'j1', 'j2', 'j3']],
  ['both', { workspaces: ['Fin*'], jobs: ['Sal*', 'Hiring'] }, ['Salaries', 'j3']],
  [
    'a workspace without a name',
    { workspaces: ['Finance', 'People'] },
    candidates.slice(0, 4).concat('j1', 'j2', 'j3', 'j4'),
  ],
  ['nothing that exists', { jobs: ['Payments'] }, []],
])('with %s', async (_what, settings, visible) => {
  const test = await createVisibleJobs(settings, clientOf(), clock).test('either', undefined);
  expect(candidates.filter(test)).toEqual(visible);
});

test('a name that belongs to a job of another workspace too is not shown at all', async () => {
  const [finance, ...others] = await createVisibleJobs({ workspaces: ['Finance'] }, clientOf(), clock).workspaces(
    undefined,
  );
  expect(others).toEqual([]);
  expect(finance?.jobs?.map(({ name }) => name)).toEqual(['Salaries']);
});

test('transformations and tasks are shown only by name once there is a list', async () => {
  const limited = createVisibleJobs({ jobs: ['Orders'] }, clientOf(), clock);
  expect((await limited.workspaces(undefined)).flatMap(({ transformations = [] }) => transformations)).toEqual([]);
  expect(limited.isTask('7', '1')).toBe(false);
  const named = createVisibleJobs({ jobs: ['Orders'], tasks: ['7/*', '8/2'] }, clientOf(), clock);
  expect([named.isTask('7', '1'), named.isTask('8', '2'), named.isTask('8', '1'), named.isTask('9', '1')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([named.isTask('7/1', '1'), named.isTask('7', '1/1'), named.isTask('', '')]).toEqual([false, true, false]);
  expect(createVisibleJobs({}, clientOf(), clock).isTask('9', '9')).toBe(true);
});

test('without the v2 interface, names are compared with the list of jobs', async () => {
  const visible = createVisibleJobs({ jobs: ['Orders*'] }, undefined, clock);
  expect(candidates.filter(await visible.test('either', undefined))).toEqual(['Orders', 'Orders EU']);
  await expect(visible.workspaces(undefined)).rejects.toThrow('needs the v2 interface');
});

test('the list of workspaces is read once a minute', async () => {
  const client = clientOf();
  const visible = createVisibleJobs({ jobs: ['Orders'] }, client, clock);
  await visible.test('either', undefined);
  clock.reading += 59_999;
  await visible.workspaces(undefined);
  expect(client.reads).toBe(1);
  clock.reading += 1;
  await visible.test('either', undefined);
  expect(client.reads).toBe(2);
});

test('a name is not treated as an id, and an id is not treated as a name', async () => {
  const visible = createVisibleJobs({ jobs: ['Sal*'] }, clientOf(), clock);
  expect(candidates.filter(await visible.test('name', undefined))).toEqual(['Salaries']);
  expect(candidates.filter(await visible.test('id', undefined))).toEqual(['j3']);
});
