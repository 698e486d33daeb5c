import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSchedule, createTracker, type SourceRun } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { CronExpressionParser } from 'cron-parser';
import { bundleScript } from '../harness/bundle-script.ts';
import { runScript } from '../harness/child.ts';
import { compare } from '../harness/compare.ts';
import { median } from '../harness/statistics.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';
import { classify, runOf, sourceOf, start } from '../runs/many-runs.ts';
import { tickFlags } from '../runs/tick-flags.ts';

const minute = 60_000;
const hour = 60 * minute;
const budget = { requestsPerMinute: 6_000 };

/** Counts the requests of ticks over jobs that run four times a day, some of them for ten hours. */
async function requests({ quick }: Settings): Promise<Table> {
  const jobs = quick ? 1_000 : 10_000;
  const long = 100;
  const store = openSqliteStore(':memory:');
  let now = start;
  const startOf = (job: number, run: number): number => start + Math.floor((job / jobs + run) * 6 * hour);
  const at = (job: number, run: number): SourceRun[] => {
    const begin = startOf(job, run);
    if (begin > now) return [];
    const isRunning = now < begin + (job % (jobs / long) === 0 ? 10 * hour : 5 * minute);
    return [runOf(`${job}-${run}`, job, begin, isRunning ? 'RUNNING' : 'SUCCESS', isRunning ? undefined : job)];
  };
  const everything = (): SourceRun[] =>
    [0, 1, 2, 3].flatMap((run) => Array.from({ length: jobs }, (_, job) => at(job, run)).flat());
  const clock = { now: () => now, date: () => now, wait: () => () => {} };
  const source = sourceOf(everything, () => now);
  const tracker = createTracker({ source, classify, store, since: start, clock, budget });
  const sent: number[] = [];
  const formula: number[] = [];
  for (; now < start + 12 * hour; now += 30 * minute) {
    const { requests: count } = await tracker.tick();
    if (now < start + 8 * hour) continue;
    // After a tick, the open runs are those that it requested by their keys.
    const open = await store.readOpen(Math.max(...everything().map((run) => run.start)) - 2 * hour);
    sent.push(count);
    formula.push(1 + Math.ceil(open.length / 40));
  }
  await store.close();
  const worst = Math.max(...sent.map((count, index) => count - (formula[index] ?? 0)));
  return {
    title: `Requests per tick, ${jobs.toLocaleString('en')} jobs`,
    about: `Each job runs every six hours, and ${long} of them for ten hours, so that they leave the overlap of two hours. There is a tick every half hour. Requests are counted; time is not measured.`,
    columns: [{ key: 'requests', label: 'requests per tick' }],
    rows: [
      { name: 'createTracker with historySource', values: { requests: median(sent) } },
      { name: '1 + ⌈open runs older than the overlap / 40⌉', values: { requests: median(formula) } },
      { name: 'one status read per job', values: { requests: jobs } },
    ],
    goals: [goal('requests beyond 1 + ⌈old open runs / 40⌉, in the worst tick: at most 0', worst, 0, { atMost: true })],
  };
}

