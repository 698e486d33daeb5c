import {
  checkSignal,
  type Clock,
  ConfigError,
  guardClock,
  guardRandom,
  isSynclineError,
  notify,
  type OptionNames,
  ownOptions,
  parseDuration,
  sleep,
  type SynclineError,
  withoutPrototype,
} from '@syncline/core/internal';
import { isSourceError } from '../errors/errors.ts';
import { classifyRun } from '../outcome/define-outcomes.ts';
import type { Classification } from '../outcome/outcome.ts';
import { mostAhead, readSource } from '../reading/read-source.ts';
import type { SourceRun } from '../reading/run-parser.ts';
import { scheduleOf } from '../schedule/create-schedule.ts';
import { readTimestamp } from '../time/timestamp.ts';
import {
  type RunResult,
  type Wait,
  WaitAbortedError,
  type WaitContext,
  type WaitOptions,
  type WaitPoll,
  WaitTimeoutError,
  WaitUnreadableError,
} from './wait-options.ts';
import {
  countFailure,
  countPoll,
  describeTally,
  emptyTally,
  readWaitState,
  type RunTarget,
  type WaitState,
  writeWaitState,
} from './wait-state.ts';

/** The result of one poll: the run, and the result of the wait if the run decides it. */
interface Look<Item> {
  readonly run: SourceRun<Item> | undefined;
  readonly result?: RunResult<Item>;
}

const week = 7 * 86_400_000;
const contextNames: OptionNames<WaitContext> = {
  source: 1,
  classify: 1,
  signal: 1,
  requestsPerMinute: 1,
  onPoll: 1,
  clock: 1,
  random: 1,
};
const optionNames: OptionNames<WaitOptions> = {
  ...contextNames,
  job: 1,
  after: 1,
  run: 1,
  timeout: 1,
  failFast: 1,
  acceptWarned: 1,
  expectedRuntime: 1,
  cron: 1,
};
/** Number of refusals in a row after which more polls make no sense. */
const maxRefusals = 3;
/** A source that does not respond within this time is read again, in milliseconds. */
const longestLook = 600_000;
/** The time limit of the last poll, which begins when the time limit of the wait has passed, in milliseconds. */
const lastLook = 30_000;

/**
 * Creates a wait for a run of a job. It polls as often as the job's usual runtime suggests, with jitter, within a budget
 * of requests.
 *
 * @throws ConfigError if an option is missing or cannot be used
 *
 * @example
 * ```ts
 * import { createWait, type Classify, type RunSource } from '@syncline/runs';
 *
 * const start = async (source: RunSource, classify: Classify<never>) => {
 *   const wait = createWait({ source, classify, job: 'job_1', after: new Date(), timeout: '2h' });
 *   const token = wait.serialize(); // another process can continue with restoreWait(token, …)
 *   const { ok, outcome, because } = await wait.result();
 *   console.log(token, ok, outcome, because);
 * };
 * ```
 */
export function createWait<Item>(options: WaitOptions<Item>): Wait<Item> {
  const checked = ownOptions(options, optionNames);
  const { job, after, run, timeout, failFast = true, acceptWarned = false, expectedRuntime, cron } = checked;
  if (cron !== undefined) scheduleOf(cron);
  if (typeof job !== 'string' || job === '') throw new ConfigError('job', 'must be the name or id of a job');
  if ((after === undefined) === (run === undefined))
    throw new ConfigError(
      'after',
      'or run must be set, and not both: the moment after which the run starts, or its key',
    );
  if (timeout === undefined)
    throw new ConfigError('timeout', 'must be set, such as "2h"; no default is right for every job');
  const afterMs = after === undefined ? undefined : readTimestamp(after, undefined, 'after');
  if (after !== undefined && afterMs === undefined) throw new ConfigError('after', 'must be a timestamp');
  if (run !== undefined && (typeof run !== 'string' || run === ''))
    throw new ConfigError('run', 'must be the key of a run');
  return runWait(checked, {
    version: 1,
    job,
    target: afterMs === undefined ? { run: run as string } : { after: afterMs },
    deadline: guardClock(checked.clock).date() + parseDuration('timeout', timeout),
    failFast,
    acceptWarned,
    expectedRuntime: expectedRuntime === undefined ? undefined : parseDuration('expectedRuntime', expectedRuntime),
    cron,
    tally: emptyTally,
  });
}

