import { ConfigError, ownOptions } from '@syncline/core/internal';
import { type Outcome, outcomes } from '../outcome/outcome.ts';
import { earliestMoment, latestMoment } from '../reading/reading-rules.ts';
import { checkLimit, checkPeriod, type RunPosition, type StoredRun } from './stored-run.ts';

/** Which runs of a store a page has. */
export interface RunPageQuery {
  /** Runs that started at this moment or later, in milliseconds since 1970. @default all */
  readonly since?: number | undefined;
  /** Runs that started before this moment. @default all later ones */
  readonly until?: number | undefined;
  /** The runs of this job. @default those of all jobs */
  readonly job?: string | undefined;
  /** Runs with one of these outcomes. @default all */
  readonly outcomes?: readonly Outcome[] | undefined;
  /** @default 'newest' */
  readonly first?: 'newest' | 'oldest' | undefined;
  /** The `next` of the page before this one. @default the first page */
  readonly cursor?: string | undefined;
  /** The maximum number of runs, from 1 to 10,000 */
  readonly limit: number;
}

/** Some runs of a store, in order. */
export interface StoredPage {
  readonly runs: readonly StoredRun[];
  /** The cursor of the next page; undefined if this is the last one */
  readonly next: string | undefined;
}

/** The outcomes of runs that did not do what they should. */
export const failures: readonly Outcome[] = ['cancelled', 'failed', 'partial', 'unknown'];
/** The runs with one of these outcomes, as the stores index them by job. A query must have this very text to use the index. */
export const isFailure = `outcome IN (${failures.map((outcome) => `'${outcome}'`).join(', ')})`;

/** Whether a page has failures of one job, so that it can use the index of failures. */
export function wantsFailures({ job, outcomes: wanted }: CheckedPageQuery): boolean {
  return job !== undefined && wanted !== undefined && wanted.every((outcome) => failures.includes(outcome));
}

/** A query whose values are checked. */
export interface CheckedPageQuery {
  readonly since: number;
  readonly until: number;
  readonly job: string | undefined;
  readonly outcomes: readonly Outcome[] | undefined;
  readonly isNewestFirst: boolean;
  /** The last run of the previous page */
  readonly after: RunPosition | undefined;
  readonly limit: number;
}

const names = { since: 1, until: 1, job: 1, outcomes: 1, first: 1, cursor: 1, limit: 1 } as const;

/** @throws ConfigError that names the value that cannot be used */
export function checkPageQuery(query: RunPageQuery): CheckedPageQuery {
  const checked = ownOptions(query, names);
  checkPeriod(checked);
  const {
    since = earliestMoment,
    until = latestMoment,
    job,
    outcomes: wanted,
    first = 'newest',
    cursor,
    limit,
  } = checked;
  if (first !== 'newest' && first !== 'oldest') throw new ConfigError('first', 'must be newest or oldest');
  if (wanted !== undefined && !(Array.isArray(wanted) && wanted.every((outcome) => outcomes.includes(outcome))))
    throw new ConfigError('outcomes', `must be a list of outcomes: ${outcomes.join(', ')}`);
  const after = cursor === undefined ? undefined : readCursor(cursor);
  return {
    since: clamp(since),
    until: clamp(until),
    job,
    outcomes: wanted,
    isNewestFirst: first === 'newest',
    after,
    limit: checkLimit(limit),
  };
}

/** No run starts before or after these moments, and databases refuse much earlier or later ones. */
function clamp(time: number): number {
  return Math.min(Math.max(time, earliestMoment), latestMoment);
}

/** A cursor as text, which may stand in an address. */
function readCursor(cursor: string): RunPosition {
  const [, start, key] = /^(-?\d{1,16}) (.*)$/s.exec(typeof cursor === 'string' ? cursor : '') ?? [];
  if (start === undefined || key === undefined || clamp(Number(start)) !== Number(start))
    throw new ConfigError('cursor', 'must be the value of next that came with the page before');
  return { start: Number(start), key };
}

/** @param runs - the runs that a store has found, at most `limit` */
export function pageOf(runs: readonly StoredRun[], { limit }: Pick<CheckedPageQuery, 'limit'>): StoredPage {
  const last = runs.length < limit ? undefined : runs.at(-1);
  return { runs, next: last && `${last.start} ${last.key}` };
}

/**
 * Reads the runs of a store one page after the other, so that any number of them needs only the memory of one page.
 *
 * @param query - which runs, in which order, and how many at a time. @default 1,000 at a time, the newest first
 *
 * @example
 * ```ts
 * import { type Store, streamRuns } from '@syncline/runs';
 *
 * export async function countFailures(store: Store, since: number) {
 *   let failures = 0;
 *   for await (const runs of streamRuns(store, { since, outcomes: ['failed'] })) failures += runs.length;
 *   return failures;
 * }
 * ```
 */
export async function* streamRuns(
  store: { readPage(query: RunPageQuery): Promise<StoredPage> },
  query?: Omit<RunPageQuery, 'limit'> & { readonly limit?: number | undefined },
): AsyncGenerator<readonly StoredRun[], void> {
  const checked = ownOptions(query, names);
  let { cursor } = checked;
  do {
    const page = await store.readPage({ ...checked, limit: checked.limit ?? 1_000, cursor });
    if (page.runs.length > 0) yield page.runs;
    cursor = page.next;
  } while (cursor !== undefined);
}
