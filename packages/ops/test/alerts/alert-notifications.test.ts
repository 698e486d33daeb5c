import type { Outcome } from '@syncline/runs';
import { describe, expect, test } from 'vitest';
import type { EvaluationFacts, KnownJobs } from '../../src/alerts/alert-engine.ts';
import type { FreshnessEntry } from '../../src/environment/environment.ts';
import { setUp } from '../support/alert-set-up.ts';
import { day, hour, minute, origin } from '../support/alert-world.ts';
import { judgeFreshness } from '../support/judge-freshness.ts';
import { allRuns } from '../../../runs/test/support/stored.ts';

const chatAndPager = { webhooks: ['chat', 'pager'] };
const cron = { timeZone: 'UTC', sunday: 0, seconds: false } as const;
const listOf = (schedules: Readonly<Record<string, string | null | undefined>>): KnownJobs => ({
  schedules: new Map(Object.entries(schedules)),
  isComplete: true,
});

describe('when what an alert needs is gone, it closes, and its receivers are notified once', () => {
  /** A world in which the data of a job is stale, its runs are missed, and its last run failed. */
  async function allBad(freshness: readonly FreshnessEntry[] = [{ jobs: '*', errorAfter: '2h', cron }]) {
    const world = setUp({ freshness, rules: [{ jobs: '*', recover: 1 }] });
    await world.run('succeeded', { start: origin });
    await world.run('failed', { start: origin });
    const lookAt = async (
      entries: readonly FreshnessEntry[],
      jobs = listOf({ Orders: '0 * * * *' }),
    ): Promise<void> => {
      const runs = await allRuns(world.store);
      const judged = judgeFreshness({ entries, known: jobs.schedules, runs, since: origin }, world.clock.date());
      await world.look({ judged, jobs });
    };
    world.at(4 * hour);
    await lookAt(freshness);
    expect((await world.sent()).sort()).toEqual(
      ['missed', 'run', 'stale'].map((kind) => `Orders ${kind} opened → ops`),
    );
    world.at(5 * hour);
    const ended = async () => (await world.sent()).slice(3).sort();
    const open = async () =>
      (await world.alerts.list()).filter(({ status }) => status === 'open').map(({ kind }) => kind);
    return Object.assign(world, { lookAt, ended, open });
  }

  test('the rule', async () => {
    const world = await allBad();
    world.restart({ rules: [{ jobs: 'Stock' }] });
    for (let count = 0; count < 3; count += 1) await world.lookAt([]);
    expect(await world.ended()).toEqual(['missed', 'run', 'stale'].map((kind) => `Orders ${kind} unwatched → ops`));
    expect(await world.alerts.list()).toMatchObject([{ ending: 'unwatched' }, {}, {}]);
  });

  test('the reason in the rule', async () => {
    const world = await allBad();
    world.restart({ rules: [{ jobs: '*', on: ['stale', 'missed'] }] });
    await world.lookAt([{ jobs: '*', errorAfter: '2h', cron }]);
    expect(await world.ended()).toEqual(['Orders run unwatched → ops']);
  });

  test.each<[string, readonly FreshnessEntry[], string[]]>([
    ['the entry of freshness', [], ['missed', 'stale']],
    ['the entry that matched the job', [{ jobs: 'Stock', errorAfter: '2h', cron }], ['missed', 'stale']],
    ['the limit', [{ jobs: '*', cron }], ['stale']],
    ['the expectation of scheduled runs', [{ jobs: '*', errorAfter: '2h' }], ['missed']],
  ])('%s', async (_case, freshness, kinds) => {
    const world = await allBad();
    world.restart({ freshness });
    for (let count = 0; count < 3; count += 1) await world.lookAt(freshness);
    expect(await world.ended()).toEqual(kinds.map((kind) => `Orders ${kind} unwatched → ops`));
  });

  test('the schedule of the job, but not while it is not known', async () => {
    const freshness = [{ jobs: '*', errorAfter: '2h', cron }];
    const world = await allBad(freshness);
    await world.lookAt(freshness, listOf({ Orders: undefined }));
    expect(await world.ended()).toEqual([]);
    await world.lookAt(freshness, listOf({ Orders: null }));
    await world.lookAt(freshness, listOf({ Orders: null }));
    expect(await world.ended()).toEqual(['Orders missed unwatched → ops']);
  });

  test('the job, but not while no list of jobs could be read, or the list has never had it', async () => {
    const freshness = [{ jobs: '*', errorAfter: '2h', cron }];
    const world = await allBad(freshness);
    await world.lookAt(freshness, { schedules: new Map(), isComplete: false });
    expect(await world.ended()).toEqual([]);
    for (let count = 0; count < 3; count += 1) {
      world.restart();
      await world.lookAt(freshness, listOf({ Stock: null }));
    }
    expect(await world.ended()).toEqual(['missed', 'run', 'stale'].map((kind) => `Orders ${kind} unwatched → ops`));
    expect(world.notifications.at(-1)?.data).toMatchObject({
      text: 'Orders: is no longer watched. The job does not exist anymore.',
      status: 'closed',
    });
    const never = setUp();
    await never.run('failed');
    await never.look({ jobs: listOf({ 'Orders (old)': null }) });
    expect(await never.sent()).toEqual(['Orders run opened → ops']);
  });

  test('and what is watched again opens again if it is still bad', async () => {
    const freshness = [{ jobs: '*', errorAfter: '2h', cron }];
    const world = await allBad(freshness);
    await world.lookAt(freshness, listOf({ Stock: null }));
    expect(await world.open()).toEqual([]);
    await world.lookAt(freshness);
    expect(await world.open()).toEqual(['missed', 'stale']);
    await world.lookAt(freshness, listOf({ Stock: null }));
    expect(await world.open()).toEqual([]);
    // A job that runs exists, whatever the list says.
    await world.run('failed');
    await world.lookAt(freshness, listOf({ Stock: null }));
    expect(await world.open()).toEqual(expect.arrayContaining(['run']));
  });
});

