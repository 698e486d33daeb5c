import { join } from 'node:path';
import { isEnded, type StoredRun, type TrackerEvent } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, onTestFinished } from 'vitest';
import type { FreshnessEntry } from '../../src/environment/environment.ts';
import { evaluateJobs } from '../../src/insight/freshness.ts';
import { JobIndex } from '../../src/insight/job-index.ts';
import { folderWith } from './folder.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const berlin = { timeZone: 'Europe/Berlin', sunday: 0, seconds: false } as const;
export const entries: readonly FreshnessEntry[] = [
  { jobs: 'quarter*', cron: berlin, warnAfter: '1h', errorAfter: '2h' },
  { jobs: 'night*', cron: berlin, early: '10m', grace: '30m' },
  { jobs: 'close*', cron: berlin, early: '5m', grace: '25m', errorAfter: '3h', acceptWarned: true },
  { jobs: 'skip*', cron: berlin, grace: '20m', skipWhileRunning: true },
  { jobs: 'named', errorAfter: '4h' },
  { jobs: 'age*', warnAfter: '2h', errorAfter: '5h', acceptWarned: true },
];
const crons: Readonly<Record<string, readonly (string | null | undefined)[]>> = {
  quarter: ['*/15 * * * *', '*/30 * * * *', null, 'nonsense'],
  night: ['30 2 * * *', '0 2,3 * * *', undefined],
  close: ['*/20 * * * *', '5,10,50 * * * *'],
  skip: ['*/15 * * * *', '0 * * * *'],
  age: [undefined],
};

/** Numbers from 0 to 1 that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** A store with an index over it, and a clock, all of which change at random. */
async function openWorld(seed: number) {
  const store = openSqliteStore(join(folderWith({}), 'runs.db'));
  onTestFinished(() => store.close());
  const random = createRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const runs = new Map<string, StoredRun>();
  const known = new Map<string, string | null | undefined>();
  const period = 2 * day;
  // Clocks change within the days that follow.
  let now = Date.parse(pick(['2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z', '2026-06-01T00:00:00Z']));
  let number = 0;
  const open = () => JobIndex.open({ store, entries, notBefore: 0 });
  let index = await open();

  const write = async (...changed: readonly StoredRun[]): Promise<void> => {
    const { fence = '' } = (await store.begin()) ?? {};
    await store.write({ fence, state: 's', runs: changed, events: [], at: now });
    for (const run of changed) {
      const previous = runs.get(run.key)?.outcome;
      const wasEnded = previous !== undefined && isEnded(previous);
      const isNow = isEnded(run.outcome);
      const type =
        previous === undefined && !isNow
          ? 'started'
          : isNow && !wasEnded
            ? 'ended'
            : wasEnded && !isNow
              ? 'reopened'
              : 'changed';
      runs.set(run.key, run);
      index.note({ id: 'e', position: 1, at: now, type, run, because: [], previous } as TrackerEvent);
    }
  };
  const jobOf = (): string =>
    pick(['quarter 1', 'quarter 2', 'night', 'close', 'skip 1', 'skip 2', 'age', 'named', 'other']);
  const versioned = (run: StoredRun): StoredRun => ({ ...run, version: `v${++number}` });
  const ended = (run: StoredRun): StoredRun => ({
    ...versioned(run),
    outcome: pick(['succeeded', 'succeeded', 'failed', 'warned', 'partial', 'cancelled'] as const),
    end: run.start + Math.floor(random() * 2 * hour),
  });
  const created = (): StoredRun => {
    const late = pick([0, 0, 0, 5 * minute, 3 * hour, 3 * day, -2 * hour]);
    const start = Math.floor((now - late - random() * 20 * minute) / 1_000) * 1_000;
    const run = {
      key: `k${++number}`,
      job: jobOf(),
      outcome: 'running',
      status: 'S',
      start,
      end: undefined,
      rows: 1,
    } as const;
    const stored = { ...run, version: `v${number}`, firstSeen: now, raw: '{}' };
    return random() < 0.5 ? stored : ended(stored);
  };
  const changes: readonly (() => unknown)[] = [
    async () => write(...Array.from({ length: Math.ceil(random() * 4) }, created)),
    async () => write(created()),
    async () => write(created()),
    async () => {
      const running = [...runs.values()].filter(({ outcome }) => !isEnded(outcome));
      if (running.length > 0) await write(ended(pick(running)));
    },
    async () => {
      const run = [...runs.values()].at(-1 - Math.floor(random() * 8));
      if (run === undefined) return;
      const moved = run.start + pick([-hour, -7 * minute, 12 * minute]);
      const corrections: readonly StoredRun[] = [
        ended(run),
        { ...versioned(run), outcome: 'running', end: undefined },
        { ...versioned(run), outcome: 'unknown' },
        { ...versioned(run), start: moved, end: run.end && run.end + (moved - run.start) },
        { ...versioned(run), job: jobOf() },
      ];
      await write(pick(corrections));
    },
    async () => {
      if (random() < 0.9) return;
      const before = now - pick([period + day, 2 * period]);
      await store.prune({ before });
      for (const [key, { start, outcome }] of runs) if (start < before && outcome !== 'running') runs.delete(key);
    },
    () => {
      const job = jobOf();
      const kind = job.split(' ')[0] as string;
      if (random() < 0.8) return;
      if (random() < 0.2) known.delete(job);
      else known.set(job, pick(crons[kind] ?? [undefined]));
    },
    () => void (now -= random() < 0.1 ? pick([minute, 3 * hour]) : 0),
    async () => void (random() < 0.1 && (index = await open())),
  ];
  return {
    store,
    get index() {
      return index;
    },
    async step() {
      for (let count = 0; count < 3; count += 1) await pick(changes)();
      now += Math.floor(random() * pick([minute, 10 * minute, 10 * minute, 2 * hour]));
      return { known, now, since: now - period };
    },
    /** The results by all runs. */
    expected: (since: number) =>
      evaluateJobs({
        entries,
        known,
        runs: [...runs.values()].sort((a, b) => a.start - b.start || (a.key < b.key ? -1 : 1)),
        since,
        now,
      }),
  };
}

/** Compares the results of an index at each of some random ticks with those of an evaluation of all runs. */
export async function compareAtEachTick(seed: number, ticks: number): Promise<void> {
  const world = await openWorld(seed);
  for (let tick = 0; tick < ticks; tick += 1) {
    const facts = await world.step();
    await world.index.judge(facts);
    const expected = world.expected(facts.since).map(({ last, ...each }) => ({ ...each, last: last?.key }));
    const names = expected.map(({ job }) => job);
    const found = [...world.index.freshnessAt(names, facts.now).values()].map(({ last, ...each }) => ({
      ...each,
      last: last?.key,
    }));
    expect(found, `tick ${tick}`).toEqual(expected);
    expect(world.index.freshness().map(({ job, result, missed }) => [job, result, missed])).toEqual(
      expected.map(({ job, result, missed }) => [job, result, missed]),
    );
  }
}
