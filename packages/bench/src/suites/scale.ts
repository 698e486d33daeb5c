import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { bundleScript } from '../harness/bundle-script.ts';
import { runScript, startProcess } from '../harness/child.ts';
import { median } from '../harness/statistics.ts';
import { type Column, type Goal, goal, type Row, type Settings, type Suite, type Table } from '../harness/suite.ts';
import { startHistoryService } from '../scale/history-service.ts';
import { seedStore } from '../scale/seed-store.ts';

const jobs = 10_000;
/** A month of runs: 20 GB. */
const largest = 28_800_000;

/** A store that exists already, of as many runs as `--full` has: seeding it takes most of the time. */
const prepared = process.env['SCALE_STORE'];

/** The numbers of runs: 43 minutes, seven hours, three days and thirty days of 10,000 jobs that run every 15 minutes. */
function sizesOf({ quick, full }: Settings): readonly number[] {
  if (quick) return [28_800];
  return [28_800, 288_000, 2_880_000, ...(full ? [largest] : [])];
}

/** What is measured on a store of one size. */
interface Measured {
  readonly runs: number;
  readonly tick: Ticks;
  readonly monitor: MonitorFacts;
  readonly reads: Readonly<Record<'status' | 'freshness' | 'report', Read>>;
  readonly byHand: Readonly<Record<'status' | 'freshness', number>>;
  readonly bytes: { readonly file: number } & Readonly<
    Partial<Record<'runs' | 'indexes' | 'rollUps' | 'byHand', number>>
  >;
}

interface Ticks {
  readonly large: { readonly ms: number; readonly cpu: number };
  readonly empty: { readonly ms: number; readonly cpu: number };
  readonly hand: { readonly ms: number; readonly cpu: number };
  readonly ratio: number;
  readonly handRatio: number;
  readonly cpuRatio: number;
  readonly handCpuRatio: number;
}

interface Read {
  readonly ms: number;
  readonly cpu: number;
  readonly status: number;
  readonly peakMiB: number;
}

interface MonitorFacts {
  /** Until it listens, in milliseconds */
  readonly started: number;
  readonly firstByte: number;
  readonly pageKb: number;
  readonly blocked: number;
  readonly busy: number;
  readonly peakMiB: number;
}

function configure(folder: string, store: string, url: string): string {
  const file = join(folder, 'syncline.yaml');
  writeFileSync(
    file,
    `environments:
  bench:
    odata: { url: '${url}', credential: { basic: { username: bench, password: { env: SCALE_TOKEN } } } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate, rows: recordsaffected, error: error, timeZone: UTC }
freshness: [{ jobs: '*', warnAfter: 26h, errorAfter: 50h }]
store: { sqlite: '${store}' }
`,
  );
  return file;
}

/** The first byte of a response in milliseconds, and its length. */
function ask(url: string): Promise<{ readonly ms: number; readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { agent: false }, (response) => {
      const ms = performance.now() - began;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('error', reject);
      response.once('end', () => resolve({ ms, bytes }));
    }).once('error', reject);
  });
}

/** What the guide "How large can it get" sets for 10,000 jobs. Without them, V8 takes what the machine has. */
const memoryLimits = ['--max-semi-space-size=8', '--max-old-space-size=128'];