/**
 * Continues a wait that another process has serialized: with the same run and the original time limit.
 *
 * @throws StateError if the text is not a serialized wait, or one of another version
 */
export function restoreWait<Item>(text: string, context: WaitContext<Item>): Wait<Item> {
  return runWait(ownOptions(context, contextNames), readWaitState(text));
}

/** Waits for a run of a job; the same as `createWait(options).result()`. */
export async function waitForRun<Item>(options: WaitOptions<Item>): Promise<RunResult<Item>> {
  return createWait(options).result();
}

function runWait<Item>(context: WaitContext<Item>, state: WaitState): Wait<Item> {
  const { source, classify, signal, onPoll, requestsPerMinute = 12 } = context;
  checkSignal(signal);
  if (typeof source?.read !== 'function')
    throw new ConfigError('source', 'must be a source, such as historySource(odata, …)');
  if (typeof classify !== 'function') throw new ConfigError('classify', 'must be created by defineOutcomes');
  if (!(requestsPerMinute >= 1 && requestsPerMinute <= 600))
    throw new ConfigError('requestsPerMinute', 'must be a number from 1 to 600');
  if (onPoll !== undefined && typeof onPoll !== 'function') throw new ConfigError('onPoll', 'must be a function');
  const wait = new RunWait(withoutPrototype({ ...context, requestsPerMinute }), state);
  let promise: Promise<RunResult<Item>> | undefined;
  return {
    result: () => (promise ??= wait.poll()),
    serialize: () => writeWaitState(wait.state),
  };
}

/**
 * One wait in this process. `state` is what another process can continue from; it is replaced as a whole after each
 * poll. Everything else is about the polls of this process: the last run, and how the service failed since the last
 * poll that succeeded. Only `poll` and the methods that it calls change them.
 */
class RunWait<Item> {
  state: WaitState;
  readonly #context: WaitContext<Item> & { readonly requestsPerMinute: number };
  readonly #clock: Clock;
  readonly #random: () => number;
  /** When the time limit passes by the monotonic clock, which does not move when the wall clock is set */
  readonly #endsAt: number;
  /** The last run that was seen */
  #last: SourceRun<Item> | undefined;
  /** Failed polls in a row */
  #failures = 0;
  /** Polls in a row that the service refused */
  #refusals = 0;
  /** The last failure. A poll that the time limit cut off says nothing about the service, so it does not count. */
  #lastProblem: SynclineError | undefined;

  constructor(context: WaitContext<Item> & { readonly requestsPerMinute: number }, state: WaitState) {
    this.#context = context;
    this.#clock = guardClock(context.clock);
    this.#random = guardRandom(context.random);
    this.#endsAt = this.#clock.now() + state.deadline - this.#clock.date();
    this.state = state;
  }

