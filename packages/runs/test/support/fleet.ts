import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type RunSource, type SourceRun, defineOutcomes } from '../../src/index.ts';
import { connectPg } from './postgres-drivers.ts';
import type { PostgresServer } from './postgres-server.ts';

/** Environments whose jobs run at fixed times, so that each process knows their history from the clock alone. */
export interface Fleet {
  readonly environments: number;
  /** In each environment */
  readonly jobs: number;
  /** Milliseconds between two runs of a job */
  readonly interval: number;
  /** How long a run takes, in milliseconds */
  readonly took: number;
}

/** What a worker needs to know. */
export interface WorkerOptions {
  readonly fleet: Fleet;
  readonly host: string;
  readonly schema: string;
  /** The name of the process */
  readonly worker: string;
  readonly lease: string;
  readonly every: string;
  readonly overlap: string;
  /** The history is read from this moment on */
  readonly since: number;
}

/** A line that a worker prints after each tick. */
export interface FleetTick {
  readonly worker: string;
  readonly environment: string;
  /** When the tick began, by the clock of the machine */
  readonly at: number;
  readonly ms: number;
  /** Processor time of the worker, without that of the database */
  readonly cpu: number;
  readonly rows: number;
  readonly changed: number;
}

export const classify = defineOutcomes({ succeeded: ['SUCCESS'], running: ['RUNNING'] });
export const environmentName = (number: number): string => `environment-${number}`;
const numberOf = (environment: string): number => Number(environment.split('-')[1]);

/** The runs that started from `since` to before `until`, oldest first. */
function* startsOf({ jobs, interval }: Fleet, environment: number, since: number, until: number) {
  const step = interval / jobs;
  const offset = environment * 7;
  for (let n = Math.ceil((since - offset) / step); ; n += 1) {
    const start = Math.ceil(n * step) + offset;
    if (start >= until) return;
    if (start >= since) yield { n, job: n % jobs, start };
  }
}

/** The history of an environment at this moment. */
export function fleetSource(fleet: Fleet, environment: string): RunSource {
  return {
    kind: 'history',
    read: async ({ since, until = Number.POSITIVE_INFINITY, keys, beforeRequest }) => {
      await beforeRequest?.();
      const now = Date.now();
      const wanted = keys && new Set(keys);
      // Runs that are asked for by their keys are not older than an hour.
      const from = wanted ? now - 3_600_000 : since;
      const runs: SourceRun[] = [];
      for (const { n, job, start } of startsOf(fleet, numberOf(environment), from, Math.min(until, now + 1))) {
        const key = `run-${n}`;
        if (wanted?.has(key) === false) continue;
        const end = start + fleet.took > now ? undefined : start + fleet.took;
        const status = end === undefined ? 'RUNNING' : 'SUCCESS';
        const record = {
          historyid: key,
          jobname: `Job ${job}`,
          status,
          runstartdate: start,
          details: 'Replicated 12 tables.',
        };
        runs.push({ key, job: record.jobname, start, end, rows: undefined, status, error: '', record });
      }
      const unreadable = { count: 0, problem: undefined };
      return { runs, requests: 1, rows: runs.length, unreadable, date: now, filter: 'applied', order: 'applied' };
    },
  };
}

/** What happened to a fleet. */
export interface FleetResult {
  readonly ticks: readonly FleetTick[];
  /** For each environment that the killed worker held: milliseconds until another worker had it */
  readonly takeovers: readonly number[];
  /** Undefined for a single worker */
  readonly killed: string | undefined;
  /** Runs that should be stored as ended and are not, or that have no event of their end, or more than one */
  readonly wrong: readonly string[];
  /** Number of runs that were checked */
  readonly checked: number;
}

/**
 * Lets several processes share the environments of a fleet. One of them is killed while it holds one; nothing of its work
 * may be lost, and nothing done twice. A single process is not killed.
 *
 * @param ticksPerEnvironment - how often each environment is polled at least, before the kill and after it
 */
