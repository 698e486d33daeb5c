import { expect, test } from 'vitest';
import { createJobNamer } from '../../src/insight/job-namer.ts';

const listed = [{ name: 'Orders', id: 'j1' }, { name: 'Customers', id: 'j2' }, { name: 'New' }];
const fromStatus = { odata: undefined, history: undefined };
const fromHistory = {
  odata: {} as never,
  history: { key: 'id', job: 'job', status: 'status', start: 'start' },
};

test.each([
  ['the job status', fromStatus, [], ['j1', 'j2', 'New']],
  ['the job status', fromStatus, ['Orders'], ['j1', 'j2', 'New']],
  ['the history', fromHistory, [], ['Orders', 'Customers', 'New']],
  ['the history', fromHistory, ['Customers'], ['Orders', 'Customers', 'New']],
  ['the history', fromHistory, ['j1'], ['j1', 'j2', 'New']],
  ['the history', fromHistory, ['j1', 'Orders'], ['Orders', 'Customers', 'New']],
  ['the history', fromHistory, ['other'], ['Orders', 'Customers', 'New']],
])('runs of %s that name the jobs %o', (_source, environment, jobs, expected) => {
  expect(listed.map(createJobNamer(listed, environment, new Set(jobs)))).toEqual(expected);
});
