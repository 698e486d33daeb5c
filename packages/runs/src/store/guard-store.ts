import { type Clock, ConfigError, guard, isSynclineError, scrubError, withTimeLimit } from '@syncline/core/internal';
import { StoreError } from '../errors/errors.ts';
import { outcomes } from '../outcome/outcome.ts';
import type { HistoryDay, HistoryStore } from './history-store.ts';
import type { HourSummary, JobSummary } from './roll-ups.ts';
import type { StoredPage } from './run-page.ts';
import type { QueuedEvent, Store, StoreTurn } from './store.ts';
import type { RunHead, StoredRun } from './stored-run.ts';

/** Whether a method may return this value. The value may be anything, so reading its properties must not throw. */
type Check = (value: unknown) => boolean;

type Method = (...all: never[]) => Promise<unknown>;

/** For each method of a store, a check of what it returns, which may depend on its arguments. */
type Checks<Guarded> = {
  readonly [Name in keyof Guarded as Guarded[Name] extends Method ? Name : never]: Guarded[Name] extends Method
    ? (...all: Parameters<Guarded[Name]>) => Check
    : never;
};

/** How the methods of a store are called. */
interface MethodLimit {
  readonly clock: Clock;
  /** The maximum time for one call, in milliseconds */
  readonly timeout: number;
  /** What to do after a failure, as the end of its message */
  readonly advice: string;
}

/**
 * Returns a store whose methods settle within a time limit. Its failures are a `StoreError` that names the method, and
 * a wrong value is a `ConfigError`: if a store returned nothing, a tracker would start again from the beginning.
 *
 * An abandoned write may still happen. Its fence then refuses a later write that is based on the state before it.
 */
export function guardStore(store: Store, clock: Clock, timeout: number): Store {
  const limit = { clock, timeout, advice: 'No data is lost: poll again when it works.' };
  const checks: Checks<Store> = {
    begin: () => isTurn,
    write: () => isAnything,
    release: () => isAnything,
    readHeads: () => listOf(isNumbered),
    readPage: ({ cursor, limit }) => pageAfter(cursor, limit),
    readJobs: () => listOf(isJob),
    readHours: () => listOf(isHour),
    readRuns: () => listOf(isRun),
    readOpen: () => listOf(isNumbered),
    readEvents: eventsAfter,
    readCursor: () => isCount,
    acknowledge: () => isAnything,
    removeConsumer: () => (value) => typeof value === 'boolean',
    deleteEvents: () => isCount,
    prune: () => isCount,
    close: () => isAnything,
  };
  return { environment: store.environment, ...guardMethods(store, checks, limit) };
}

/** Returns a store for an export whose methods settle within a time limit, and whose results are checked. */
export function guardHistory(store: HistoryStore, clock: Clock, timeout: number): HistoryStore {
  const limit = { clock, timeout, advice: 'The days that are written are complete. Export again to continue.' };
  const checks: Checks<HistoryStore> = {
    readIdentity: () => isIdentity,
    readDays: () => listOf(isDay),
    readPage: ({ cursor, limit }) => pageAfter(cursor, limit),
    readRuns: () => listOf(isRun),
  };
  return guardMethods(store, checks, limit);
}

/**
 * Wraps the methods of a store, which may be the caller's own implementation.
 *
 * A method throws a `StoreError` if it does not settle in time, or throws something that is not a Syncline error. It names
 * only the class or the code, because the text of a driver may contain a connection string. A wrong value is a
 * `ConfigError`.
 */