describe('the recovery', () => {
  test('goes to the receivers that were notified of the opening, whatever the rules say now', async () => {
    const world = setUp({ ...chatAndPager, rules: [{ jobs: '*', recover: 1, webhooks: ['chat'] }] });
    await world.run('failed');
    world.restart({ rules: [{ jobs: '*', recover: 1, webhooks: ['pager'] }] });
    await world.run('succeeded');
    expect(await world.sent()).toEqual(['Orders run opened → chat', 'Orders run recovered → chat']);
  });

  test('is not sent to a receiver that is no longer configured, and the log says so', async () => {
    const world = setUp({ ...chatAndPager, rules: [{ jobs: '*', recover: 1 }] });
    await world.run('failed');
    const lines: string[] = [];
    world.restart({ webhooks: ['pager'], log: (line) => lines.push(line) });
    await world.run('succeeded');
    expect(await world.sent()).toEqual([
      'Orders run opened → chat',
      'Orders run opened → pager',
      'Orders run recovered → pager',
    ]);
    expect(lines).toEqual(['chat is no longer configured, so it did not get: Orders: recovered']);
  });

  test('of an alert whose receivers are all gone goes to those that the rule has now, which hear of it first', async () => {
    const world = setUp({ webhooks: ['chat'], rules: [{ jobs: '*', recover: 1 }] });
    await world.run('failed');
    for (const webhooks of [['slack'], ['chat'], []]) {
      world.restart({ webhooks });
      await world.look();
      await world.look();
    }
    expect((await world.alerts.list())[0]?.receivers).toEqual(['chat']);
    world.restart({ webhooks: ['pager'] });
    await world.look();
    await world.run('succeeded');
    expect(await world.sent()).toEqual([
      'Orders run opened → chat',
      'Orders run opened → slack',
      'Orders run opened → chat',
      'Orders run opened → pager',
      'Orders run recovered → pager',
    ]);
  });

  test('of an alert in a store of the first version goes to the receivers that the rule has', async () => {
    const world = setUp({ rules: [{ jobs: '*', recover: 1 }] });
    const data = JSON.stringify({ openedAt: origin, closedAt: 0, isTold: true, bad: 1, openings: 1, because: [] });
    const alert = { job: 'Orders', kind: 'run', status: 'open', since: origin, data } as const;
    await world.store.writeAlerts({ consumer: 'alerts', fence: '0', position: 0, alerts: [alert], messages: [] });
    await world.look();
    await world.run('succeeded');
    expect(await world.sent()).toEqual(['Orders run recovered → ops']);
  });
});

