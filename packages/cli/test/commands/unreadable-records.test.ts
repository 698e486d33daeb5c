import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fastClock } from '@syncline/testing';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { diagnose, exportRuns, freshness, history, report, status, wait } from '../support/commands.ts';

const good = { historyid: 'h1', jobname: 'Orders', status: 'SUCCESS', runstartdate: '2026-03-02T09:00:00Z' };
const nameless = { historyid: 'h2', status: 'FAILED', runstartdate: '2026-03-02T10:00:00Z' };
const notes = ['1 history record could not be read as runs with `history` of the configuration: job is missing.'];

test.each([
  ['status', status],
  ['history', history],
] as const)('%s without a record that cannot be read has the exit status 3', async (_name, command) => {
  const set = await setUp({ sandbox: { data: { history: [good, nameless] } } });
  expect(await command({}, set.context)).toBe(3);
  expect(set.text()).toContain('Orders');
  expect(set.notes.slice(0, notes.length)).toEqual(notes);
});

test.each([
  ['status', status],
  ['history', history],
  ['freshness', freshness],
] as const)('%s says so below its table, where a long one leaves it on the screen', async (_name, command) => {
  const environment = { freshness: [{ jobs: '*', errorAfter: '5h' }] };
  const { context } = await setUp({ sandbox: { data: { history: [good, nameless] } }, environment });
  const lines: string[] = [];
  const write = (text: string): void => void lines.push(text);
  await command({}, { ...context, output: { ...context.output, write, note: write } });
  expect(lines[0]).toContain('Orders');
  expect(lines[1]).toBe(notes[0]);
});

test.each([
  ['error', 3],
  ['warn', 3],
  ['never', 0],
] as const)('the last run of a job may not be in a report: with --fail-on %s, the exit status is %d', async (failOn, code) => {
  const set = await setUp({ sandbox: { data: { history: [good, nameless] } } });
  const out = join(folderWith({}), 'report.html');
  expect(await report({ out, failOn, definitions: false }, set.context)).toBe(code);
  expect(set.notes).toContain(notes[0]);
});

test('a report on no job does not say that no job needs attention', async () => {
  const set = await setUp({ sandbox: { data: { history: [] } } });
  expect(await report({ out: join(folderWith({}), 'report.html'), definitions: false }, set.context)).toBe(3);
  expect(set.text()).toBe('No jobs found.');
  expect(set.notes.at(-1)).toMatch(/^The report is in /);
});

test('an export from a service without filters counts a record once, however often it arrives', async () => {
  const set = await setUp({
    sandbox: { data: { history: [good, nameless] }, behavior: { filter: 'ignore' } },
  });
  expect(await exportRuns({ out: join(folderWith({}), 'runs.csv'), since: '2d' }, set.context)).toBe(3);
  expect(set.notes.at(-1)).toMatch(/^1 history record could not be read as runs/);
});

test('an export that can read no record keeps the earlier file', async () => {
  const folder = folderWith({ 'runs.csv': 'earlier' });
  const set = await setUp({ sandbox: { data: { history: [nameless] } } });
  const out = join(folder, 'runs.csv');
  for (const options of [{ out }, { out }, { out, restart: true }])
    await expect(exportRuns(options, set.context)).rejects.toThrow('history does not match any record');
  expect(readFileSync(out, 'utf8')).toBe('earlier');
});

test('a wait says that the run may be a record that cannot be read', async () => {
  const { historyid: _key, ...keyless } = { ...nameless, jobname: 'Orders' };
  const history = [good, keyless];
  const set = await setUp({ sandbox: { data: { history } }, clock: fastClock() });
  expect(await wait({ job: 'Orders', after: '2026-03-02T09:30:00Z', timeout: '10m' }, set.context)).toBe(3);
  expect(set.notes[0]).toMatch(/^1 history record could not be read as runs.*: key is missing\. The run may be among/);
});

test('a wait ends at once if the configuration fits no record', async () => {
  const set = await setUp({ sandbox: { data: { history: [nameless] } }, clock: fastClock() });
  await expect(wait({ job: 'Orders', after: '3h', timeout: '10h' }, set.context)).rejects.toThrow(
    'history does not match any of the 1 record that the service returned: job is missing.',
  );
});

test('a run that cannot be read is not reported as one that does not exist', async () => {
  const some = await setUp({ sandbox: { data: { history: [good, nameless] } } });
  expect(await diagnose({ run: 'h2' }, some.context)).toBe(3);
  expect(some.notes[0]).toBe(notes[0]);
  const none = await setUp({ sandbox: { data: { history: [nameless] } } });
  await expect(diagnose({ run: 'h2' }, none.context)).rejects.toThrow('history does not match any of the 1 record');
});

test('without any job, freshness does not blame the entries of the configuration', async () => {
  const environment = { freshness: [{ jobs: '*', errorAfter: '2h' }] };
  const set = await setUp({ sandbox: { data: { history: [], workspaces: [] } }, environment });
  expect(await freshness({}, set.context)).toBe(3);
  expect(set.text()).toBe(
    'No jobs found: no run started in the last 7d, and no interface lists a job. Check the interfaces with `syncline doctor`.',
  );
});
