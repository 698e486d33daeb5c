import type { Clock, Life, LifeStore } from '../contract.ts';
import { ConfigError } from '../errors/config-error.ts';
import { createAgenda, type Agenda } from './agenda.ts';
import { type Account, createLedger } from './ledger.ts';
import { planJobs } from './plan.ts';
import { planRun } from './run.ts';
import { runInFlight } from './resume.ts';
import { checkScript, defaultWeights, drawByWeight, type Outcome, type Script } from './script.ts';

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
  /** When it begins, in milliseconds: what has fallen due since then has happened. @default the clock's now */
  readonly begunMs?: number;
}

/**
 * The life of a sandbox: it has no timers, and catches up with the clock when it is told to.
 *
 * @example
 * const historyId = sandbox.life?.start('Nightly', 'stuck');
 */
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

/** In a long leap the store is brought up to date each time this many runs have begun, so that memory stays flat. */
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
export function createLife({
  store,
  clock,
  seed = 1,
  script = {},
  resume = false,
  begunMs = clock.now().getTime(),
}: LifeOptions): SandboxLife {
  checkScript(script);
  const draw = drawByWeight(script.outcomes ?? defaultWeights);
  const planned = planJobs(store, begunMs, seed);
  const ledger = createLedger(store, seed);
  let accounts: Account[] = [];
  let agenda: Agenda<Account> = createAgenda();
  let dueMs = 0;

  const write = (nowMs: number): void => {
    ledger.write(nowMs);
    dueMs = Math.min(agenda.due(), ledger.due(nowMs));
  };

  const schedule = (account: Account, afterMs: number): void => {
    const at = account.job.schedule?.next(afterMs);
    if (at !== undefined) agenda.add(at, account);
  };

  const decide = ({ job, runs }: Account): Outcome | typeof draw => {
    const scripted = script.jobs?.[job.runner.jobName];
    return scripted === undefined ? draw : scripted[Math.min(runs, scripted.length - 1)]!;
  };

  /** Begins at this moment, nothing having run yet. */
  const begin = (nowMs: number): void => {
    ledger.clear();
    agenda = createAgenda();
    accounts = planned.map((job) => ({
      job,
      run: undefined,
      handle: undefined,
      runs: 0,
      ended: undefined,
      taskRuns: [],
    }));
    for (const account of accounts) {
      const run = resume ? runInFlight(account.job, nowMs, seed) : undefined;
      if (run !== undefined) ledger.begin(account, run);
      schedule(account, nowMs);
    }
    store.transaction(() => write(nowMs));
  };

  const catchUp = (nowMs: number): void => {
    while (agenda.due() <= nowMs) {
      const at = agenda.due();
      const account = agenda.take()!;
      if (account.run !== undefined && account.run.endMs <= at) ledger.end(account);
      if (account.run === undefined) ledger.begin(account, planRun(account.job.runner, at, seed, decide(account)));
      schedule(account, at);
      if (ledger.waiting() >= batch) ledger.write(at);
    }
    write(nowMs);
  };

  const settle = (): void => {
    const nowMs = clock.now().getTime();
    if (nowMs >= dueMs) store.transaction(() => catchUp(nowMs));
  };

  begin(begunMs);
  const unsubscribe = clock.onAdvance?.(settle);
  return {
    settle,
    start(jobName, outcome) {
      settle();
      const account = accounts.find(({ job }) => job.runner.jobName === jobName);
      if (account === undefined) throw new ConfigError('job', `there is none called ${JSON.stringify(jobName)}`);
      if (account.run === undefined) {
        const nowMs = clock.now().getTime();
        ledger.begin(account, planRun(account.job.runner, nowMs, seed, outcome ?? decide(account)));
        store.transaction(() => write(nowMs));
      }
      return account.run!.historyId;
    },
    reset: () => begin(clock.now().getTime()),
    close() {
      unsubscribe?.();
      ledger.clear();
      dueMs = Number.POSITIVE_INFINITY;
    },
  };
}