describe('a silence', () => {
  const until = '2026-03-02T06:00:00Z';
  const rules = [{ jobs: '*', recover: 1 }];

  test('for one reason swallows neither the recovery nor the next failure', async () => {
    const world = setUp({ rules, silences: [{ jobs: '*', on: ['partial'], until }] });
    await world.run('failed');
    await world.run('partial');
    await world.run('succeeded');
    await world.run('failed');
    expect(await world.sent()).toEqual(
      ['opened', 'recovered', 'opened'].map((transition) => `Orders run ${transition} → ops`),
    );
  });

  test('does not hold the recovery of what was notified, so the next failure is reported when it ends', async () => {
    const world = setUp({ rules });
    await world.run('failed');
    world.restart({ silences: [{ jobs: '*', until }] });
    await world.run('succeeded');
    expect(world.summary().at(-1)).toBe('run recovered 0');
    world.at(hour);
    await world.run('failed');
    await world.look();
    expect(world.summary()).toHaveLength(2);
    world.at(6 * hour);
    await world.look();
    expect(world.summary()).toEqual(['run opened 0', 'run recovered 0', 'run opened 1']);
  });

  test('ends for an alert as soon as its reason is one that it does not name', async () => {
    const world = setUp({ rules, silences: [{ jobs: '*', on: ['partial'], until }] });
    await world.run('partial');
    expect(await world.sent()).toEqual([]);
    await world.run('failed');
    expect(world.notifications[0]?.data.run?.outcome).toBe('failed');
  });
});

describe('a worse reason', () => {
  const rules = [{ jobs: '*', on: ['warned', 'partial', 'failed'] as const, recover: 2 }];

  test('is a change, and a better one or the same is none', async () => {
    const world = setUp({ rules });
    for (const outcome of [
      'warned',
      'partial',
      'warned',
      'succeeded',
      'partial',
      'failed',
      'partial',
      'failed',
    ] as const)
      await world.run(outcome);
    expect(world.notifications.map(({ type, data }) => [type.split('.').at(-1), data.text])).toEqual([
      ['opened', 'Orders: the run ended with a warning: status is "WARNED"'],
      ['changed', 'Orders: got worse: the run partly failed: status is "PARTIAL"'],
      ['changed', 'Orders: got worse: the run failed: status is "FAILED"'],
    ]);
    expect(new Set(world.notifications.map(({ id }) => id)).size).toBe(3);
    expect(world.notifications.every(({ data }) => data.status === 'open')).toBe(true);
  });

  test('is held by a silence that names it, and reported at its end if it is still true', async () => {
    const world = setUp({ rules });
    await world.run('partial');
    await world.run('partial', {}, 'Stock');
    world.restart({ silences: [{ jobs: '*', on: ['failed'], until: '2026-03-02T06:00:00Z' }] });
    for (const job of ['Orders', 'Stock']) await world.run('failed', {}, job);
    await world.run('partial', {}, 'Stock');
    expect(world.notifications).toHaveLength(2);
    world.at(6 * hour);
    await world.look();
    expect((await world.sent()).slice(2)).toEqual(['Orders run changed → ops']);
  });
});