/** The time of a tick without the request: comparing, writing and syncing the file. */
async function ticks({ rounds }: Settings): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-bench-'));
  const store = openSqliteStore(join(folder, 'runs.db'));
  try {
    let round = 0;
    let now = start;
    let runs: readonly SourceRun[] = [];
    const clock = { now: () => now, date: () => now, wait: () => () => {} };
    const tracker = createTracker({
      source: sourceOf(
        () => runs,
        () => now,
      ),
      classify,
      store,
      since: start,
      clock,
      budget,
    });
    const times: Record<'changed' | 'unchanged', { ms: number[]; cpu: number[] }> = {
      changed: { ms: [], cpu: [] },
      unchanged: { ms: [], cpu: [] },
    };
    for (; round < 3 + 3 * rounds; round += 1) {
      now += minute;
      runs = Array.from({ length: 1_000 }, (_, job) => runOf(`${job}`, job, start + job, 'SUCCESS', round));
      for (const kind of ['changed', 'unchanged'] as const) {
        const [began, cpu] = [performance.now(), process.cpuUsage()];
        const { changed } = await tracker.tick();
        if (changed !== (kind === 'changed' ? 1_000 : 0)) throw new Error(`A ${kind} tick changed ${changed} runs.`);
        if (round < 3) continue;
        const { user, system } = process.cpuUsage(cpu);
        times[kind].ms.push(performance.now() - began);
        times[kind].cpu.push((user + system) / 1_000);
      }
    }
    const values = (kind: keyof typeof times) => ({ ms: median(times[kind].ms), cpu: median(times[kind].cpu) });
    return {
      title: 'A tick with 1,000 records, without the request',
      about:
        'Compares the records with the store and writes runs, versions, events and state to a file in one transaction. The source is in memory.',
      columns: [
        { key: 'ms', label: 'time', unit: 'ms' },
        { key: 'cpu', label: 'CPU time', unit: 'ms' },
      ],
      rows: [
        { name: 'all of them changed', values: values('changed') },
        { name: 'none of them changed', values: values('unchanged') },
      ],
      goals: [goal('1,000 changed records within 50 ms', median(times.changed.ms), 50, { atMost: true })],
    };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

/** 100 schedules: fixed minutes, steps, lists and days of the week, in two time zones. */
const schedules = Array.from({ length: 100 }, (_, n) => ({
  expression: [
    `${n % 60} * * * *`,
    `*/${5 + (n % 6) * 5} * * * *`,
    `${n % 60} ${n % 24},${(n + 7) % 24} * * *`,
    `15 6-18 * * 1-5`,
  ][n % 4] as string,
  timeZone: n % 2 ? 'Europe/Berlin' : 'UTC',
}));
const from = Date.parse('2026-03-03T00:00:00Z');
const to = from + 24 * hour;

function ours(): number {
  let count = 0;
  for (const { expression, timeZone } of schedules)
    count += createSchedule(expression, { timeZone, sunday: 0, seconds: false }).ticks(from, to).length;
  return count;
}

function cronParser(): number {
  let count = 0;
  for (const { expression, timeZone: tz } of schedules) {
    const parsed = CronExpressionParser.parse(expression, { currentDate: new Date(from), tz });
    while (parsed.next().getTime() <= to) count += 1;
  }
  return count;
}

function crons(settings: Settings): Promise<Table> {
  const evaluations = ours();
  if (cronParser() !== evaluations)
    throw new Error(`cron-parser finds ${cronParser()} ticks, and we find ${evaluations}.`);
  return compare(
    {
      title: 'Evaluate cron expressions over a day',
      about: `All ticks of a day of ${schedules.length} expressions, parsed each time. Both find the same number.`,
      unit: 'ticks/s',
      baseline: 'cron-parser',
      work: evaluations,
      contenders: [
        { name: 'createSchedule', run: ours },
        { name: 'cron-parser', version: '5.4.0', run: cronParser },
      ],
      goals: (ratio) => [goal('time at most 0.7 of cron-parser', 1 / ratio('createSchedule'), 0.7, { atMost: true })],
    },
    settings,
  );
}

interface Memory {
  readonly ticks: number;
  readonly stored: number;
  readonly msPerTick: number;
  readonly cpuPerTick: number;
  readonly firstHalfMiB: number;
  readonly secondHalfMiB: number;
  readonly peakMiB: number;
}

/** `RUNS_TICKS` and `RUNS_STORED` change the numbers. `npm run test:soak` polls a million times. */
async function memory({ quick }: Settings): Promise<Table> {
  const { RUNS_TICKS: count = quick ? '2000' : '20000', RUNS_STORED: stored = quick ? '20000' : '200000' } =
    process.env;
  const script = new URL('../runs/tick-many.ts', import.meta.url);
  const found = await bundleScript(script, (bundled) => runScript<Memory>(bundled, [count, stored], tickFlags));
  return {
    title: `Memory over ${Number(count).toLocaleString('en')} ticks, ${found.stored.toLocaleString('en')} runs stored`,
    about:
      'In a separate process, with a virtual clock and a SQLite file. With each tick, one run starts and another ends. The heap is measured after a garbage collection. The young generation of V8 is limited to 24 MiB; otherwise it grows to about 100 MiB in processes that run for hours.',
    columns: [
      { key: 'first', label: 'heap, first half', unit: 'MiB' },
      { key: 'second', label: 'heap, second half', unit: 'MiB' },
      { key: 'peak', label: 'process, peak', unit: 'MiB' },
      { key: 'ms', label: 'per tick', unit: 'ms' },
      { key: 'cpu', label: 'CPU per tick', unit: 'ms' },
    ],
    rows: [
      {
        name: 'createTracker',
        values: {
          first: found.firstHalfMiB,
          second: found.secondHalfMiB,
          peak: found.peakMiB,
          ms: found.msPerTick,
          cpu: found.cpuPerTick,
        },
      },
    ],
    goals: [
      goal('the heap grows by at most 1 MiB', found.secondHalfMiB - found.firstHalfMiB, 1, { atMost: true }),
      goal('the process takes at most 150 MiB', found.peakMiB, 150, { atMost: true }),
    ],
  };
}

export default {
  title: 'Runs',
  peers: false,
  async *run(settings) {
    yield await requests(settings);
    yield await ticks(settings);
    yield await crons(settings);
    yield await memory(settings);
  },
} satisfies Suite;