export async function runFleet(
  server: PostgresServer,
  fleet: Fleet,
  options: Pick<WorkerOptions, 'schema' | 'lease' | 'every' | 'overlap'> & {
    readonly workers: number;
    readonly ticksPerEnvironment: number;
  },
): Promise<FleetResult> {
  const { workers, ticksPerEnvironment, ...common } = options;
  const since = Date.now() - fleet.took;
  const connected = connectPg(server);
  const sql = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const result = await connected.database.query(text.replaceAll('SCHEMA', options.schema), []);
    return ('rows' in result ? result.rows : result) as readonly Record<string, unknown>[];
  };
  const ticks: FleetTick[] = [];
  const children = new Map<string, ChildProcess>();
  const ended: Promise<unknown>[] = [];
  let arrived = (): void => {};
  let failure: Error | undefined;
  const start = (worker: string): void => {
    const settings: WorkerOptions = { ...common, fleet, since, worker, host: server.connection.host };
    const script = join(import.meta.dirname, 'fleet-worker.mjs');
    const child = spawn(
      process.execPath,
      ['--conditions=@syncline/source', '--no-warnings', script, JSON.stringify(settings)],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    children.set(worker, child);
    child.once('exit', (code) => {
      if (code !== null && code !== 0) failure = new Error(`${worker} ended with code ${code}`);
      arrived();
    });
    ended.push(new Promise((resolve) => child.once('exit', resolve)));
    createInterface(child.stdout).on('line', (line) => {
      ticks.push(JSON.parse(line) as FleetTick);
      arrived();
    });
  };
  const names = Array.from({ length: fleet.environments }, (_, number) => environmentName(number));
  /** Waits until each environment was polled so many times more. */
  const polled = async (times: number): Promise<void> => {
    const from = ticks.length;
    const isDone = () =>
      names.every((name) => ticks.slice(from).filter(({ environment }) => environment === name).length >= times);
    while (!isDone()) {
      if (failure !== undefined) throw failure;
      await new Promise<void>((resolve) => (arrived = resolve));
    }
  };
  try {
    for (let number = 0; number < workers; number += 1) start(`worker-${number}`);
    await polled(ticksPerEnvironment);
    const killed = workers > 1 ? 'worker-1' : undefined;
    const takeovers: number[] = [];
    if (killed !== undefined) {
      const held = `SELECT environment, holder FROM SCHEMA.environments WHERE holder LIKE '${killed} %'`;
      let lost: Awaited<ReturnType<typeof sql>> = [];
      while (lost.length === 0) {
        children.get(killed)?.kill('SIGCONT');
        // Between two polls, a worker holds nothing.
        while ((await sql(held)).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        // It may release the lease meanwhile. A stopped one does not.
        children.get(killed)?.kill('SIGSTOP');
        lost = await sql(held);
      }
      children.get(killed)?.kill('SIGKILL');
      const at = performance.now();
      for (const { environment, holder } of lost) {
        const isTaken = `SELECT 1 FROM SCHEMA.environments WHERE environment = '${String(environment)}' AND holder <> '${String(holder)}'`;
        while ((await sql(isTaken)).length === 0) {
          if (failure !== undefined) throw failure;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        takeovers.push(performance.now() - at);
      }
      await polled(ticksPerEnvironment);
    }
    for (const child of children.values()) child.stdin?.end();
    await Promise.all(ended);
    const wrong: string[] = [];
    let checked = 0;
    for (const [number, environment] of names.entries()) {
      const last = Math.max(...ticks.filter((tick) => tick.environment === environment).map((tick) => tick.at));
      const rows = await sql(`SELECT key, outcome, ends::int, twice::int FROM SCHEMA.runs LEFT JOIN (
          SELECT key, count(*) FILTER (WHERE type = 'ended') AS ends, count(*) - count(DISTINCT id) AS twice FROM SCHEMA.events
          WHERE environment = '${environment}' GROUP BY key) AS e USING (key) WHERE environment = '${environment}'`);
      const stored = new Map(rows.map((row) => [row['key'], row]));
      for (const { n, start: began } of startsOf(fleet, number, since, last - fleet.took)) {
        checked += 1;
        const row = stored.get(`run-${n}`);
        if (row?.['outcome'] !== 'succeeded' || row['ends'] !== 1 || row['twice'] !== 0)
          wrong.push(`${environment} run-${n} started at ${began}: ${JSON.stringify(row)}`);
      }
    }
    return { ticks, takeovers, killed, wrong, checked };
  } finally {
    for (const child of children.values()) child.kill('SIGKILL');
    await connected.close();
  }
}
