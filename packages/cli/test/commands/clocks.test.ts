import { expect, test } from 'vitest';
import { fastClock } from '@syncline/testing';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { freshness, status, wait } from '../support/commands.ts';

/** A run of the job, and the service's clock when the command begins at 12:00 by this machine's clock. */
const service = (runstartdate: string, start: string) => ({
  data: { history: [{ historyid: 'h1', jobname: 'Orders', status: 'SUCCESS', runstartdate }] },
  clock: { start },
});
const ahead = "The clock of the service is 2h ahead of this machine's clock. Set the clock that is wrong.";

test.each([
  ['12:30', 3],
  ['14:00', 0],
])('a service 2 hours ahead: a wait for a new run, and a run that started at %s by its clock: %d', async (at, code) => {
  const sandbox = service(`2026-03-02T${at}:00Z`, '2026-03-02T14:00:00Z');
  const set = await setUp({ sandbox, clock: fastClock() });
  expect(await wait({ job: 'Orders', timeout: '15m' }, set.context)).toBe(code);
  // The machine's clock passes while the service's stands still.
  expect(set.notes[0]).toMatch(/^The clock of the service is (2h|1h .+) ahead of this machine's clock\./);
});

test('a clock of this machine that is set back does not hide a run that was seen', async () => {
  const clock = fastClock();
  const sandbox = {
    data: {
      history: [{ historyid: 'h1', jobname: 'Orders', status: 'RUNNING', runstartdate: '2026-03-02T12:00:10Z' }],
    },
    clock: { start: '2026-03-02T12:00:00Z' },
  };
  const { date } = clock;
  let isSetBack = false;
  clock.date = () => date() - (isSetBack ? 3_600_000 : 0);
  const { context } = await setUp({ sandbox, clock });
  const end = new AbortController();
  const polls: string[] = [];
  const progress = (text: string): void => {
    if (!/^Waiting: (Orders is|no run)/.test(text)) return;
    if (polls.push(text) === 2) end.abort();
    isSetBack = true;
  };
  const output = { ...context.output, progress };
  const options = { job: 'Orders', timeout: '1h' };
  expect(await wait(options, { ...context, output, signal: end.signal })).toBe(130);
  expect(polls).toEqual([expect.stringContaining('is running'), expect.stringContaining('is running')]);
});

test('a detached wait takes its moment from the clock of the machine that began it', async () => {
  const sandbox = service('2026-03-02T12:30:00Z', '2026-03-02T14:00:00Z');
  const first = await setUp({ sandbox, clock: fastClock() });
  expect(await wait({ job: 'Orders', timeout: '15m', detach: true }, first.context)).toBe(0);
  const second = await setUp({ sandbox, clock: fastClock() });
  expect(await wait({ resume: first.text() }, second.context)).toBe(3);
});

test.each([
  ['11:00', 3],
  ['10:00', 0],
])('a time with the option --after, such as %s, is one of this machine: %d', async (time, code) => {
  const sandbox = service('2026-03-02T12:30:00Z', '2026-03-02T14:00:00Z');
  const set = await setUp({ sandbox, clock: fastClock() });
  expect(await wait({ job: 'Orders', timeout: '15m', after: `2026-03-02T${time}:00Z` }, set.context)).toBe(code);
});

test('data is not fresh because the clock of the service is ahead', async () => {
  const sandbox = service('2026-03-02T11:30:00Z', '2026-03-02T14:00:00Z');
  const environment = { freshness: [{ jobs: 'Orders', errorAfter: '2h' }] };
  const set = await setUp({ sandbox, environment });
  expect(await freshness({ job: 'Orders' }, set.context)).toBe(1);
  expect(set.text()).toMatch(/Orders +2h 30m +older than 2h/);
  expect(set.notes[0]).toBe(ahead);
});

test.each([
  [
    '2026-03-02T10:00:00Z',
    ["The clock of the service is 2h behind this machine's clock. Set the clock that is wrong."],
  ],
  ['2026-03-02T11:58:00Z', []],
])('a service whose clock shows %s', async (start, notes) => {
  const set = await setUp({ sandbox: service('2026-03-02T09:00:00Z', start) });
  expect(await status({}, set.context)).toBe(0);
  expect(set.notes.slice(0, -1)).toEqual(notes);
});
