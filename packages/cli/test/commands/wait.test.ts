import { describe, expect, test } from 'vitest';
import { fastClock } from '@syncline/testing';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { history, wait } from '../support/commands.ts';

async function runWith(outcome: string): Promise<{ readonly key: string; readonly job: string }> {
  const { context, json } = await setUp({ format: 'json' });
  await history({ since: '30d', outcome, limit: '1' }, context);
  const [run] = json() as readonly { readonly key: string; readonly job: string }[];
  if (run === undefined) throw new Error(`The sandbox has no run that ${outcome}.`);
  return run;
}

describe('the exit status', () => {
  test.each([
    ['succeeded', 0],
    ['failed', 1],
    ['cancelled', 1],
  ])('of a run that %s is %d', async (outcome, code) => {
    const { key, job } = await runWith(outcome);
    const { context, json } = await setUp({ format: 'json', clock: fastClock() });
    expect(await wait({ job, run: key, timeout: '1h' }, context)).toBe(code);
    expect(json()).toMatchObject([{ key, job, outcome }]);
  });
  test('is 3 if the service refuses the credential, without waiting until the time limit', async () => {
    const { context, sandbox, notes } = await setUp({ clock: fastClock() });
    for (let count = 0; count < 20; count += 1) sandbox.faults.next('listHistory', { status: 401 });
    expect(await wait({ job: 'Weekly', timeout: '10h' }, context)).toBe(3);
    expect(notes.join()).toContain('401');
    expect(sandbox.requests.length).toBeLessThan(20);
  });
  test('is 3 for a word that the configuration does not define', async () => {
    const { key, job } = await runWith('succeeded');
    const { defineOutcomes } = await import('@syncline/runs');
    const { context } = await setUp({
      clock: fastClock(),
      environment: { classify: defineOutcomes({ failed: ['FAILED'] }) },
    });
    expect(await wait({ job, run: key, timeout: '1h' }, context)).toBe(3);
  });
  test('is 130 when it is interrupted', async () => {
    const { context } = await setUp({ signal: AbortSignal.abort(), clock: fastClock() });
    expect(await wait({ job: 'Weekly', timeout: '1h' }, context)).toBe(130);
  });
});

test.each([
  ['Weekli', 'There is no run of Weekli in the last 7d. Did you mean Weekly?'],
  ['x', 'There is no run of x in the last 7d. If it has run before, compare the name with `syncline status`.'],
])('at the first look, a wait for %s says that it may be misspelt, and goes on', async (job, note) => {
  const { context, sandbox, notes } = await setUp({ clock: fastClock() });
  expect(await wait({ job, timeout: '10m' }, context)).toBe(3);
  expect(notes.filter((line) => line === note)).toHaveLength(1);
  expect(notes.at(-1)).toContain('The outcome is unknown');
  expect(sandbox.requests.length).toBeGreaterThan(3);
});

test('a detached wait is a token without secrets, which another process continues', async () => {
  const { key, job } = await runWith('failed');
  const first = await setUp({ clock: fastClock() });
  expect(await wait({ job, run: key, timeout: '2h', detach: true }, first.context)).toBe(0);
  expect(first.sandbox.requests).toHaveLength(0);
  const token = first.text();
  const { password } = first.sandbox.credentials.basic;
  expect(token).not.toContain(password);
  const second = await setUp({ clock: fastClock(), format: 'json' });
  expect(await wait({ resume: token }, second.context)).toBe(1);
  expect(second.json()).toMatchObject([{ key, outcome: 'failed' }]);
});

test.each([
  [{}, 'JOB must be named: syncline wait JOB --timeout 2h'],
  [{ job: 'a' }, '--timeout must be set, such as --timeout 2h, because no default is right for every job'],
  [{ job: 'a', timeout: 'soon' }, '--timeout must be a duration'],
  [{ job: 'a', timeout: '1h', after: '1h', run: 'r' }, '--run names one run: leave out --after'],
  [
    { resume: 'x', timeout: '1h' },
    '--resume continues a wait with its original options: leave out the job, --timeout, --after and --run',
  ],
  [
    { resume: 'x' },
    '--resume needs the token that --detach printed: The serialized wait is not JSON. Was it truncated? Pass it whole',
  ],
])('%j is refused before anything is sent', async (options, message) => {
  const { context, sandbox } = await setUp({ clock: fastClock() });
  await expect(wait(options, context)).rejects.toThrow(message);
  expect(sandbox.requests).toHaveLength(0);
});
