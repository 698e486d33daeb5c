import { wholePattern } from '@syncline/core/internal';
import {
  classifyRun,
  createCompleteReader,
  type HistoryDay,
  type HistoryStore,
  type RunPage,
  type StoredRun,
  toStoredRun,
} from '@syncline/runs';
import type { CommandContext } from '../command/define-command.ts';
import { jobIds, requireInterface, runSource } from '@syncline/ops';
import type { ExportState, ExportWindow } from './export-query.ts';

/** Some of the runs of an export, oldest first. */
export interface ExportPage {
  readonly runs: readonly StoredRun[];
  /** Number of records that could not be read as runs */
  readonly unreadable: number;
  /** Where reading continues after this page */
  readonly cursor: string;
  /** How much has been read, from 0 to 1, and of what */
  readonly share: number;
  readonly of: 'time' | 'jobs' | 'days';
}

/** The state of an export after a page. */
export function stateAfter(state: ExportState, { runs, unreadable, cursor }: ExportPage): ExportState {
  return { ...state, cursor, runs: state.runs + runs.length, unreadable: state.unreadable + unreadable };
}

/** Reads the pages that follow a cursor; without one, all pages. */
export type ReadPages = (cursor: string | undefined) => AsyncIterable<ExportPage>;

/** The target number of runs in a page of the history. A larger page needs more memory but fewer requests. */
const wantedRuns = 5_000;
const firstWidth = 3_600_000;

/**
 * Reads the runs of a period from the service in parts, oldest first. It reads the history in time slices, whose length
 * adapts to the number of runs in them, or the job status job by job.
 *
 * @throws {ConfigError} when the configuration lacks what is needed
 * @throws {IncompleteHistoryError} while reading, when the service leaves out records that cannot be requested
 */
export async function serviceRuns(
  context: CommandContext,
  { since, until, job = '*' }: { readonly since: number; readonly until: number; readonly job?: string | undefined },
): Promise<ReadPages> {
  const { environment, output, clock, signal } = context;
  const classify = requireInterface(environment, 'classify');
  const belongs = wholePattern(job);
  const exact = job.includes('*') ? undefined : job;
  const ids = exact === undefined ? await jobIds(context) : [exact];
  const source = runSource(environment, ids);
  // Records that a full page leaves out are requested, even if the limit of the service is not known.
  const readComplete = createCompleteReader(source, { pageCap: environment.pageCap });
  let isSlow = false;
  let counted = 0;
  const rowsOf = (page: RunPage): Pick<ExportPage, 'runs' | 'unreadable'> => {
    if (!isSlow && (page.filter === 'ignored' || page.filter === 'refused')) {
      isSlow = true;
      output.note(
        'The service does not filter its history by time, so the whole history is read for each part. This is slow.',
      );
    }
    const runs: StoredRun[] = page.runs
      .filter((run) => belongs(run.job))
      .map((run) => toStoredRun(run, classifyRun(classify, run).outcome, clock.date()));
    // Without a filter, each page contains all records, also those that were counted before.
    const unreadable = isSlow ? Math.max(0, page.unreadable.count - counted) : page.unreadable.count;
    counted += unreadable;
    return { runs, unreadable };
  };

  if (source.kind === 'status')
    return async function* (cursor) {
      const wanted = (ids ?? []).filter(belongs).sort();
      for (const [index, id] of wanted.entries()) {
        if (cursor !== undefined && id <= cursor) continue;
        const page = await readComplete({ since, until, job: id, signal });
        yield { ...rowsOf(page), cursor: id, share: (index + 1) / wanted.length, of: 'jobs' };
      }
    };
  return async function* (cursor) {
    let [from = since, width = firstWidth] = cursor?.split(' ').map(Number) ?? [];
    // An export that continues has counted all records of a service that does not filter.
    if (cursor !== undefined) counted = Number.POSITIVE_INFINITY;
    while (from < until) {
      const next = Math.min(from + width, until);
      const page = await readComplete({ since: from, until: next, job: exact, signal });
      const factor = page.runs.length === 0 ? 4 : Math.min(4, wantedRuns / page.runs.length);
      width = Math.max(1, Math.floor(width * factor));
      from = next;
      yield { ...rowsOf(page), cursor: `${from} ${width}`, share: (from - since) / (until - since), of: 'time' };
    }
  };
}

/** Which runs of a store to read. */
export interface StoreSelection extends ExportWindow {
  readonly job?: string | undefined;
}

const pageSize = 5_000;
const dayLength = 86_400_000;
/** The cursor after the last page */
const end = 'end';

/** Reads runs from a store, one page at a time, oldest first. */
export function storeRuns(store: HistoryStore, { since, until, job = '*' }: StoreSelection): ReadPages {
  const belongs = wholePattern(job);
  // A name without wildcards is read with an index.
  const query = { since, until, job: job.includes('*') ? undefined : job, first: 'oldest', limit: pageSize } as const;
  return async function* (kept) {
    if (kept === end) return;
    const days = daysOf(await store.readDays(), { since, until });
    let cursor = kept;
    do {
      const page = await store.readPage({ ...query, cursor });
      cursor = page.next;
      const day = Math.floor((page.runs.at(-1)?.start ?? Number.NaN) / dayLength);
      const done = cursor === undefined ? days.length : days.findIndex((each) => each.day >= day) + 0.5;
      yield {
        runs: page.runs.filter((run) => belongs(run.job)),
        unreadable: 0,
        cursor: cursor ?? end,
        share: done / days.length,
        of: 'days',
      };
    } while (cursor !== undefined);
  };
}

/**
 * The whole days of a store that overlap a period, as a separate store, because each day is one Parquet file.
 *
 * @param onRead - receives the number of runs of each page that is read
 */
export function storeView(
  store: HistoryStore,
  { since, until, job }: StoreSelection,
  onRead: (runs: number) => void,
): HistoryStore {
  const belongs = wholePattern(job ?? '*');
  return {
    readIdentity: async () => {
      const { id, environment } = await store.readIdentity();
      return { id: job === undefined ? id : `${id} ${job}`, environment };
    },
    readDays: async () => daysOf(await store.readDays(), { since, until }),
    readRuns: (query) => store.readRuns(query),
    readPage: async (query) => {
      const page = await store.readPage(query);
      const runs = page.runs.filter((run) => belongs(run.job));
      onRead(runs.length);
      return { runs, next: page.next };
    },
  };
}

function daysOf(days: readonly HistoryDay[], { since, until }: ExportWindow): readonly HistoryDay[] {
  return days.filter(
    ({ day }) => (day + 1) * dayLength > (since ?? -Infinity) && day * dayLength < (until ?? Infinity),
  );
}
