import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { defineOutcomes } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AlertRuleOptions } from '../../src/config/alert-schema.ts';
import { type AlertEvent, verifyWebhook } from '../../src/alerts/webhooks/index.ts';
import type { Environment } from '../../src/environment/environment.ts';
import { Monitor } from '../../src/monitor/monitor.ts';
import { healthOf } from '../../src/monitor/pages.ts';
import { renderPage } from '../../src/report/page/render-page.ts';
import { day, hour, minute, origin, TestClock } from '../support/alert-world.ts';
import { folderWith } from '../support/folder.ts';
import { type Behavior, createOddService, type RealEnd } from '../support/odd-service.ts';
import { createReceiver } from '../support/receiver.ts';

const jobs = Number(process.env['MONTH_JOBS'] ?? 1_000);
const days = Number(process.env['MONTH_DAYS'] ?? 28);
const every = 15 * minute;
const secret = `whsec_${Buffer.from('m'.repeat(32)).toString('base64')}`;

/** The rules of each week. In the third, nobody watches the jobs whose names begin with Job 9. */
const watched = [1, 2, 3, 4, 5, 6, 7, 8].map((digit) => `Job ${digit}*`);
const weeks: readonly (readonly AlertRuleOptions[])[] = [
  [{ jobs: '*', on: ['failed'], recover: 1, settle: '30d' }],
  [
    { jobs: 'Job 1*', on: ['failed'], recover: 1, settle: '30d', webhooks: ['one'] },
    { jobs: '*', on: ['failed'], recover: 1, settle: '30d', webhooks: ['two'] },
  ],
  [...watched, 'Job 0'].map((pattern) => ({ jobs: pattern, on: ['failed'] as const, recover: 1, settle: '30d' })),
  [{ jobs: '*', on: ['failed'], recover: 1, settle: '30d', webhooks: ['one'] }],
];
const weekAt = (now: number): number => Math.min(weeks.length - 1, Math.floor((now - origin) / (7 * day)));
const isWatched = (job: string, week: number): boolean => week !== 2 || !job.startsWith('Job 9');

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

/** The transitions of each job that a naive reader of its real ends expects. */
function expectedTransitions(ends: readonly RealEnd[], ticks: readonly number[]): Readonly<Record<string, string[]>> {
  const expected: Record<string, string[]> = {};
  const open = new Set<string>();
  const tell = (job: string, type: string): void => void (expected[job] ??= []).push(type);
  const sorted = ends.toSorted((left, right) => left.at - right.at);
  let next = 0;
  let before = 0;
  for (const tick of ticks) {
    const week = weekAt(tick);
    // A tick first takes the runs that have ended, by the rules of its week. Then it closes what nobody watches.
    for (let end = sorted[next]; end !== undefined && end.at <= tick; end = sorted[(next += 1)]) {
      if (!isWatched(end.job, week)) continue;
      if (end.isFailure && !open.has(end.job)) {
        open.add(end.job);
        tell(end.job, 'opened');
      } else if (!end.isFailure && open.delete(end.job)) tell(end.job, 'recovered');
    }
    if (week !== before) for (const job of open) if (!isWatched(job, week) && open.delete(job)) tell(job, 'unwatched');
    before = week;
  }
  return expected;
}

test('a month of odd values, changing services and changing rules: each failure is told once and closed once', async () => {
  const clock = new TestClock(origin);
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
      fetch: service.transport,
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
  const ticks: number[] = [];
  const problems = new Map<string, number>();
  for (let now = origin + every; now <= origin + days * day; now += every) {
    clock.set(now);
    receivers = { one: Math.floor((now - origin) / day) !== 5, two: true };
    if (weekAt(now) !== week) {
      await monitor.release();
      week = weekAt(now);
      monitor = await open(week);
    }
    const { problem } = await monitor.tick();
    if (problem !== undefined) problems.set(problem.code, (problems.get(problem.code) ?? 0) + 1);
    else ticks.push(now);
    const { isDown } = behaviorAt(now);
    expect(problem === undefined, `${problem?.code} ${problem?.message} at ${new Date(now).toISOString()}`).toBe(
      !isDown,
    );
    const health = healthOf(monitor.state, { everyMs: every, now, isStopping: false });
    if (isDown && ((now - origin) % day) / hour >= 5) expect(health.ready).toBe(false);
    if ((now - origin) % day === 0) await store.prune({ before: now - 9 * day });
  }
  // Messages that waited for a receiver are delivered. A release waits for the delivery that is running.
  for (let rest = 1; rest < 4; rest += 1) {
    clock.set(origin + days * day + rest * hour);
    await monitor.tick();
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
  const expected = expectedTransitions(service.ends, ticks);
  const count = Object.values(expected).flat().length;
  console.log(
    `${service.ends.length} runs of ${jobs} jobs, ${service.requests.count} requests, ${ticks.length} ticks, ` +
      `${count} transitions, ${received.length} messages, problems: ${JSON.stringify([...problems])}`,
  );
  const wrong = Object.keys({ ...expected, ...told }).filter((job) => String(told[job]) !== String(expected[job]));
  expect(wrong.slice(0, 10).map((job) => `${job}: ${told[job]} instead of ${expected[job]}`)).toEqual([]);
  await store.close();
});
