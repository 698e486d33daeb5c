import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { defineOutcomes } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AlertRuleOptions } from '../../src/config/alert-schema.ts';
import { type AlertEvent, verifyWebhook } from '../../src/alerts/webhooks/index.ts';
import type { Environment } from '../../src/environment/environment.ts';
import { Monitor } from '../../src/monitor/monitor.ts';
import { healthOf } from '../../src/monitor/pages.ts';
import { renderPage } from '../../src/report/page/render-page.ts';
import { day, hour, minute, origin, TestClock } from '../support/alert-world.ts';
import { folderWith } from '../support/folder.ts';
import { NaiveAlerts, type NaiveEvent } from '../support/naive-alerts.ts';
import { type Behavior, createOddService, type RealEnd } from '../support/odd-service.ts';
import { createReceiver } from '../support/receiver.ts';

const jobs = Number(process.env['MONTH_JOBS'] ?? 1_000);
const days = Number(process.env['MONTH_DAYS'] ?? 28);
const every = 15 * minute;
const secret = `whsec_${Buffer.from('m'.repeat(32)).toString('base64')}`;

/** The rules of each week. In the third, nobody watches the jobs whose names begin with Job 9. */
const watched = [1, 2, 3, 4, 5, 6, 7, 8].map((digit) => `Job ${digit}*`);
const weeks: readonly (readonly AlertRuleOptions[])[] = [
  [{ jobs: '*', on: ['failed'], recover: 1, settle: '720h' }],
  [
    { jobs: 'Job 1*', on: ['failed'], recover: 1, settle: '720h', webhooks: ['one'] },
    { jobs: '*', on: ['failed'], recover: 1, settle: '720h', webhooks: ['two'] },
  ],
  [...watched, 'Job 0'].map((pattern) => ({ jobs: pattern, on: ['failed'] as const, recover: 1, settle: '720h' })),
  [{ jobs: '*', on: ['failed'], recover: 1, settle: '720h', webhooks: ['one'] }],
];
const weekAt = (now: number): number => Math.min(weeks.length - 1, Math.floor((now - origin) / (7 * day)));

/** A clock whose wall time the test sets, and on which each request takes a second, so that no budget of requests ends. */
class MonthClock extends TestClock {
  #requests = 0;

  override now(): number {
    return super.now() + this.#requests * 1_000;
  }

  countRequest(): void {
    this.#requests += 1;
  }
}

const behaviorAt = (now: number): Behavior => {
  const today = Math.floor((now - origin) / day);
  const hourOfDay = ((now - origin) % day) / hour;
  return {
    ignoresFilter: today === 10,
    isDown: today === 20 && hourOfDay >= 3 && hourOfDay < 6,
    cap: [undefined, 500, 200, 1_000][weekAt(now)],
    hasNextLink: weekAt(now) !== 1,
  };
};

/** What the naive rules for alerts say about the real ends: the transitions of each job, in order. */
class ExpectedTransitions {
  readonly #naive = new NaiveAlerts({ rules: [], silences: [], webhooks: [], freshness: [] });
  readonly #ends: readonly RealEnd[];
  #next = 0;
  readonly byJob: Record<string, string[]> = {};

  constructor(ends: readonly RealEnd[]) {
    this.#ends = ends.toSorted((left, right) => left.at - right.at);
  }

