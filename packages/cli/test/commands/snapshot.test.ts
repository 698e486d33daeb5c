import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { snapshot } from '../support/commands.ts';

const environmentWith = (...names: readonly string[]) => {
  const jobs = names.map((JobName) => ({ JobName, JobId: JobName }));
  const workspaces = [
    { id: 'w', name: 'Sales', jobs: jobs.map(({ JobId: id }) => ({ id, name: id })), connections: [] },
  ];
  return setUp({ sandbox: { scale: undefined, seed: undefined, data: { jobs, workspaces } } as never });
};

test('the files of jobs are kept if the service lists no job', async () => {
  const folder = join(folderWith({}), 'jobs');
  const [full, empty, fewer] = [
    await environmentWith('Orders', 'Stock'),
    await environmentWith(),
    await environmentWith('Orders'),
  ];
  expect(await snapshot(folder, empty.context)).toBe(0);
  expect(await snapshot(folder, full.context)).toBe(0);
  expect(await snapshot(folder, empty.context)).toBe(3);
  expect(empty.text()).toContain('Nothing changed.');
  expect(empty.notes.at(-1)).toBe(
    `The service lists no job, so the files in ${folder} are kept. If it has none, delete the folder.`,
  );
  expect(readdirSync(join(folder, 'sales'))).toHaveLength(2);
  expect(await snapshot(folder, fewer.context)).toBe(0);
  expect(readdirSync(join(folder, 'sales'))).toHaveLength(1);
});
