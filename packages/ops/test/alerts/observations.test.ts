import { defineOutcomes } from '@syncline/runs';
import { describe, expect, test } from 'vitest';
import { observeRun } from '../../src/alerts/observations.ts';
import { setUp } from '../support/alert-set-up.ts';
import { hour, minute, origin } from '../support/alert-world.ts';
import { judgeFreshness } from '../support/judge-freshness.ts';
import { allRuns } from '../../../runs/test/support/stored.ts';

describe('freshness', () => {
  const entries = [
    { jobs: 'Orders', errorAfter: '6h', cron: { timeZone: 'UTC', sunday: 0 as const, seconds: false } },
    { jobs: '*', warnAfter: '2h' },
  ];
  const known = new Map([['Orders', '0 * * * *']]);
  const judge = async (world: ReturnType<typeof setUp>) => {
    const heads = await allRuns(world.store);
    return { judged: judgeFreshness({ entries, known, runs: heads, since: origin }, world.clock.date()) };
  };

  test('opens an alert for stale data and one for missed runs, and each closes separately', async () => {
    const world = setUp({ rules: [{ jobs: '*', recover: 1 }] });
    await world.run('succeeded', { start: origin + 1 });
    for (let index = 0; index <= 20 * 12; index += 1) {
      world.at(index * 5 * minute + 1000);
      if (index === 8 * 12) await world.run('failed', { start: world.clock.date() });
      if (index >= 9 * 12 && index % 12 === 0) await world.run('succeeded', { start: world.clock.date() });
      await world.look(await judge(world));
    }
    expect(world.summary()).toEqual([
      // The grace period of the 01:00 tick is over.
      'missed opened 1',
      expect.stringMatching(/^stale opened 6\.0000/),
      expect.stringMatching(/^run opened 8\.000/),
      expect.stringMatching(/^missed recovered 8\.000/),
      expect.stringMatching(/^run recovered 9\.000/),
      expect.stringMatching(/^stale recovered 9\.000/),
    ]);
    expect(world.notifications[0]?.data.text).toBe(
      'Orders: a scheduled run did not start: A run was due at 2026-03-02T01:00:00Z, and did not start.',
    );
  });

  test('a tick during a stored run that had not ended is not missed, if the entry says so', async () => {
    const world = setUp();
    await world.run('succeeded', { start: origin, end: origin + 3.5 * hour });
    const runs = await allRuns(world.store);
    const cron = { timeZone: 'UTC', sunday: 0, seconds: false } as const;
    const missed = [false, true].map((skipWhileRunning) => {
      const evidence = { entries: [{ jobs: '*', cron, skipWhileRunning }], known, runs, since: origin };
      return judgeFreshness(evidence, origin + 4.5 * hour).map(({ schedule }) => schedule?.missed);
    });
    const hours = (...numbers: readonly number[]) => numbers.map((number) => origin + number * hour);
    expect(missed).toEqual([[hours(1, 2, 3, 4)], [hours(4)]]);
  });

  test('waits for several missed runs if the rule says so, and counts each once', async () => {
    const world = setUp({ rules: [{ jobs: '*', on: ['missed'], after: 3 }] });
    await world.run('succeeded', { start: origin + 1 });
    for (let index = 0; index <= 4 * 12; index += 1) {
      world.at(index * 5 * minute + 1000);
      await world.look(await judge(world));
    }
    expect(world.summary()).toEqual(['missed opened 1']);
    expect(world.notifications[0]?.data.text).toMatch(/^Orders: 3 scheduled runs did not start/);
  });

  test('reports stale data again if its limit is raised for a time', async () => {
    const world = setUp({ rules: [{ jobs: '*', recover: 1 }] });
    await world.run('succeeded', { start: origin });
    const runs = await allRuns(world.store);
    for (const [index, limit] of ['2h', '9h', '3h', '9h', '2h'].entries()) {
      world.at(8 * hour + index * minute);
      const evidence = { entries: [{ jobs: '*', errorAfter: limit }], known: new Map<string, undefined>(), runs };
      await world.look({ judged: judgeFreshness({ ...evidence, since: origin }, world.clock.date()) });
    }
    expect(world.summary().filter((text) => text.startsWith('stale opened'))).toEqual([
      'stale opened 2',
      'stale opened 3',
      'stale opened 2',
    ]);
    expect(new Set(world.notifications.map(({ id }) => id)).size).toBe(5);
  });

  test('ignores a job that never succeeded, and warns only if no other limit is set', async () => {
    const world = setUp();
    await world.run('failed', {}, 'New');
    await world.run('succeeded', { start: origin }, 'Old');
    world.at(3 * hour);
    await world.look(await judge(world));
    expect(world.notifications.map(({ subject, data }) => `${subject} ${data.kind}`)).toEqual([
      'New run',
      'Orders missed',
      'Old stale',
    ]);
  });
});

test('an unusual volume opens an alert if the rule includes it', async () => {
  const world = setUp({ rules: [{ jobs: 'Orders', on: ['volume'], recover: 1 }, { jobs: '*' }] });
  for (const [index, rows] of [100, 101, 99, 100, 102, 98, 100, 101, 3, 100].entries()) {
    world.at(index * hour);
    await world.run('succeeded', { rows });
    await world.run('succeeded', { rows }, 'Stock');
  }
  expect(world.summary()).toEqual(['volume opened 8', 'volume recovered 9']);
  expect(world.notifications[0]?.data.because).toEqual(['The run moved 3 rows; 93 to 107 are usual.']);
  const corrected = { key: 'r19', type: 'changed', previous: 'succeeded' } as const;
  await world.run('succeeded', { ...corrected, rows: 2 });
  await world.run('succeeded', { ...corrected, rows: 99 });
  await world.run('succeeded', { ...corrected, rows: 2 });
  await world.run('failed', { ...corrected, rows: 2 });
  expect(world.summary().slice(2)).toEqual(['volume opened 8', 'volume recovered 9', 'volume opened 8']);
  await world.run('succeeded', { key: 'r19', rows: 99, previous: 'running' });
  expect(world.summary().slice(5)).toEqual(['volume recovered 9']);
  expect(new Set(world.notifications.map(({ id }) => id)).size).toBe(6);
  // Found late, it has been usual since.
  await world.run('succeeded', { rows: 3, start: origin + 8.6 * hour, end: origin + 8.7 * hour });
  expect(world.summary()).toHaveLength(6);
});

test('a status that the configuration and the count of its tasks both explain is one reason', () => {
  const classify = defineOutcomes({ partial: [/^\d+ of \d+ Tasks Failed$/] });
  const { outcome, because } = classify({ status: '3 of 6 Tasks Failed', error: 'connection timed out' });
  const run = { key: 'r1', job: 'Orders', status: '3 of 6 Tasks Failed', start: origin, end: origin + minute, outcome };
  const event = { type: 'ended', at: origin + minute, run, because } as never;
  expect(observeRun(event, { on: new Set(['failed']) } as never)?.because).toEqual([
    'connection timed out',
    'status is "3 of 6 Tasks Failed"',
  ]);
});
