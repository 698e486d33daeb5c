import { ConfigError, EventQueue } from '@syncline/core/internal';
import type { ResolvedBehavior } from '../behavior/behavior.ts';
import type { Store } from '../store/store.ts';
import type { SandboxClock } from '../time/clock.ts';
import { planJobs, runInFlight } from './plan-jobs.ts';
import { type JobState, createRunHistory } from './run-history.ts';
import { planRun } from './run.ts';
import { type ScriptedOutcome, type Script, checkScript, drawByWeight } from './script.ts';

/** Options of {@link createSimulation}. */
interface SimulationOptions extends Pick<LifeOptions, 'seed' | 'resume' | 'behavior'> {
  readonly store: Store;
  readonly clock: SandboxClock;
  /** The moment up to which the data has records. */
  readonly begin: Date;
  /** How runs end. `false` turns the simulation off: no job runs. */
  readonly script: Script | false;
}

/**
 * The records and the simulated runs that change them. Planning every job takes time, so the simulation starts when the
 * records are first read. The result is the same as if it had started immediately.
 */
interface Simulation {
  /** All records as of now, after every run that is due. */
  records(): Store;
  /** Undefined when runs are disabled. */
  life(): SandboxLife | undefined;
  reset(): void;
  close(): void;
}

/** @throws ConfigError when the script is invalid */
export function createSimulation({
  store,
  clock,
  begin,
  seed = 1,
  resume = false,
  behavior,
  script,
}: SimulationOptions): Simulation {
  if (script !== false) checkScript(script);
  let beginMs = begin.getTime();
  let created: SandboxLife | undefined;
  const life = (): SandboxLife | undefined =>
    script === false ? undefined : (created ??= createLife({ store, clock, seed, script, resume, behavior, beginMs }));
  return {
    life,
    records() {
      life()?.settle();
      return store;
    },
    reset() {
      store.reset();
      beginMs = clock.now().getTime();
      created?.reset();
    },
    close() {
      created?.close();
      store.close();
    },
  };
}

/** Options of {@link createLife}. */
interface LifeOptions {
  readonly store: Store;
  readonly clock: SandboxClock;
  /** @default 1 */
  readonly seed?: number;
  readonly script?: Script;
  /**
   * Whether to begin with the runs that generated data omits because they have not ended. Your own data is not changed.
   *
   * @default false
   */
  readonly resume?: boolean;
  /** When history records appear and change. @default at once */
  readonly behavior?: Pick<ResolvedBehavior, 'appear' | 'lateMs'> | undefined;
  /**
   * When the simulation begins, in milliseconds since the epoch. Runs that were due since then are caught up on.
   *
   * @default the clock's now
   */
  readonly beginMs?: number;
}

/**
 * The simulated runs of a sandbox. It has no timers: it catches up with the clock when it is told to.
 *
 * @example
 * const historyId = sandbox.life?.start('Nightly', 'stuck');
 */
export interface SandboxLife {
  /** Catches up with the clock. Costs one comparison if nothing is due. Called before each request is answered. */
  settle(): void;
  /**
   * Starts a job and returns the id of its run, or of the run that is already active.
   *
   * @throws ConfigError when there is no such job
   */
  start(jobName: string, outcome?: ScriptedOutcome): string;
  /** Drops the active runs and plans the jobs again from the store. Call it after a reset of the store. */
  reset(): void;
  close(): void;
}

/**
 * When the clock moves far, the store is written each time this many runs have begun, so that memory use stays
 * constant.
 */
const batchSize = 5000;

/**
 * Runs the jobs of a store by their cron expressions (in UTC) as the clock moves: history and status records appear and
 * change until the run ends, and transformations follow. A job has one run at a time: a start during a run is skipped.
 * The same data, seed, script and time give the same records, however many steps the clock takes.
 *
 * @throws ConfigError when the script or a cron expression is invalid
 * @example
 * const life = createLife({ store, clock, seed: 7, script: { jobs: { Nightly: ['success', 'tasksFailed'] } } });
 * clock.advance('2d');
 */
export function createLife({
  store,
  clock,
  seed = 1,
  script: customScript = {},
  resume = false,
  behavior = { appear: 'start', lateMs: 0 },
  beginMs = clock.now().getTime(),
}: LifeOptions): SandboxLife {
  const script = checkScript(customScript);
  const draw = drawByWeight(script.outcomes);
  const planned = planJobs(store, beginMs, seed);
  const history = createRunHistory(store, seed, behavior);
  let states: JobState[] = [];
  const starts = new EventQueue<JobState>();
  let nextDueMs = 0;

  const write = (nowMs: number): void => {
    history.write(nowMs);
    nextDueMs = Math.min(starts.nextTime(), history.nextChange(nowMs));
  };

  const schedule = (state: JobState, afterMs: number): void => {
    const at = state.job.schedule?.next(afterMs);
    if (at !== undefined) starts.add(at, state);
  };

  const decide = ({ job, runs }: JobState): ScriptedOutcome | typeof draw => {
    const scripted = script.jobs[job.runner.jobName];
    return scripted === undefined ? draw : scripted[Math.min(runs, scripted.length - 1)]!;
  };

  const begin = (nowMs: number): void => {
    history.clear();
    starts.clear();
    states = planned.map((job) => ({
      job,
      run: undefined,
      runs: 0,
      ended: undefined,
      taskRuns: [],
    }));
    for (const state of states) {
      const run = resume ? runInFlight(state.job, nowMs, seed) : undefined;
      if (run !== undefined) history.begin(state, run);
      schedule(state, nowMs);
    }
    store.transaction(() => write(nowMs));
  };

  const catchUp = (nowMs: number): void => {
    while (starts.nextTime() <= nowMs) {
      const at = starts.nextTime();
      const state = starts.take()!;
      if (state.run !== undefined && state.run.endMs <= at) history.end(state);
      if (state.run === undefined) history.begin(state, planRun(state.job.runner, at, seed, decide(state)));
      schedule(state, at);
      if (history.unwrittenRuns() >= batchSize) history.write(at);
    }
    write(nowMs);
  };

  const settle = (): void => {
    const nowMs = clock.now().getTime();
    if (nowMs >= nextDueMs) store.transaction(() => catchUp(nowMs));
  };

  begin(beginMs);
  const unsubscribe = clock.onAdvance(settle);
  return {
    settle,
    start(jobName, outcome) {
      settle();
      const state = states.find(({ job }) => job.runner.jobName === jobName);
      if (state === undefined)
        throw new ConfigError('job', `must be the name of a job, found ${JSON.stringify(jobName)}`);
      if (state.run === undefined) {
        const nowMs = clock.now().getTime();
        history.begin(state, planRun(state.job.runner, nowMs, seed, outcome ?? decide(state)));
        store.transaction(() => write(nowMs));
      }
      return state.run!.historyId;
    },
    reset: () => begin(clock.now().getTime()),
    close() {
      unsubscribe();
      history.clear();
      nextDueMs = Number.POSITIVE_INFINITY;
    },
  };
}