/** Starts the monitor on the store, lets 1,000 runs change a few times, and requests the page after each. */
async function measureMonitor(script: URL, folder: string, store: string, { rounds }: Settings): Promise<MonitorFacts> {
  const service = await startHistoryService(jobs);
  try {
    const starts: number[] = [];
    const file = configure(folder, store, service.url);
    for (let start = 0; start < 2; start += 1) {
      const early = await startProcess<{ readonly started: number }>(script, [file], memoryLimits);
      starts.push(early.about.started);
      await early.close();
    }
    const monitor = await startProcess<{ readonly url: string; readonly started: number }>(
      script,
      [file],
      memoryLimits,
    );
    try {
      starts.push(monitor.about.started);
      type Facts = { ticks: number; problem: string; blockedMs: number; busyMs: number; peakMiB: number };
      const facts = () => monitor.ask<Facts>('facts');
      const ticked = async (): Promise<void> => {
        const { ticks } = await facts();
        // A tick that has begun may have read before the runs changed.
        while ((await facts()).ticks < ticks + 2) await pause(100);
      };
      await ticked();
      await monitor.ask('watch');
      const pages = [];
      for (let round = 0; round < rounds; round += 1) {
        service.next();
        await ticked();
        pages.push(await ask(monitor.about.url));
      }
      const { problem, blockedMs, busyMs, peakMiB } = await facts();
      if (problem !== '') throw new Error(`The monitor has a problem: ${problem}`);
      return {
        started: median(starts),
        firstByte: median(pages.map(({ ms }) => ms)),
        pageKb: median(pages.map(({ bytes }) => bytes)) / 1_000,
        blocked: blockedMs,
        busy: busyMs,
        peakMiB,
      };
    } finally {
      await monitor.close();
    }
  } finally {
    await service.close();
  }
}

/** Runs the commands on the store, and what people would write by hand on the table `runs` for the first two. */
async function measureReads(script: URL, folder: string, store: string): Promise<Pick<Measured, 'reads' | 'byHand'>> {
  const file = configure(folder, store, 'http://127.0.0.1:9');
  const read = async (...command: string[]): Promise<Read> => {
    const found: Read[] = [];
    for (let time = 0; time < 3; time += 1)
      found.push(await runScript<Read>(script, [...command, '--from', 'store', '--config', file]));
    const [middle] = found.toSorted((left, right) => left.ms - right.ms).slice(1);
    if (middle === undefined || middle.status > 1)
      throw new Error(`${command.join(' ')} ended with ${middle?.status}.`);
    return middle;
  };
  const database = new DatabaseSync(store, { readOnly: true });
  const query = (sql: string): number => {
    const began = performance.now();
    database.prepare(sql).all();
    return performance.now() - began;
  };
  const byHand = {
    status:
      query(`SELECT r.job, outcome, status, r.start FROM (SELECT job, max(start) AS start FROM runs GROUP BY job) AS last
      JOIN runs AS r ON r.job = last.job AND r.start = last.start`),
    freshness: query(`SELECT job, (SELECT start FROM runs AS r WHERE r.job = j.job AND outcome = 'succeeded'
      ORDER BY start DESC LIMIT 1) FROM (SELECT DISTINCT job FROM runs) AS j`),
  };
  database.close();
  const reads = {
    status: await read('status', '--output', 'ndjson'),
    freshness: await read('freshness', '--output', 'ndjson'),
    report: await read('report', '--no-definitions', '--out', join(folder, 'report.html')),
  };
  return { reads, byHand };
}

/** The size of the file by its parts, and that of a table with the same columns and indexes. */
function measureBytes(store: string, runs: number): Measured['bytes'] {
  const database = new DatabaseSync(store);
  // Reads every page, which takes minutes for 20 GB.
  const parts =
    runs === largest ? [] : database.prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name').all();
  database.close();
  const sum = (isWanted: (name: string) => boolean): number =>
    parts.reduce((total, { name, bytes }) => total + (isWanted(String(name)) ? Number(bytes) : 0), 0) / runs;
  const indexes = ['runs_by_key', 'runs_by_job', 'runs_by_start', 'open_runs', 'failed_runs'];
  const tables = ['stored_runs', 'job_names', 'sqlite_autoindex_job_names_1'];
  const [table, index] = [tables, indexes].map((names) => sum((name) => names.includes(name))) as [number, number];
  return {
    file: statSync(store).size / runs,
    ...(parts.length > 0 && {
      runs: table,
      indexes: index,
      rollUps: sum((name) => ['hours', 'hour_totals', 'jobs'].includes(name)),
      byHand: table + index,
    }),
  };
}

