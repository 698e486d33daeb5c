import { ClientRequest, ownOptions, type RequestPlace } from '@syncline/core/internal';
import type { JobStatusRecord } from '@syncline/openapi';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import { type JobStatusResult, type StatusOfManyOptions, statusOfMany } from '../watch/status-of-many.ts';
import { createStatusWatch } from '../watch/status-watch.ts';
import type { StatusWatch, WatchStatusOptions } from '../watch/watch-options.ts';
import { callInit, beginCall, type CallPromise, type SendOperation } from './operation-call.ts';
import { compilePath } from './serialize.ts';

/** The status of jobs (specification section 2.4). */
export interface JobStatus<Item = JobStatusRecord> {
  /**
   * Reads the status records of one job: one for each of its runs that the service still has.
   *
   * @throws {HttpError} when the service responds with a failure status
   * @example
   * ```ts
   * import type { V2Client } from '@syncline/client';
   *
   * const words = async (v2: V2Client) => (await v2.jobs.status('42')).map(({ status }) => status);
   * ```
   */
  status(jobId: string, options?: CallOptions): CallPromise<Item[]>;

  /**
   * Polls a job's status and yields each new or changed record, also for runs that begin and end between two polls. The
   * first poll is the baseline and yields nothing. A record counts as seen when your loop asks for the next one: after a
   * restart with `state()`, a watch yields the record again whose loop body did not end. After a temporary failure (429,
   * 5xx, a broken connection) it polls more slowly. Any other failure ends the watch with its error.
   *
   * @throws {ConfigError} when an option cannot be used
   * @throws {TimeoutError} when `deadline` passes before `until` returns true; `lastRecord` is the last record
   * @example
   * ```ts
   * import type { V2Client } from '@syncline/client';
   *
   * const follow = async (v2: V2Client, signal: AbortSignal) => {
   *   for await (const record of v2.jobs.watchStatus('42', { every: 15_000, signal })) {
   *     console.log(record.history_id, record.status);
   *   }
   * };
   * ```
   */
  watchStatus(jobId: string, options?: WatchStatusOptions<Item>): StatusWatch<Item>;

  /**
   * Reads the status of many jobs, a few at a time, and yields one result for every id as it arrives. If one request
   * fails, you still get the other results.
   *
   * @throws {ConfigError} when `concurrency` is not a whole number of at least 1
   * @example
   * ```ts
   * import type { V2Client } from '@syncline/client';
   *
   * const overview = async (v2: V2Client, jobIds: string[]) => {
   *   for await (const { jobId, data, error } of v2.jobs.statusOfMany(jobIds, { concurrency: 8 })) {
   *     console.log(jobId, data?.[0]?.status ?? error?.code);
   *   }
   * };
   * ```
   */
  statusOfMany(jobIds: Iterable<string>, options?: StatusOfManyOptions): AsyncGenerator<JobStatusResult<Item>, void>;
}

export function createJobStatus(send: SendOperation, settings: Settings): JobStatus {
  const { clock } = settings;
  const status: JobStatus['status'] = (jobId, options) =>
    beginCall(() =>
      send(
        'listJobStatus',
        { path: { job_id: jobId }, query: undefined, body: undefined },
        callInit(ownOptions(options, callOptionNames)),
      ),
    );
  return {
    status,
    watchStatus: (jobId, options) =>
      createStatusWatch(status, jobId, options, clock, (attempts) => placeOf(jobId, attempts, settings)),
    statusOfMany: (jobIds, options) => statusOfMany(status, jobIds, options),
  };
}

/** The request of a poll, for the error of a watch. */
function placeOf(jobId: string, attempts: number, { baseUrl, tables }: Settings): RequestPlace {
  const operation = 'listJobStatus';
  const url = baseUrl + compilePath(tables.operations[operation]?.path ?? '')({ job_id: jobId });
  const { method, path } = new ClientRequest(url, { method: 'GET' });
  return { operation, method, path, attempts };
}