describe('a late start-up', () => {
  const rules = [{ jobs: '*', recover: 1 }];

  test('reports what is true now, and not each step of the past', async () => {
    const world = setUp({ rules });
    await world.run('failed', {}, 'Invoices');
    const events = [];
    for (let index = 1; index < 9; index += 1) {
      world.at(index * 30 * minute);
      events.push(await world.end('Orders', index % 2 === 1 ? 'succeeded' : 'failed'));
      events.push(await world.end('Stock', index % 2 === 0 ? 'succeeded' : 'failed'));
      events.push(await world.end('Invoices', index % 2 === 1 ? 'succeeded' : 'failed'));
    }
    const alerts = world.restart();
    await alerts.handle(events.slice(0, 10), true);
    await alerts.handle(events.slice(10), true);
    await world.look();
    expect(await world.sent()).toEqual(['Invoices run opened → ops', 'Orders run opened → ops']);
    expect((await alerts.list()).map(({ job, status }) => `${job} ${status}`)).toEqual([
      'Invoices open',
      'Orders open',
      'Stock closed',
    ]);
  });

  test('reports each step of the last hour after the first look', async () => {
    const world = setUp({ rules });
    const events = [];
    for (const [index, outcome] of (['failed', 'succeeded', 'failed', 'succeeded'] as const).entries()) {
      world.at(index * 50 * minute);
      events.push(await world.end('Orders', outcome));
    }
    await world.alerts.handle(events);
    await world.look();
    expect(await world.sent()).toEqual(['Orders run opened → ops', 'Orders run recovered → ops']);
  });

  test('reports a new failure at once, although it also found an old one', async () => {
    const world = setUp({ rules });
    await world.run('failed', { start: origin - 3 * day, end: origin - 3 * day + minute });
    await world.look();
    expect(await world.sent()).toEqual([]);
    world.at(minute);
    await world.run('failed');
    expect(await world.sent()).toEqual(['Orders run opened → ops']);
  });

  /** A run that started and ended before those that a test has at the origin. */
  const old = { start: origin - 2 * hour, end: origin - 30 * minute };

  test('counts no run that started and ended before the newest one, good or bad', async () => {
    const world = setUp({ rules: [{ jobs: '*', after: 2, recover: 2 }] });
    await world.run('failed');
    await world.run('failed', old);
    expect(await world.sent()).toEqual([]);
    world.at(hour);
    await world.run('failed');
    world.restart();
    world.at(2 * hour);
    await world.run('succeeded');
    await world.run('succeeded', old);
    await world.run('failed', old);
    expect(await world.sent()).toEqual(['Orders run opened → ops']);
    // It also ended after the newest one, so it is news.
    await world.run('succeeded', { start: old.start, end: origin + 2 * hour + 1 });
    expect((await world.sent()).at(-1)).toBe('Orders run recovered → ops');
  });

  test('compares with the one that ended last of several that started together', async () => {
    const world = setUp({ rules });
    await world.run('succeeded', { start: origin - hour });
    await world.run('succeeded', { start: origin - hour, end: origin - 50 * minute });
    await world.run('failed', old);
    expect(await world.sent()).toEqual([]);
  });

  test('leaves a job that does not exist anymore gone, although an old run of it was found', async () => {
    const world = setUp({ rules });
    const listed = (...names: readonly string[]) => ({
      jobs: { schedules: new Map(names.map((name) => [name, null])), isComplete: true },
    });
    await world.run('failed');
    await world.look(listed('Orders', 'Stock'));
    await world.look(listed('Stock'));
    await world.run('succeeded', old);
    const [{ data = '' } = {}] = (await world.store.readAlerts('alerts')).alerts;
    expect(JSON.parse(data)).toMatchObject({ listing: 'gone', ending: 'unwatched' });
  });

  test.each([
    ['that starts in the far future', { start: Date.parse('9999-01-01T00:00:00Z'), end: undefined }],
    ['of a time before 1970', { start: -2 * day, end: -day }],
  ])('counts an odd run %s, and compares later runs with the newest of them', async (_, odd) => {
    const world = setUp({ rules });
    const statuses = async () => (await world.store.readAlerts('alerts')).alerts.map(({ status }) => status);
    await world.run('failed', odd);
    expect(await statuses()).toEqual(['open']);
    world.at(2 * hour);
    await world.run('succeeded');
    await world.run('failed', { start: origin + 10 * minute, end: origin + 20 * minute });
    expect(await statuses()).toEqual(['closed']);
  });

  test('counts every run after an upgrade, until one is newer than those in the store', async () => {
    const world = setUp({ rules });
    const data = JSON.stringify({ openedAt: 0, closedAt: 0, good: 1, newest: origin, because: [] });
    const alert = { job: 'Orders', kind: 'run', status: 'closed', since: 0, data } as const;
    await world.store.writeAlerts({ consumer: 'alerts', fence: '0', position: 0, alerts: [alert], messages: [] });
    await world.run('failed', old);
    world.at(hour);
    await world.run('succeeded');
    await world.run('failed', old);
    expect(await world.sent()).toEqual(['Orders run opened → ops', 'Orders run recovered → ops']);
  });
});