/** Compares what the store says with plain SQL over its runs. */
function verify(store: string): void {
  const database = new DatabaseSync(store, { readOnly: true });
  const differing = database
    .prepare(
      `SELECT (SELECT sum(succeeded + failed + running) FROM hour_totals) AS totals,
         (SELECT sum(succeeded + failed + running) FROM hours) AS hours, (SELECT count(*) FROM runs) AS runs,
         (SELECT count(*) FROM jobs AS j WHERE job IN (SELECT job FROM jobs ORDER BY job LIMIT 20) AND (last_start, running,
           coalesce(last_failed, 0)) IS NOT (SELECT max(start), count(*) FILTER (WHERE outcome = 'running'),
           coalesce(max(start) FILTER (WHERE outcome = 'failed'), 0) FROM runs WHERE runs.job = j.job)) AS jobs`,
    )
    .get();
  database.close();
  if (
    differing?.['totals'] !== differing?.['runs'] ||
    differing?.['hours'] !== differing?.['runs'] ||
    differing?.['jobs'] !== 0
  )
    throw new Error(`The roll-ups differ from the runs: ${JSON.stringify(differing)}`);
}

/** The programs that are measured, each in a process of its own and as JavaScript, as packages ship it. */
interface Scripts {
  readonly read: URL;
  readonly monitor: URL;
  readonly tick: URL;
}

function bundleScripts<Result>(use: (scripts: Scripts) => Promise<Result>): Promise<Result> {
  const of = (name: string): URL => new URL(`../scale/${name}.ts`, import.meta.url);
  return bundleScript(of('read'), (read) =>
    bundleScript(of('monitor'), (monitor) => bundleScript(of('tick'), (tick) => use({ read, monitor, tick }))),
  );
}

