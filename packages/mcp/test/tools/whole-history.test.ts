import { expect, test } from 'vitest';
import { now, setUp } from '../support/set-up.ts';

/** Runs of the last four hours, one per minute. Only the first and the last belong to the visible job. */
const history = Array.from({ length: 240 }, (_, at) => ({
  historyid: `r${at}`,
  jobname: at === 0 || at === 239 ? 'Orders' : 'Salaries',
  status: 'FAILED',
  runstartdate: new Date(now - (240 - at) * 60_000).toISOString(),
}));
const workspaces = [
  { id: 'w1', name: 'Finance', jobs: [{ id: 'j0', name: 'Orders' }] },
  { id: 'w2', name: 'People', jobs: [{ id: 'j1', name: 'Salaries' }] },
];
const yaml = 'mcp: { workspaces: [Finance] }\n';

test('visible runs are found behind hidden ones, also if the service leaves records out', async () => {
  const { call } = await setUp({ sandbox: { data: { history, workspaces }, behavior: { pageCap: 50 } }, yaml });
  const { counts, runs } = await call('list_runs');
  expect(counts).toEqual({ failed: 2 });
  expect(runs?.map(({ untrusted }) => untrusted['run'])).toEqual(['r239', 'r0']);
});

test('whether a service leaves records out is checked only if no other response had more', async () => {
  const { call, audit } = await setUp({ sandbox: { data: { history, workspaces } }, yaml });
  await call('list_workspaces');
  const requestsOf = async (since: string) => {
    await call('list_runs', { since });
    return (JSON.parse(audit.at(-1) ?? '') as { readonly requests: number }).requests;
  };
  expect(await requestsOf('2h')).toBe(2);
  expect(await requestsOf('1h')).toBe(1);
  // Nothing is older, so the period is divided.
  expect(await requestsOf('4h')).toBe(4);
  expect(await requestsOf('2h')).toBe(1);
});