  /** @param isFirst - whether it is the first look of a process */
  look(now: number, week: number, isFirst: boolean): void {
    const found: RealEnd[] = [];
    for (let end = this.#ends[this.#next]; end !== undefined && end.at <= now; end = this.#ends[(this.#next += 1)])
      found.push(end);
    this.#naive.config = { ...this.#naive.config, rules: weeks[week] ?? [], webhooks: webhooksOf(week) };
    const events = found
      .sort((left, right) => left.start - right.start)
      .map(({ job, start, at, isFailure }): NaiveEvent => {
        // A run of the far future has no end, so it ended when it was found.
        const end = start > at ? now : at;
        return { key: `${job} ${at}`, job, outcome: isFailure ? 'failed' : 'succeeded', start, end, at: now };
      });
    for (const text of this.#naive.tick(now, events, unlisted, isFirst)) {
      const [, job = '', what = ''] = /^(Job \d+) run (\w+)/.exec(text) ?? [];
      (this.byJob[job] ??= []).push(what);
    }
  }
}

const unlisted = { listed: new Map(), isListComplete: false, lastSuccess: new Map(), lastStart: new Map() };
const webhooksOf = (week: number): readonly string[] => (week < 3 ? ['one', 'two'] : ['one']);

test('a month of odd values, changing services and changing rules: each failure is told once and closed once', async () => {
  const clock = new MonthClock(origin);
  const service = createOddService({ seed: 5, jobs, days, oddShare: 0.02, behaviorAt, clock });
  let receivers = { one: true, two: true };
  const received: { name: string; headers: Record<string, unknown>; body: string }[] = [];
  const createWebhook = (name: 'one' | 'two') =>
    createReceiver(({ headers, body }) => {
      if (!receivers[name]) return 'drop';
      received.push({ name, headers, body });
      return 204;
    });
  const [one, two] = [await createWebhook('one'), await createWebhook('two')];
  const environmentOf = (week: number): Environment => ({
    name: 'production',
    odata: createODataClient({
      baseUrl: 'https://sync.example.com/app',
      credential: basic({ username: 'user', password: 'password' }),
      fetch: ((...request) => {
        clock.countRequest();
        return service.transport(...request);
      }) as typeof service.transport,
      retry: 0,
      undecodable: 'keep',
      clock: {
        ...clock,
        date: () => clock.date(),
        now: () => performance.now(),
        wait: (ms, call) => {
          const timer = setTimeout(call, ms);
          return () => clearTimeout(timer);
        },
      },
    }),
    v2: undefined,
    classify: defineOutcomes({
      succeeded: ['SUCCESS'],
      failed: ['FAILED'],
      running: ['RUNNING'],
    }) as Environment['classify'],
    history: {
      key: 'historyid',
      job: 'jobname',
      status: 'status',
      start: 'runstartdate',
      end: 'runenddate',
      rows: 'recordsaffected',
      timeZone: 'UTC',
    } as never,
    freshness: [{ jobs: '*', errorAfter: week % 2 === 0 ? '1d' : '2d' }],
    alerts: {
      rules: weeks[week] ?? [],
      silences: [],
      webhooks: {
        one: { url: one.url, secrets: [secret] },
        ...(week < 3 ? { two: { url: two.url, secrets: [secret] } } : {}),
      },
    },
    lint: {},
    store: undefined,
    close: async () => undefined,
  });
  const store = openSqliteStore(join(folderWith({}), 'runs.db'), { environment: 'production' });
  const open = (week: number): Promise<Monitor> =>
    Monitor.open({ environment: environmentOf(week), store, clock, windowMs: day, definitionsMs: 0 });
  let week = 0;
  let monitor = await open(week);
  expect(renderPage(await monitor.report())).not.toMatch(/class="good"/);
  const expected = new ExpectedTransitions(service.ends);
  const ticks: number[] = [];
  let isFirst = true;
  const problems = new Map<string, number>();
  for (let now = origin + every; now <= origin + days * day; now += every) {
    clock.set(now);
    receivers = { one: Math.floor((now - origin) / day) !== 5, two: true };
    if (weekAt(now) !== week) {
      await monitor.release();
      week = weekAt(now);
      monitor = await open(week);
      isFirst = true;
    }
    const { incomplete } = service.requests;
    const { problem } = await monitor.tick();
    if (problem !== undefined) problems.set(problem.code, (problems.get(problem.code) ?? 0) + 1);
    else {
      ticks.push(now);
      expected.look(now, week, isFirst);
      isFirst = false;
    }
    // A day without filter, with a limit and without links hides records from a large fleet.
    const cause = behaviorAt(now).isDown
      ? 'HTTP_ERROR'
      : service.requests.incomplete > incomplete
        ? 'HISTORY_INCOMPLETE'
        : undefined;
    expect(problem?.code, `${problem?.message} at ${new Date(now).toISOString()}`).toBe(cause);
    // The messages of the tick go out beside it, as in a process that waits for its next one.
    await turn();
    const health = healthOf(monitor.state, { everyMs: every, now, isStopping: false });
    expect(health.ready).toBe(now - (ticks.at(-1) ?? 0) <= 3 * every);
    if ((now - origin) % day === 0) await store.prune({ before: now - 9 * day });
  }
  // Messages that waited for a receiver are delivered. A release waits for the delivery that is running.
  for (let rest = 1; rest < 4; rest += 1) {
    clock.set(origin + days * day + rest * hour);
    await monitor.tick();
    expected.look(clock.date(), week, isFirst);
    isFirst = true;
    await monitor.release();
    monitor = await open(week);
  }
  const seen = new Set<string>();
  const told: Record<string, string[]> = {};
  for (const { headers, body } of received) {
    const at = Number(headers['webhook-timestamp']) * 1_000;
    const verify = verifyWebhook({ secret, clock: { date: () => at } });
    const { id, type, data }: AlertEvent = await verify(headers as never, body);
    if (seen.has(id)) continue;
    seen.add(id);
    (told[data.job] ??= []).push(type.split('.').at(-1) ?? '');
  }
  const count = Object.values(expected.byJob).flat().length;
  console.log(
    `${service.ends.length} runs of ${jobs} jobs, ${service.requests.count} requests, ${ticks.length} ticks, ` +
      `${count} transitions, ${received.length} messages, problems: ${JSON.stringify([...problems])}`,
  );
  const wrong = Object.keys({ ...expected.byJob, ...told }).filter(
    (job) => String(told[job]) !== String(expected.byJob[job]),
  );
  expect(wrong.slice(0, 10).map((job) => `${job}: ${told[job]} instead of ${expected.byJob[job]}`)).toEqual([]);
  await store.close();
});