describe('the newest run of a job', () => {
  const long = { key: 'long', start: origin - 10 * hour, end: origin + 2 * hour };
  const short = { key: 'short', start: origin - hour, end: origin + hour };
  const rules = [{ jobs: '*', recover: 1 }];
  const noEnd = { end: undefined };
  type Found = readonly [outcome: Outcome, facts: Parameters<ReturnType<typeof setUp>['run']>[1]];

  test.each<[what: string, runs: readonly Found[], sent: readonly string[]]>([
    [
      'ended last, although it began first, and is corrected',
      [
        ['succeeded', short],
        ['failed', long],
        ['succeeded', { ...long, type: 'changed', previous: 'failed' }],
      ],
      ['opened', 'recovered'],
    ],
    [
      'is not one that began later and ended earlier, found late or corrected',
      [
        ['failed', long],
        ['succeeded', short],
        ['succeeded', { ...short, type: 'changed', previous: 'failed' }],
      ],
      ['opened'],
    ],
    [
      'is any of two that ended together',
      [
        ['failed', long],
        ['succeeded', { ...short, end: long.end }],
      ],
      ['opened', 'recovered'],
    ],
    [
      'began last, where the service says no ends',
      [
        ['failed', { ...short, ...noEnd }],
        ['succeeded', { ...long, ...noEnd }],
        ['succeeded', { ...long, ...noEnd, type: 'changed', previous: 'failed' }],
      ],
      ['opened'],
    ],
    [
      'is corrected, where the service says no ends',
      [
        ['failed', { ...short, ...noEnd }],
        ['succeeded', { ...short, ...noEnd, type: 'changed', previous: 'failed' }],
      ],
      ['opened', 'recovered'],
    ],
    [
      'was running when the others had ended, where the service says no ends',
      [
        ['succeeded', { ...short, ...noEnd }],
        ['failed', { ...long, ...noEnd, previous: 'running' }],
      ],
      ['opened'],
    ],
    [
      'is one of an unknown word, which ends later',
      [
        ['unknown', { ...long, ...noEnd, type: 'changed' }],
        ['succeeded', { ...long, previous: 'unknown' }],
      ],
      ['opened', 'recovered'],
    ],
    [
      'was cancelled after all, which says neither good nor bad',
      [
        ['failed', long],
        ['cancelled', { ...long, type: 'changed', previous: 'failed' }],
        ['succeeded', { ...long, type: 'changed', previous: 'cancelled' }],
      ],
      ['opened', 'recovered'],
    ],
  ])('%s', async (_, found, transitions) => {
    const world = setUp({ rules });
    world.at(3 * hour);
    for (const [outcome, facts] of found) {
      await world.run(outcome, facts);
      await world.look();
      world.restart();
    }
    expect((await world.sent()).map((text) => text.split(' ')[2])).toEqual(transitions);
  });

  test.each<[what: string, again: Found]>([
    ['failed again after it was tried again', ['failed', { ...long, previous: 'running' }]],
    ['partly failed after all', ['partial', { ...long, type: 'changed', previous: 'failed' }]],
    ['was cancelled after all', ['cancelled', { ...long, type: 'changed', previous: 'failed' }]],
    ['succeeded after all', ['succeeded', { ...long, type: 'changed', previous: 'failed' }]],
  ])('counts once when it %s', async (_, [outcome, facts]) => {
    const world = setUp({ rules: [{ jobs: '*', after: 3 }] });
    world.at(3 * hour);
    await world.run('failed', { ...short, key: 'first' });
    await world.run('failed', long);
    await world.run(outcome, facts);
    await world.run('failed', { end: origin + 3 * hour });
    const isBad = outcome === 'failed' || outcome === 'partial';
    expect(await world.sent()).toEqual(isBad ? ['Orders run opened → ops'] : []);
  });

  test('tells the reason of the run before it when it was good after all', async () => {
    const world = setUp({ rules: [{ jobs: '*', recover: 2 }] });
    await world.run('partial');
    world.at(hour);
    await world.run('failed', { key: 'last' });
    expect((await world.alerts.list())[0]).toMatchObject({ reason: 'failed', because: ['status is "FAILED"'] });
    await world.run('succeeded', { key: 'last', type: 'changed', previous: 'failed' });
    expect((await world.alerts.list())[0]).toMatchObject({ reason: 'partial', because: ['status is "PARTIAL"'] });
    expect((await world.sent()).map((text) => text.split(' ')[2])).toEqual(['opened', 'changed']);
  });
});