async function measure(scripts: Scripts, runs: number, settings: Settings): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-scale-'));
  try {
    const now = Date.now();
    const store = prepared !== undefined && runs === largest ? prepared : join(folder, 'runs.db');
    if (store !== prepared) {
      const began = performance.now();
      await seedStore(store, { runs, jobs, now }, (text) => runs > 1e6 && console.error(`  ${text}`));
      console.error(`${runs} runs seeded in ${Math.round((performance.now() - began) / 1_000)} s`);
    }
    verify(store);
    const bytes = measureBytes(store, runs);
    const { reads, byHand } = await measureReads(scripts.read, folder, store);
    const monitor = await measureMonitor(scripts.monitor, folder, store, settings);
    const tick = await runScript<Ticks>(scripts.tick, [
      store,
      String(jobs),
      String(2 * settings.rounds + 1),
      String(now),
    ]);
    return { runs, tick, monitor, reads, byHand, bytes };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One row for each size, with a chart of how the figures grow. */
function table(
  measured: readonly Measured[],
  {
    title,
    about,
    columns,
    values,
    goals,
  }: Required<Pick<Table, 'title' | 'about' | 'columns'>> & {
    readonly values: (measured: Measured) => Row['values'];
    readonly goals: (largest: Measured) => readonly Goal[];
  },
): Table {
  const rows = measured.map((each) => ({
    name: `${each.runs.toLocaleString('en-US')} runs`,
    values: { ...values(each), runs: each.runs },
  }));
  const largest = measured.at(-1);
  return { title, about, columns, rows, growth: 'runs', goals: largest === undefined ? [] : goals(largest) };
}

const ms = (key: string, label: string): Column => ({ key, label, unit: 'ms' });
const atMost = { atMost: true };

function* tables(measured: readonly Measured[]): Generator<Table> {
  yield table(measured, {
    title: 'A tick with 1,000 changed rows, by the number of stored runs',
    about:
      'With each tick, 500 runs start and the 500 of the tick before end. An empty store gets the same ticks in turns, and plain statements write the same rows into the same tables of both, in one transaction. Both copy the log into the file after each tick. The request is not counted.',
    columns: [
      ms('large', 'this store'),
      ms('empty', 'an empty store'),
      ms('hand', 'node:sqlite by hand, writing only'),
      { key: 'ratio', label: '× an empty store' },
      { key: 'handRatio', label: 'by hand, × an empty store' },
      { key: 'cpuRatio', label: 'CPU time, × an empty store' },
      { key: 'handCpuRatio', label: 'CPU time by hand, × an empty store' },
    ],
    values: ({ tick }) => ({
      large: tick.large.ms,
      empty: tick.empty.ms,
      hand: tick.hand.ms,
      ratio: tick.ratio,
      handRatio: tick.handRatio,
      cpuRatio: tick.cpuRatio,
      handCpuRatio: tick.handCpuRatio,
    }),
    goals: ({ tick }) => [goal('at most 1.3 × the same tick on an empty store', tick.ratio, 1.3, atMost)],
  });
  yield table(measured, {
    title: 'syncline monitor, by the number of stored runs',
    about: `${jobs.toLocaleString('en-US')} jobs, a tick each second, and 1,000 runs that change between two requests of the page. In a process of its own, with ${memoryLimits.join(' ')}. The loop is blocked by our code, but also while other work has the core or the disk; the busiest turn counts processor time only.`,
    columns: [
      ms('started', 'start'),
      ms('firstByte', 'first byte of the page'),
      { key: 'page', label: 'page', unit: 'kB' },
      ms('blocked', 'loop blocked at most'),
      ms('busy', 'busiest turn of the loop'),
      { key: 'memory', label: 'memory, peak', unit: 'MiB' },
    ],
    values: ({ monitor }) => ({
      started: monitor.started,
      firstByte: monitor.firstByte,
      page: monitor.pageKb,
      blocked: monitor.blocked,
      busy: monitor.busy,
      memory: monitor.peakMiB,
    }),
    goals: ({ monitor }) => [
      goal('the monitor starts within 2 s', monitor.started, 2_000, atMost),
      goal('first byte of the page within 150 ms', monitor.firstByte, 150, atMost),
      goal('the page has at most 400 kB', monitor.pageKb, 400, atMost),
      goal('the loop is blocked for at most 50 ms', monitor.busy, 50, atMost),
      goal('the process takes at most 250 MiB', monitor.peakMiB, 250, atMost),
    ],
  });
  yield table(measured, {
    title: 'Commands on the store, by the number of stored runs',
    about:
      'Without the start of Node. By hand, a query over the table of runs finds the last run, or the last success, of each job: it reads an entry of an index for each run.',
    columns: [
      ms('status', 'status'),
      ms('freshness', 'freshness'),
      ms('report', 'report'),
      ms('statusByHand', 'last runs by hand'),
      ms('freshnessByHand', 'last successes by hand'),
    ],
    values: ({ reads, byHand }) => ({
      status: reads.status.ms,
      freshness: reads.freshness.ms,
      report: reads.report.ms,
      statusByHand: byHand.status,
      freshnessByHand: byHand.freshness,
    }),
    goals: ({ reads }) =>
      (['status', 'freshness', 'report'] as const).map((name) =>
        goal(`${name} within 2 s`, reads[name].ms, 2_000, atMost),
      ),
  });
  yield table(measured, {
    title: 'Bytes a run in SQLite, by the number of stored runs',
    about:
      'Records of 420 bytes, keys of 13 and names of jobs of 25. By hand: the same columns and indexes, without what is known about jobs and hours.',
    columns: [
      { key: 'file', label: 'file', unit: 'bytes' },
      { key: 'table', label: 'table of runs', unit: 'bytes' },
      { key: 'indexes', label: 'its indexes', unit: 'bytes' },
      { key: 'rollUps', label: 'jobs and hours', unit: 'bytes' },
      { key: 'byHand', label: 'by hand', unit: 'bytes' },
      { key: 'gb', label: 'file', unit: 'GB' },
    ],
    values: ({ bytes, runs }) => ({
      file: bytes.file,
      table: bytes.runs,
      indexes: bytes.indexes,
      rollUps: bytes.rollUps,
      byHand: bytes.byHand,
      gb: (bytes.file * runs) / 1e9,
    }),
    goals: ({ bytes }) => [goal('at most 600 bytes a run', bytes.file, 600, atMost)],
  });
}

export default {
  title: 'Scale',
  peers: false,
  async *run(settings) {
    const measured = await bundleScripts(async (scripts) => {
      const found: Measured[] = [];
      for (const runs of sizesOf(settings)) {
        found.push(await measure(scripts, runs, settings));
        // The largest size takes so long that one may want to stop.
        console.error(JSON.stringify(found.at(-1)));
      }
      return found;
    });
    yield* tables(measured);
  },
} satisfies Suite;
