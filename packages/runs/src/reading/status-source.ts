import type { CallOptions, CallPromise, JobStatusRecord } from '@syncline/client';
import { ConfigError, ownOptions } from '@syncline/core/internal';
import { readHttpDate } from '../time/timestamp.ts';
import { createRunParser, isRun, type RunAccessors, type SourceRun } from './run-parser.ts';
import { keepRun, ReadingTally } from './reading-rules.ts';
import { type RunPage, type RunQuery, type RunSource, runQueryNames } from './run-source.ts';

type StatusRecord = JobStatusRecord;

/** The part of a v2 client that the source needs. */
export interface StatusClient {
  readonly jobs: {
    status(
      jobId: string,
      options?: CallOptions,
    ): PromiseLike<readonly StatusRecord[]> | CallPromise<readonly StatusRecord[]>;
  };
}

/** Options of `statusSource`. */
export interface StatusSourceOptions {
  /** The ids of the jobs to read when a query names none. */
  readonly jobs?: readonly string[] | undefined;
  /** The IANA time zone of timestamps without an offset. The specification says that they are in UTC. @default 'UTC' */
  readonly timeZone?: string | undefined;
  /** The property that holds an error, if your service sends one. */
  readonly error?: RunAccessors<StatusRecord>['error'];
}

/**
 * Reads runs from the job status of the v2 interface (section 2.4), with one request for each job. The names of the
 * key, status, start and rows are documented, so you do not have to configure them.
 *
 * @throws ConfigError if an option cannot be used
 *
 * @example
 * ```ts
 * import type { V2Client } from '@syncline/client';
 * import { statusSource } from '@syncline/runs';
 *
 * const sourceOf = (v2: V2Client) => statusSource(v2, { jobs: ['job_1', 'job_2'] });
 * ```
 */
export function statusSource(client: StatusClient, options?: StatusSourceOptions): RunSource<StatusRecord> {
  const { jobs = [], timeZone = 'UTC', error } = ownOptions(options, { jobs: 1, timeZone: 1, error: 1 });
  if (!Array.isArray(jobs) || jobs.some((job) => typeof job !== 'string' || job === ''))
    throw new ConfigError('jobs', 'must be a list of job ids');
  const readJob = async (
    job: string,
    { since, until = Number.POSITIVE_INFINITY, keys, beforeRequest, signal }: RunQuery,
  ): Promise<RunPage<StatusRecord>> => {
    const read = createRunParser<StatusRecord>({
      key: 'history_id',
      job: () => job,
      status: 'status',
      start: 'run_start_at',
      rows: 'records_affected',
      error,
      timeZone,
    });
    await beforeRequest?.();
    const call = client.jobs.status(job, { signal });
    const { data: records, headers } = await ('withResponse' in call ? call.withResponse() : withoutResponse(call));
    const runs = new Map<string, SourceRun<StatusRecord>>();
    const tally = new ReadingTally();
    for (const record of records) {
      const run = read(record, tally);
      if (!isRun(run)) tally.addUnreadable(run.problem, run.key);
      else if (keys ? keys.includes(run.key) : run.start >= since && run.start < until) keepRun(runs, run, tally);
    }
    return {
      runs: sortRuns([...runs.values()]),
      requests: 1,
      rows: records.length,
      date: readHttpDate(headers['date']),
      ...tally.result,
    };
  };
  return {
    kind: 'status',
    read: async (runQuery) => {
      const query = ownOptions(runQuery, runQueryNames, 'query');
      const wanted = query.job === undefined ? [...new Set(jobs)] : [query.job];
      if (wanted.length === 0) throw new ConfigError('jobs', 'must name at least one job id');
      const pages: RunPage<StatusRecord>[] = [];
      // One after the other, because a source must not exceed the request budget of its caller.
      for (const job of wanted) pages.push(await readJob(job, query));
      const runs = new Map<string, SourceRun<StatusRecord>>();
      const tally = new ReadingTally();
      for (const page of pages) {
        for (const run of page.runs) keepRun(runs, run, tally);
        tally.addPage(page);
      }
      return {
        runs: sortRuns([...runs.values()]),
        requests: pages.length,
        rows: pages.reduce((sum, { rows }) => sum + rows, 0),
        date: pages.at(-1)?.date,
        ...tally.result,
      };
    },
  };
}

async function withoutResponse<Data>(
  call: PromiseLike<Data>,
): Promise<{ data: Data; headers: Record<string, string> }> {
  return { data: await call, headers: {} };
}

/** Oldest first; runs with the same start are ordered by key, so that the order is deterministic. */
export function sortRuns<Item>(runs: readonly SourceRun<Item>[]): readonly SourceRun<Item>[] {
  return [...runs].sort((a, b) => a.start - b.start || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}
