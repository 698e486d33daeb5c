import { type Clock, isRetryableStatus } from '@syncline/core';
import type { JobStatusRecord } from '@syncline/openapi';
import { type SynclineErrorUnion, isSynclineError } from '../errors/guards.ts';
import { checkCount, checkMilliseconds } from '../options/check-number.ts';
import type { CallOptions } from '../options/client-options.ts';
import { isLast } from './is-last.ts';
import { SeenRecords } from './seen-records.ts';
import type { StatusWatch, WatchStatusOptions } from './watch-options.ts';

type ReadStatus = (jobId: string, options: CallOptions) => Promise<JobStatusRecord[]>;

/** The most by which failing polls multiply the time between polls. */
const slowest = 16;

/**
 * Creates a watch. It sends nothing before its first record is read.
 *
 * @throws ConfigError if an option cannot be used
 */
export function createStatusWatch(
  read: ReadStatus,
  jobId: string,
  options: WatchStatusOptions = {},
  clock: Clock,
): StatusWatch {
  const every = checkMilliseconds('every', options.every) ?? 30_000;
  const failures = checkCount('failures', options.failures) ?? 10;
  checkMilliseconds('deadline', options.deadline);
  const seen = new SeenRecords(jobId, options.state);
  let hasBaseline = options.state !== undefined;

  async function* watch(): AsyncGenerator<JobStatusRecord, void> {
    const ending = endOf(options, clock);
    const { timeout, retry, until } = options;
    let failed = 0;
    let factor = 1;
    try {
      while (!ending.signal.aborted) {
        let wait = 0;
        try {
          const records = await read(jobId, { signal: ending.signal, timeout, retry });
          failed = 0;
          factor = Math.max(1, factor / 2);
          const changes = hasBaseline ? seen.changesIn(records) : [];
          if (!hasBaseline) for (const record of records) seen.remember(record);
          hasBaseline = true;
          for (const record of changes) {
            if (ending.signal.aborted) return;
            seen.remember(record);
            yield record;
            if (until !== undefined && isLast(until, record, jobId)) return;
          }
          seen.forgetAllBut(records);
        } catch (error) {
          if (ending.signal.aborted) return;
          failed += 1;
          if (!isPassing(error) || failed >= failures) throw error;
          factor = Math.min(slowest, factor * 2);
          wait = retryAfterOf(error);
        }
        await ending.sleep(Math.max(every * factor, wait));
      }
    } finally {
      ending.release();
    }
  }

  return {
    [Symbol.asyncIterator]: watch,
    state: () => (hasBaseline ? seen.toJSON() : undefined),
  };
}

/** One signal for the caller's abort and the watch's deadline, and a sleep that it ends at once. */
const endOf = ({ signal, deadline }: WatchStatusOptions, clock: Clock) => {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  const cancelDeadline = deadline === undefined ? undefined : clock.wait(deadline, end);
  return {
    signal: ending.signal,
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
