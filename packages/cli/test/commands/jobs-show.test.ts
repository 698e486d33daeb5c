import { expect, test } from 'vitest';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { jobsShow } from '../../src/commands/jobs-show.ts';

const jobs = [{ JobId: '1', JobName: "O'Brien", Source: 'Shop', PreJob: "EXEC pay 'secret'" }];
const sandbox = { data: { jobs }, scale: undefined, seed: undefined } as never;

test('shows the fields of a job, with code as a hash', async () => {
  const { context, json, text } = await setUp({ sandbox, format: 'json', environment: { v2: undefined } });
  expect(await jobsShow.run({ name: "O'Brien" }, context)).toBe(0);
  expect(json()).toContainEqual({ field: 'Source', value: 'Shop' });
  expect(text()).toContain('PreJob');
  expect(text()).not.toContain('EXEC pay');
});

test('reads only the named job, which is no pattern', async () => {
  const { context, sandbox, json } = await setUp({ format: 'json' });
  expect(await jobsShow.run({ name: 'CRM to Warehouse' }, context)).toBe(0);
  expect(json()).toContainEqual({ field: 'JobName', value: 'CRM to Warehouse' });
  expect(sandbox.requests.map(({ operationId }) => operationId)).toEqual(['listWorkspaces', 'getJob']);
  expect(await jobsShow.run({ name: 'CRM*' }, context)).toBe(3);
});

test('is 3 for a job that does not exist, and says where the names are', async () => {
  const { context, json, notes } = await setUp({ sandbox, format: 'json' });
  expect(await jobsShow.run({ name: 'Nightly' }, context)).toBe(3);
  expect(json()).toEqual([]);
  expect(notes).toEqual(['List the names with `syncline jobs`.']);
});