function guardMethods<Guarded extends object>(
  store: Guarded,
  checks: Checks<Guarded>,
  { clock, timeout, advice }: MethodLimit,
): Pick<Guarded, keyof Checks<Guarded> & keyof Guarded> {
  const guarded: Record<string, Method> = {};
  for (const name of Object.keys(checks)) {
    const late = () =>
      new StoreError(`store.${name} did not settle within ${timeout} ms. Check the database.`, 'TIMEOUT');
    const fail = (thrown: unknown, rule?: string): never => {
      if (rule !== undefined) throw new ConfigError(`store.${name}`, rule);
      if (isSynclineError(thrown)) throw thrown;
      const cause = scrubError(thrown);
      const reason = cause.code ?? cause.name;
      throw new StoreError(`store.${name} failed (${reason}). ${advice}`, reason, { cause });
    };
    guarded[name] = (...all) => {
      const isGood = (checks as unknown as Record<string, (...args: never[]) => Check>)[name]?.(...all);
      const check = (value: unknown) =>
        !isGood?.(value) && 'must return the type that the interface of a store defines';
      // Called on the store, which may be an object of a class.
      const call = () => (store as unknown as Record<string, Method>)[name]?.(...all);
      return withTimeLimit(clock, timeout, async () => guard<unknown>(call, fail, check), late);
    };
  }
  return guarded as unknown as Pick<Guarded, keyof Checks<Guarded> & keyof Guarded>;
}

const isAnything: Check = () => true;
const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const listOf =
  (isGood: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isGood);

function isTurn(value: unknown): boolean {
  if (value === undefined) return true;
  const { fence, state } = Object(value) as Partial<StoreTurn>;
  return isText(fence) && (state === undefined || isText(state));
}

function isHead(value: unknown): boolean {
  const { key, job, version, outcome, start, end } = Object(value) as Partial<StoredRun>;
  return (
    [key, job, version].every(isText) &&
    outcomes.includes(outcome as RunHead['outcome']) &&
    [start, end ?? 0].every(Number.isInteger)
  );
}

function isNumbered(value: unknown): boolean {
  return isHead(value) && isCount((value as RunHead).number);
}

function isRun(value: unknown): boolean {
  const { status, raw, rows, firstSeen } = Object(value) as Partial<StoredRun>;
  return isHead(value) && [status, raw].every(isText) && Number.isInteger(firstSeen) && Number.isFinite(rows ?? 0);
}

function isIdentity(value: unknown): boolean {
  const { id, environment } = Object(value) as Partial<Awaited<ReturnType<HistoryStore['readIdentity']>>>;
  return isText(id) && id !== '' && isText(environment);
}

function isDay(value: unknown): boolean {
  const { day, revision } = Object(value) as Partial<HistoryDay>;
  return Number.isSafeInteger(day) && Number.isSafeInteger(revision);
}

/** Checks that events are in order and after a position. Otherwise they might be delivered repeatedly. */
function eventsAfter(after: number): Check {
  return (value) => {
    let last = after;
    return listOf((event) => {
      const { position, id, type, data, at } = Object(event) as Partial<QueuedEvent>;
      const isNext = isCount(position) && (position as number) > last;
      last = position ?? last;
      return isNext && [id, type, data].every(isText) && Number.isFinite(at);
    })(value);
  };
}

function isJob(value: unknown): boolean {
  const { job, last, running, lastStarts } = Object(value) as Partial<JobSummary>;
  const { key, outcome, start } = Object(last) as Partial<JobSummary['last']>;
  const isLast = isText(key) && outcomes.includes(outcome as RunHead['outcome']) && Number.isInteger(start);
  return isText(job) && isLast && isCount(running) && typeof lastStarts === 'object';
}

function isHour(value: unknown): boolean {
  const { hour, runs, rows, seconds } = Object(value) as Partial<HourSummary>;
  return typeof runs === 'object' && [hour, rows, seconds].every(Number.isFinite);
}

/** Checks that a page leads to another one. Otherwise an export might never end. */
function pageAfter(cursor: string | undefined, limit: number): Check {
  return (value) => {
    const { runs, next } = Object(value) as Partial<StoredPage>;
    const isNext = next === undefined || (isText(next) && next !== cursor);
    return listOf(isRun)(runs) && (runs as readonly StoredRun[]).length <= limit && isNext;
  };
}