  async poll(): Promise<RunResult<Item>> {
    const { signal } = this.#context;
    for (;;) {
      if (signal?.aborted)
        throw new WaitAbortedError(this.#describe('was aborted'), this.#last, this.state.tally, {
          cause: signal.reason,
        });
      const left = this.#left();
      let found: Look<Item> = { run: undefined };
      let problem: SynclineError | undefined;
      try {
        found = await this.#look(left > 0 ? Math.min(left, longestLook) : lastLook);
        [this.#failures, this.#refusals, this.#lastProblem] = [0, 0, undefined];
      } catch (error) {
        if (signal?.aborted) continue;
        problem = this.#countProblem(error);
      }
      const { run, result } = found;
      if (result !== undefined) {
        this.#tell({ run, outcome: result.outcome, error: undefined, pauseMs: 0 });
        return result;
      }
      // A poll that was running at the time limit and got no response was the last one.
      if (left <= 0 || (isLate(problem) && this.#left() <= 0)) throw this.#timeout(problem);
      const pauseMs = this.#pause(run, problem);
      this.#tell({ run, outcome: run && 'running', error: problem, pauseMs });
      await sleep(this.#clock, Math.max(0, pauseMs), signal);
    }
  }

  /** A source may be slow or hang, so an abort or the time limit does not wait for it. */
  async #look(milliseconds: number): Promise<Look<Item>> {
    const { source, classify, signal } = this.#context;
    const { target, job, expectedRuntime, acceptWarned } = this.state;
    const since = 'run' in target ? 0 : target.after - (expectedRuntime === undefined ? week : 1_000);
    const keys = 'run' in target ? { keys: [target.run] } : undefined;
    const query = { since, ...keys, job, signal };
    const { runs, date = this.#clock.date() } = await readSource(source, query, { clock: this.#clock, milliseconds });
    // A start that the service has not reached is a mistake: the run that is waited for can still come.
    const isPossible = ({ start }: SourceRun<Item>): boolean => 'run' in target || start <= date + mostAhead;
    const classified = runs.filter(isPossible).map((run) => ({ run, ...classifyRun(classify, run) }));
    const chosen = chooseRun(classified, target, this.state);
    this.#last = chosen?.run ?? this.#last;
    this.state = {
      ...this.state,
      // 0 means "not known", so that the wider window is read only once.
      expectedRuntime: expectedRuntime ?? medianRuntime(runs) ?? 0,
      tally: countPoll(this.state.tally, chosen?.run.status),
    };
    if (chosen === undefined || chosen.outcome === 'running' || !chosen.isFinal) return { run: chosen?.run };
    const { run, outcome, because } = chosen;
    const ok = outcome === 'succeeded' || (outcome === 'warned' && acceptWarned);
    return { run, result: { ok, outcome, because, run, tally: this.state.tally } };
  }

  /** Counts a failed poll. @throws the error if more polls make no sense */
  #countProblem(error: unknown): SynclineError {
    if (!isSynclineError(error) || isWrong(error)) throw error;
    this.state = { ...this.state, tally: countFailure(this.state.tally, nameOf(error)) };
    this.#failures += 1;
    this.#refusals = isPassing(error) ? 0 : this.#refusals + 1;
    if (!isLate(error)) this.#lastProblem = error;
    if (this.#refusals < maxRefusals) return error;
    const message = this.#describe(
      `could not find out how the run ended, because the service refused the requests: ${error.message}`,
    );
    throw new WaitUnreadableError(message, this.#last, this.state.tally, { cause: error });
  }

  /** The tally counts failures by their code. The message of the last one says what to do. */
  #timeout(problem: SynclineError | undefined): WaitTimeoutError {
    const cause = this.#lastProblem ?? problem;
    const why = cause === undefined ? '' : `. The last failure: ${cause.message}`;
    const message = `${this.#describe('reached its time limit')}${why}`;
    return new WaitTimeoutError(message, this.#last, this.state.tally, { cause });
  }

  #pause(run: SourceRun<Item> | undefined, problem: SynclineError | undefined): number {
    const { expectedRuntime } = this.state;
    const now = this.#clock.date();
    const nextTick = run === undefined ? nextTickOf(this.state, now) : undefined;
    const [failures, random] = [this.#failures, this.#random];
    const usual = choosePause({ run, now, failures, nextTick, expectedRuntime, random });
    const shortestPause = Math.ceil(60_000 / this.#context.requestsPerMinute);
    return Math.min(Math.max(usual, retryAfterOf(problem), shortestPause), this.#left());
  }

  /** Time until the limit: by the wall clock, which other processes share, or by the monotonic clock, if that is earlier. */
  #left(): number {
    return Math.min(this.state.deadline - this.#clock.date(), this.#endsAt - this.#clock.now());
  }

  #tell(poll: WaitPoll<Item>): void {
    const { onPoll } = this.#context;
    if (onPoll !== undefined) notify(onPoll, poll);
  }

  #describe(what: string): string {
    return `The wait for ${describe(this.state)} ${what} (${describeTally(this.state.tally)})`;
  }
}

function describe({ job, target }: WaitState): string {
  return 'run' in target
    ? `run ${target.run} of ${job}`
    : `a run of ${job} after ${new Date(target.after).toISOString()}`;
}

function nameOf(error: SynclineError): string {
  const { status } = error as { status?: number };
  return status === undefined ? error.code : `${error.code} ${status}`;
}

/** The pause that the service requests, in milliseconds. */
function retryAfterOf(error: SynclineError | undefined): number {
  return ((error as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds ?? 0) * 1_000;
}

/** When the job's schedule starts its next run, within a day. */
function nextTickOf({ cron }: WaitState, now: number): number | undefined {
  return cron && scheduleOf(cron).ticks(now, now + 86_400_000)[0]?.at;
}

/** The median of the runtimes of the runs that have an end; undefined if there are none. */
function medianRuntime(runs: readonly SourceRun[]): number | undefined {
  const runtimes = runs
    .flatMap(({ start, end }) => (end === undefined || end < start ? [] : [end - start]))
    .sort((a, b) => a - b);
  return runtimes[runtimes.length >> 1];
}

/** Whether the error is in the program, in an option or a function of the caller, so that no later poll can succeed. */
function isWrong(error: SynclineError): boolean {
  return error.code === 'CONFIG_INVALID' || (isSourceError(error) && !isLate(error));
}

/** Whether a source did not respond in time. */
function isLate(error: SynclineError | undefined): boolean {
  return isSourceError(error) && error.reason === 'TIMEOUT';
}

/** Whether a later poll may succeed. */
function isPassing(error: SynclineError): boolean {
  const { status } = error as { status?: number };
  if (error.code === 'HTTP_ERROR') return status === 408 || status === 425 || status === 429 || (status ?? 0) >= 500;
  if (error.code === 'AUTH_FAILED') return status === undefined || status === 429 || status >= 500;
  return error.code === 'NETWORK_ERROR' || error.code === 'TIMEOUT' || isLate(error);
}

type ClassifiedRun<Item> = Classification & { readonly run: SourceRun<Item> };

/**
 * Chooses the run of a wait.
 *
 * With `failFast` it is the first run that started after the moment. Otherwise it is a run that succeeded, or else the
 * latest one. The result is final only if the run succeeded.
 *
 * @param runs - oldest first
 * @returns undefined if the run does not exist yet
 */
function chooseRun<Item>(
  runs: readonly ClassifiedRun<Item>[],
  target: RunTarget,
  { failFast, acceptWarned }: { readonly failFast: boolean; readonly acceptWarned: boolean },
): (ClassifiedRun<Item> & { readonly isFinal: boolean }) | undefined {
  const candidates = runs.filter(({ run }) => ('run' in target ? run.key === target.run : isAfter(run, target.after)));
  const [first] = candidates;
  if (first === undefined) return undefined;
  if (failFast) return { ...first, isFinal: true };
  const isGood = ({ outcome }: ClassifiedRun<Item>): boolean =>
    outcome === 'succeeded' || (outcome === 'warned' && acceptWarned);
  const good = candidates.find(isGood);
  return good === undefined
    ? { ...(candidates.at(-1) as ClassifiedRun<Item>), isFinal: false }
    : { ...good, isFinal: true };
}

/**
 * Whether a run started after a moment. A start in whole seconds may be up to a second earlier than the run itself, so
 * it is compared with the beginning of the moment's second. A run that had already ended by then is not the right one.
 */
function isAfter({ start, end }: SourceRun, after: number): boolean {
  if (end !== undefined && end < after) return false;
  const isWhole = start % 1_000 === 0;
  return start >= (isWhole ? Math.floor(after / 1_000) * 1_000 : after);
}

/** The facts that determine the length of a pause. */
interface PauseInput {
  /** The run that was found; undefined if it does not exist yet */
  readonly run: SourceRun | undefined;
  /** Milliseconds since 1970 */
  readonly now: number;
  /** Failed polls in a row */
  readonly failures: number;
  /** When the next run starts according to the job's schedule, if that is known */
  readonly nextTick: number | undefined;
  /** How long the run usually takes, in milliseconds; 0 or undefined if unknown */
  readonly expectedRuntime: number | undefined;
  readonly random: () => number;
}

const shortest = 5_000;
const longest = 60_000;

/**
 * Returns how long to wait before the next poll, from 5 to 60 s: half of the time until the run should end, or a fifth
 * of the time that it has taken so far. The pause is longer after failures, and varies by ± 20 %, so that many waits do
 * not poll at the same time.
 */
function choosePause({ run, now, failures, nextTick, expectedRuntime = 0, random }: PauseInput): number {
  const pause = Math.min(longest, Math.max(shortest, usualPause(run, now, nextTick, expectedRuntime)));
  return Math.round(pause * 2 ** Math.min(failures, 4) * (0.8 + 0.4 * random()));
}

function usualPause(
  run: SourceRun | undefined,
  now: number,
  nextTick: number | undefined,
  expectedRuntime: number,
): number {
  if (run === undefined) return nextTick === undefined ? 2 * shortest : nextTick - now + shortest;
  const elapsed = Math.max(0, now - run.start);
  return elapsed < expectedRuntime ? (expectedRuntime - elapsed) / 2 : elapsed / 5;
}
