import { expect, test } from 'vitest';
import { setUp } from '../support/set-up.ts';

const small = { scale: { jobs: 12, history: 200 } };

test.each([
  'list_runs',
  'freshness',
])('%s refuses a job that does not exist, because no rows would look like no failure', async (name) => {
  const { call, refusal } = await setUp({ sandbox: small });
  const job = (await call('list_jobs'))['jobs']?.[0]?.untrusted['job'] ?? '';
  const wrong = 'No visible job has this name, or matches the pattern. Names are case-sensitive.';
  for (const other of ['Nope', 'Nope*', job.toUpperCase()])
    expect(await refusal(name, { job: other })).toContain(wrong);
  expect(await call(name, { job })).toHaveProperty('counts');
});

test('a job that exists but did not run has an empty answer', async () => {
  const { call } = await setUp({ sandbox: small });
  const job = (await call('list_jobs'))['jobs']?.[0]?.untrusted['job'];
  expect(await call('list_runs', { job, since: '1m' })).toEqual({ counts: {}, runs: [] });
});

test('freshness of no job says that none was judged', async () => {
  const { call } = await setUp({ sandbox: { data: { jobs: [], history: [], workspaces: [] } } });
  expect(await call('freshness')).toEqual({
    counts: {},
    jobs: [],
    notes: ['No job was judged: none is known here that has a limit in `freshness`.'],
  });
  expect(await call('lint')).toMatchObject({ jobs: 0 });
});

test('allow-lists that permit no job are named instead of an answer without failures', async () => {
  const { refusal } = await setUp({ sandbox: small, yaml: 'mcp: { workspaces: [Nowhere] }\n' });
  for (const name of ['list_workspaces', 'list_jobs', 'list_runs', 'freshness', 'lint'])
    expect(await refusal(name)).toContain('No job is visible here. Ask the operator of the server to check');
});

test('a time that ends before it begins is refused', async () => {
  const { refusal, sent } = await setUp({ sandbox: small });
  expect(await refusal('list_runs', { since: '1h', until: '2h' })).toBe(
    'until must be later than since. Both count back from now: since 48h, until 24h.',
  );
  expect(sent).toEqual([]);
});

test('without the v2 interface, lint and compare need the name of a job, because the jobs cannot be listed', async () => {
  const { call, refusal, sandbox } = await setUp({ sandbox: small, interfaces: ['odata'] });
  const job = sandbox.examples.JobName;
  expect(await refusal('lint')).toBe('Without the v2 interface, the jobs cannot be listed. Name one job, without *.');
  expect(await refusal('compare', { before: 'production', after: 'production' })).toContain('Name one job');
  expect(await call('lint', { job })).toMatchObject({ jobs: 1 });
});

test('freshness says which limit data is older than', async () => {
  const { call } = await setUp({ sandbox: small });
  const reasons = (await call('freshness'))['jobs']?.flatMap(({ why }) => why as string[]) ?? [];
  const ages = reasons.filter((reason) => reason.startsWith('older'));
  expect(ages.length).toBeGreaterThan(0);
  for (const reason of ages) expect(reason).toMatch(/^older than (warnAfter 2h|errorAfter 6h)$/);
});
