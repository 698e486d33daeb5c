import type { Clock, HistoryHandle, Life, LifeStore, OpenRecord, WireRecord } from '../contract.ts';
import { ConfigError } from '../errors/config-error.ts';
import { createAgenda, type Agenda } from './agenda.ts';
import { planJobs, type PlannedJob } from './plan.ts';
import { historyChanges, historyRecord, statusRecord } from './render.ts';
import { nextChange, planRun, type Run } from './run.ts';
import { runInFlight } from './resume.ts';
import { checkScript, defaultWeights, drawByWeight, type Outcome, type Script } from './script.ts';
import { keptRuns, writeTasks } from './keep.ts';
import { planTasks, type TaskRun } from './tasks.ts';

/** What a life is made of. */
export interface LifeOptions {
  readonly store: LifeStore;
  readonly clock: Clock & { onAdvance?(listener: () => void): () => void };
  /** @default 1 */
  readonly seed?: number;
  readonly script?: Script;
  /**
   * Begins with the runs that generated data left out because they had not ended. Data of somebody's own is left as it is.
   *
   * @default false
   */
  readonly resume?: boolean;
}

/** The life of a sandbox: it has no timers, and catches up with the clock when it is told to. */
export interface SandboxLife extends Life {
  /** Catches up with the clock; costs one comparison when nothing is due. Called before each request is answered. */
  settle(): void;
  /**
   * Starts a job by hand and answers the id of its run; of the run in flight, where there is one.
   *
   * @throws ConfigError when there is no such job
   */
  start(jobName: string, outcome?: Outcome): string;
}

interface LivingJob extends PlannedJob {
  run: Run | undefined;
  handle: HistoryHandle | undefined;
  runs: number;
  /** Status records of ended runs, oldest first; read from the store when the job first runs. */
  ended: WireRecord[] | undefined;
  taskRuns: TaskRun[];
}

/** History records are handed to the store in batches of this size. */
const batch = 5000;

/**
 * Makes the jobs of a store run on their cron strings (in UTC) as the clock moves: history and status records appear, progress and end;
 * transformations follow. A job never runs twice at once: a start that falls into a run is left out.
 * The same data, seed, script and time give the same records, in however many steps the clock gets there.
 *
 * @throws ConfigError naming the place, when the script or a cron string is wrong
 * @example
 * const life = createLife({ store, clock, seed: 7, script: { jobs: { Nightly: ['success', 'tasksFailed'] } } });
 * clock.advance('2d');
 */