describe('an alert that a person closes', () => {
  test('notifies its receivers once, and opens again with the next bad run', async () => {
    const world = setUp({ rules: [{ jobs: '*', after: 2 }] });
    await world.run('failed');
    await world.run('failed');
    expect(await world.alerts.close('Orders', 'run')).toBe(true);
    expect([await world.alerts.close('Orders', 'run'), await world.alerts.close('Stock', 'run')]).toEqual([
      false,
      false,
    ]);
    expect((await world.alerts.list())[0]).toMatchObject({ status: 'closed', ending: 'closed', receivers: [] });
    await world.run('failed');
    expect(await world.sent()).toEqual(['Orders run opened → ops', 'Orders run closed → ops']);
    await world.run('failed');
    expect((await world.sent()).at(-1)).toBe('Orders run opened → ops');
  });

  test('stays closed while the same data is stale', async () => {
    const world = setUp();
    await world.run('succeeded', { start: origin });
    const look = async (): Promise<void> => {
      const runs = await allRuns(world.store);
      const entries = [{ jobs: '*', errorAfter: '2h' }];
      const facts: EvaluationFacts = {
        judged: judgeFreshness({ entries, known: new Map(), runs, since: origin }, world.clock.date()),
      };
      await world.look(facts);
    };
    world.at(3 * hour);
    await look();
    await world.alerts.close('Orders', 'stale');
    world.at(4 * hour);
    await look();
    expect(await world.sent()).toEqual(['Orders stale opened → ops', 'Orders stale closed → ops']);
    await world.run('succeeded');
    world.at(8 * hour);
    await look();
    expect((await world.sent()).at(-1)).toBe('Orders stale opened → ops');
  });

  test('is closed for another process too, which opens it again with the next bad run', async () => {
    const world = setUp();
    await world.run('failed');
    const other = world.alerts;
    await world.restart().close('Orders', 'run');
    await other.handle([await world.end('Orders', 'failed')]);
    expect((await other.list())[0]?.status).toBe('open');
    expect(await world.sent()).toEqual(
      ['opened', 'closed', 'opened'].map((transition) => `Orders run ${transition} → ops`),
    );
  });
});
