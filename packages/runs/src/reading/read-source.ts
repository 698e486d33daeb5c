import { type Clock, ConfigError, guard, isSynclineError, scrubError } from '@syncline/core/internal';
import { SourceError } from '../errors/errors.ts';
import { isStorableTime } from '../time/timestamp.ts';
import type { SourceRun } from './run-parser.ts';
import { correctRun, keepRun, ReadingTally } from './reading-rules.ts';
import type { RunPage, RunQuery, RunSource, ServerUse } from './run-source.ts';

/** The time limit of a source. */
export interface ReadLimit {
  readonly clock: Clock;
  /** The maximum time for one request, in milliseconds */
  readonly milliseconds: number;
}

/** The maximum delay of a timer, in milliseconds. */
const longest = 2_147_483_647;
const uses: readonly (ServerUse | undefined)[] = ['applied', 'ignored', 'refused', 'none', undefined];

/**
 * Reads runs from a source, which may be the caller's own: it may hang, throw, reject, or return something other than a
 * page. If a source takes too long, or its query is aborted, its signal is aborted and the source is abandoned.
 *
 * The time starts again with each request that the source announces with `beforeRequest`, and waiting for that promise
 * does not count.
 *
 * @throws {SourceError} if the source does not settle in time, or throws something that is not a Syncline error
 * @throws {ConfigError} if it returns something other than a page of runs
 * @throws the Syncline errors of the source, and the reason of the query's signal
 */
export function readSource<Item>(
  source: RunSource<Item>,
  query: RunQuery,
  { clock, milliseconds }: ReadLimit,
): Promise<RunPage<Item>> {
  const { signal, beforeRequest } = query;
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    let isOver = false;
    let cancelTimer = (): void => {};
    const end = (): void => {
      isOver = true;
      cancelTimer();
      signal?.removeEventListener('abort', leave);
    };
    const abandon = (error: unknown): void => {
      if (isOver) return;
      end();
      controller.abort(error);
      reject(error);
    };
    const leave = (): void => abandon(signal?.reason);
    const startTimer = (): void => {
      if (!isOver) cancelTimer = clock.wait(Math.min(milliseconds, longest), () => abandon(late(milliseconds)));
    };
    const announced = async (): Promise<void> => {
      cancelTimer();
      await beforeRequest?.();
      startTimer();
    };
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) return leave();
    startTimer();
    const read = async (): Promise<RunPage<Item>> =>
      guard(
        () => source.read({ ...query, beforeRequest: announced, signal: controller.signal }),
        (thrown, rule) => {
          throw rule === undefined ? failureOf(thrown) : new ConfigError('source', rule);
        },
        (value) => (isPage(value) ? problemOf(value.runs) : 'must return a page of runs from read()'),
      );
    read().then(
      (page) => {
        end();
        try {
          resolve(correctPage(page, clock));
        } catch (error) {
          reject(error);
        }
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });
}

/** A start later than this after the service's time is a mistake, in milliseconds. */
export const mostAhead = 86_400_000;

/** Applies the rules of reading to the runs of a page, which may be from the caller's own source. */
function correctPage<Item>(page: RunPage<Item>, clock: Clock): RunPage<Item> {
  const tally = new ReadingTally();
  tally.addPage(page);
  const runs = new Map<string, SourceRun<Item>>();
  const latest = (page.date ?? clock.date()) + mostAhead;
  // A page of `completeSource` has passed here before, and this rule changes no run.
  const isCounted = page.readings?.['future-start'] !== undefined;
  for (const run of page.runs) {
    const corrected = correctRun(run, tally);
    if (corrected === undefined) tally.addUnreadable('start is a null date, such as 0001-01-01', run.key);
    else keepRun(runs, corrected, tally);
    if (run.start > latest && !isCounted) tally.add('future-start');
  }
  return { ...page, runs: [...runs.values()], ...tally.result };
}

function late(milliseconds: number): SourceError {
  return new SourceError(`The source did not respond within ${milliseconds} ms. Check its service.`, 'TIMEOUT');
}

function failureOf(thrown: unknown): unknown {
  if (isSynclineError(thrown)) return thrown;
  const cause = scrubError(thrown);
  const reason = cause.code ?? cause.name;
  return new SourceError(
    `source.read failed (${reason}). Its text may be secret and is not shown. Catch the error in the source to see it.`,
    reason,
    { cause },
  );
}

/** Whether a value is a page. The value may be anything, so reading its properties must not throw. */
function isPage(value: unknown): value is RunPage {
  const { runs, requests, rows, arrived, edges, isCut, date, unreadable, filter, order } = Object(
    value,
  ) as Partial<RunPage>;
  const { count, problem } = Object(unreadable) as Partial<RunPage['unreadable']>;
  return (
    [requests, rows, count].every((number) => Number.isSafeInteger(number) && (number as number) >= 0) &&
    (problem === undefined || typeof problem === 'string') &&
    (arrived === undefined || [arrived.oldest, arrived.newest].every(Number.isFinite)) &&
    (edges === undefined ||
      ([edges.first, edges.last].every((key) => typeof key === 'string') && Number.isFinite(edges.sum))) &&
    (isCut === undefined || typeof isCut === 'boolean') &&
    (date === undefined || Number.isFinite(date)) &&
    uses.includes(filter) &&
    uses.includes(order) &&
    Array.isArray(runs) &&
    runs.every(isSourceRun)
  );
}

function isSourceRun(value: unknown): boolean {
  const { key, job, status, error, start, end, rows } = Object(value) as Partial<SourceRun>;
  return (
    [key, job, status, error].every((text) => typeof text === 'string') &&
    key !== '' &&
    job !== '' &&
    Number.isFinite(start) &&
    (end === undefined || Number.isFinite(end)) &&
    (rows === undefined || typeof rows === 'number')
  );
}

/** What stores cannot keep as it is. If one changed a key, each poll would find a new run. */
function problemOf(runs: readonly SourceRun[]): string | false {
  for (const { key, job, status, start, end } of runs) {
    if (!isStorableTime(start) || (end !== undefined && !isStorableTime(end)))
      return 'must return times in whole milliseconds since 1970, in the years 1 to 9999';
    if ([key, job, status].some((text) => /\0|\p{Surrogate}/u.test(text)))
      return 'must return keys, jobs and status words without NUL characters and without halves of surrogate pairs';
  }
  return false;
}