export function createLife({ store, clock, seed = 1, script = {}, resume = false }: LifeOptions): SandboxLife {
  checkScript(script);
  const draw = drawByWeight(script.outcomes ?? defaultWeights);
  const planned = planJobs(store, clock.now().getTime(), seed);
  let jobs: LivingJob[] = [];
  let agenda: Agenda<LivingJob> = createAgenda();
  const active = new Set<LivingJob>();
  let dueMs = 0;
  let fresh: { job: LivingJob; run: Run }[] = [];

  /** Begins at this moment, nothing having run yet. */
  const reset = (): void => {
    const nowMs = clock.now().getTime();
    agenda = createAgenda();
    active.clear();
    fresh = [];
    jobs = planned.map((job) => ({ ...job, run: undefined, handle: undefined, runs: 0, ended: undefined, taskRuns: [] }));
    for (const job of jobs) {
      if (resume) takeUp(job, nowMs);
      schedule(job, nowMs);
    }
    if (resume) store.transaction(() => write(nowMs));
    dueMs = nextDue(nowMs);
  };

  const decide = (job: LivingJob): Outcome | typeof draw => {
    const scripted = script.jobs?.[job.runner.jobName];
    return scripted === undefined ? draw : scripted[Math.min(job.runs, scripted.length - 1)]!;
  };

  const begin = (job: LivingJob, run: Run): void => {
    job.run = run;
    job.handle = undefined;
    job.runs++;
    active.add(job);
    fresh.push({ job, run });
  };

  const takeUp = (job: LivingJob, nowMs: number): void => {
    const run = runInFlight(job, nowMs, seed);
    if (run !== undefined) begin(job, run);
  };

  const schedule = (job: LivingJob, afterMs: number): void => {
    const at = job.schedule?.next(afterMs);
    if (at !== undefined) agenda.add(at, job);
  };

  /** The run of a job has ended: its last records are made, and its transformations planned. */
  const end = (job: LivingJob, run: Run): void => {
    job.ended ??= store.jobStatus(job.runner.jobId);
    job.ended.push(statusRecord(run, run.endMs));
    if (job.ended.length > keptRuns) job.ended.shift();
    if (job.handle !== undefined) store.patchHistory(job.handle, historyChanges(run, run.endMs));
    for (const tasks of job.transformations) job.taskRuns.push(...planTasks(tasks, run, seed));
    job.run = undefined;
  };

  const flush = (nowMs: number): void => {
    if (fresh.length === 0) return;
    const added = fresh;
    fresh = [];
    const handles = store.addHistory(added.map(({ run }): OpenRecord => historyRecord(run, nowMs)));
    added.forEach(({ job, run }, index) => {
      if (job.run === run) job.handle = handles[index];
    });
  };

  const write = (nowMs: number): void => {
    for (const job of active) {
      const { run } = job;
      if (run === undefined) continue;
      if (run.endMs <= nowMs) end(job, run);
      else if (job.handle !== undefined) store.patchHistory(job.handle, historyChanges(run, nowMs));
    }
    flush(nowMs);
    for (const job of active) {
      job.ended ??= store.jobStatus(job.runner.jobId);
      const records = job.run === undefined ? job.ended : [...job.ended.slice(1 - keptRuns), statusRecord(job.run, nowMs)];
      store.putJobStatus(job.runner.jobId, records);
      job.taskRuns = writeTasks(store, job.taskRuns, nowMs);
      if (job.run === undefined && job.taskRuns.length === 0) active.delete(job);
    }
  };

  const nextDue = (nowMs: number): number => {
    let due = agenda.due();
    for (const { run, taskRuns } of active) {
      if (run !== undefined) due = Math.min(due, nextChange(run, nowMs));
      for (const { startMs, endMs } of taskRuns) due = Math.min(due, startMs > nowMs ? startMs : endMs);
    }
    return due;
  };

  const catchUp = (nowMs: number): void => {
    while (agenda.due() <= nowMs) {
      const at = agenda.due();
      const job = agenda.take()!;
      if (job.run !== undefined && job.run.endMs <= at) end(job, job.run);
      if (job.run === undefined) begin(job, planRun(job.runner, at, seed, decide(job)));
      if (fresh.length >= batch) flush(nowMs);
      schedule(job, at);
    }
    write(nowMs);
    dueMs = nextDue(nowMs);
  };

  const settle = (): void => {
    const nowMs = clock.now().getTime();
    if (nowMs >= dueMs) store.transaction(() => catchUp(nowMs));
  };

  reset();
  const unsubscribe = clock.onAdvance?.(settle);
  return {
    settle,
    start(jobName, outcome) {
      settle();
      const job = jobs.find(({ runner }) => runner.jobName === jobName);
      if (job === undefined) throw new ConfigError('job', `there is none called ${JSON.stringify(jobName)}`);
      const nowMs = clock.now().getTime();
      if (job.run === undefined) {
        store.transaction(() => {
          begin(job, planRun(job.runner, nowMs, seed, outcome ?? decide(job)));
          write(nowMs);
        });
        dueMs = nextDue(nowMs);
      }
      return job.run!.historyId;
    },
    reset,
    close() {
      unsubscribe?.();
      active.clear();
      dueMs = Number.POSITIVE_INFINITY;
    },
  };
}
