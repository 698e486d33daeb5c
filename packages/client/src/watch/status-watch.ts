import {
  CallbackError,
  checkCount,
  checkMilliseconds,
  checkRetry,
  checkSignal,
  type Clock,
  ConfigError,
  guardCallback,
  isRetryableStatus,
  isThenable,
  type OptionNames,
  ownOptions,
  type RequestPlace,
  TimeoutError,
} from '@syncline/core/internal';
import type { JobStatusRecord } from '@syncline/openapi';
import { isSynclineError, type SynclineErrorUnion } from '../errors/guards.ts';
import type { CallOptions } from '../options/client-options.ts';
import { leaveAtOnce } from './leave-at-once.ts';
import { latestOf, SeenRecords } from './seen-records.ts';
import type { StatusWatch, WatchStatusOptions } from './watch-options.ts';

type ReadStatus = (jobId: string, options: CallOptions) => Promise<JobStatusRecord[]>;

/** The most by which failing polls multiply the time between polls. */
const slowest = 16;

const optionNames: OptionNames<WatchStatusOptions> = {
  signal: 1,
  timeout: 1,
  retry: 1,
  every: 1,
  deadline: 1,
  until: 1,
  state: 1,
  failures: 1,
};

/**
 * Creates a watch. It sends nothing before its first record is read.
 *
 * @param placeAfter - what an error says about the request, after a number of polls
 * @throws ConfigError if an option cannot be used
 */
export function createStatusWatch(
  read: ReadStatus,
  jobId: string,
  input: WatchStatusOptions | undefined,
  clock: Clock,
  placeAfter: (polls: number) => RequestPlace,
): StatusWatch {
  const options = ownOptions(input, optionNames);
  const { timeout, retry, until, deadline } = options;
  const every = checkMilliseconds('every', options.every) ?? 30_000;
  const failures = checkCount('failures', options.failures) ?? 10;
  checkMilliseconds('deadline', deadline);
  checkMilliseconds('timeout', timeout);
  checkRetry(retry);
  checkSignal(options.signal);
  if (until !== undefined && typeof until !== 'function') throw new ConfigError('until', 'must be a function');
  const seen = new SeenRecords(jobId, options.state);
  let hasBaseline = options.state !== undefined;

  async function* watch(end: AbortController): AsyncGenerator<JobStatusRecord, void> {
    const ending = endOf(end, options, clock);
    let polls = 0;
    let failed = 0;
    let factor = 1;
    let last: JobStatusRecord | undefined;
    try {
      while (!ending.signal.aborted) {
        let wait = 0;
        try {
          polls += 1;
          const records = await read(jobId, { signal: ending.signal, timeout, retry });
          failed = 0;
          factor = Math.max(1, factor / 2);
          last ??= latestOf(records);
          const changes = hasBaseline ? seen.changesIn(records) : [];
          if (!hasBaseline) for (const record of records) seen.remember(record);
          hasBaseline = true;
          for (const record of changes) {
            if (ending.signal.aborted) break;
            last = record;
            yield record;
            // Only now has the loop's body ended without an error.
            seen.remember(record);
            if (until !== undefined && isLast(until, record, jobId)) return;
          }
          if (!ending.signal.aborted) seen.forgetAllBut(records);
        } catch (error) {
          if (ending.signal.aborted) break;
          failed += 1;
          if (!isPassing(error) || failed >= failures) throw error;
          factor = Math.min(slowest, factor * 2);
          wait = retryAfterOf(error);
        }
        await ending.sleep(Math.max(every * factor, wait));
      }
      // Without `until`, the deadline is how a watch is meant to end.
      if (until !== undefined && deadline !== undefined && ending.isLate())
        throw new TimeoutError(
          placeAfter(polls),
          'deadline',
          deadline,
          undefined,
          'record for which `until` returns true',
          last,
        );
    } finally {
      ending.release();
    }
  }

  return {
    [Symbol.asyncIterator]: () => {
      const end = new AbortController();
      return leaveAtOnce(watch(end), () => end.abort());
    },
    state: () => (hasBaseline ? seen.toJSON() : undefined),
  };
}

/** One signal for the caller's abort, the watch's deadline and the end of its loop, and a sleep that it ends at once. */
const endOf = (ending: AbortController, { signal, deadline }: WatchStatusOptions, clock: Clock) => {
  const end = () => ending.abort();
  let isLate = false;
  const endLate = () => {
    isLate = !ending.signal.aborted;
    end();
  };
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  const cancelDeadline = deadline === undefined ? undefined : clock.wait(deadline, endLate);
  return {
    signal: ending.signal,
    isLate: () => isLate,
    release: () => {
      signal?.removeEventListener('abort', end);
      cancelDeadline?.();
    },
    sleep: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        if (ending.signal.aborted) return resolve();
        const wake = () => {
          ending.signal.removeEventListener('abort', wake);
          cancel();
          resolve();
        };
        const cancel = clock.wait(Math.min(milliseconds, 2_147_483_647), wake);
        ending.signal.addEventListener('abort', wake);
      }),
  };
};

/** Whether a later poll may succeed. An error of the loop's body is never such a failure. */
const isPassing = (error: unknown): error is SynclineErrorUnion => {
  if (!isSynclineError(error)) return false;
  if (error.code === 'HTTP_ERROR') return isRetryableStatus(error.status);
  return error.code === 'NETWORK_ERROR' || error.code === 'TIMEOUT';
};

const retryAfterOf = (error: SynclineErrorUnion): number =>
  error.code === 'HTTP_ERROR' ? (error.retryAfterSeconds ?? 0) * 1000 : 0;

/**
 * Whether `until` ends a watch after a record.
 *
 * @throws {CallbackError} when `until` fails, or returns something other than true or false, such as a promise
 */
export function isLast(until: (record: JobStatusRecord) => boolean, record: JobStatusRecord, jobId: string): boolean {
  const path = `/v2/jobs/${encodeURIComponent(jobId)}/status`;
  const place = { operation: 'listJobStatus', method: 'GET', path, attempts: 0 };
  const isBoolean = (value: unknown) => typeof value !== 'boolean' && 'it must return true or false';
  const result = guardCallback('until', place, () => until(record), isBoolean);
  if (!isThenable(result)) return result;
  result.then(undefined, () => {});
  throw new CallbackError(place, 'until', 'it must return true or false, not a promise');
}
