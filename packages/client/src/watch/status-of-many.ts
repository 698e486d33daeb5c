import { ConfigError, type OptionNames, ownOptions, checkCount, checkSignal } from '@syncline/core/internal';
import type { JobStatusRecord } from '@syncline/openapi';
import { type Settled, settle } from '../errors/settle.ts';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import { leaveAtOnce } from './leave-at-once.ts';

/** Options for reading many jobs. The call options apply to each single read. */
export interface StatusOfManyOptions extends CallOptions {
  /** How many jobs are read at the same time. @default 4 */
  readonly concurrency?: number | undefined;
}

const statusOfManyOptionNames: OptionNames<StatusOfManyOptions> = { ...callOptionNames, concurrency: 1 };

type ReadStatus = (jobId: string, options: CallOptions) => Promise<JobStatusRecord[]>;

/** The status records of one job, or the error of its read. */
export type JobStatusResult<Item = JobStatusRecord> = { readonly jobId: string } & Settled<Item[]>;

/**
 * Reads the status of many jobs and yields each result as it arrives, exactly one per id. Leaving the loop aborts the
 * current requests, also while it waits for a result, and ends a generator of ids.
 *
 * @throws ConfigError if `concurrency` is not a whole number above 0, or `jobIds` is not a list
 * @throws what `jobIds` throws, after the results of the ids before it
 */
export function statusOfMany(
  read: ReadStatus,
  jobIds: Iterable<string>,
  options?: StatusOfManyOptions,
): AsyncGenerator<JobStatusResult, void> {
  const left = new AbortController();
  return leaveAtOnce(results(read, jobIds, options, left.signal), () => left.abort());
}

async function* results(
  read: ReadStatus,
  jobIds: Iterable<string>,
  options: StatusOfManyOptions | undefined,
  left: AbortSignal,
): AsyncGenerator<JobStatusResult, void> {
  const { concurrency, signal, timeout, deadline, retry } = ownOptions(options, statusOfManyOptionNames);
  if (typeof jobIds === 'string' || typeof jobIds?.[Symbol.iterator] !== 'function')
    throw new ConfigError('jobIds', 'must be a list of job ids');
  checkSignal(signal);
  const width = checkCount('concurrency', concurrency) ?? 4;
  // One for each read: with one for all of them, Node 20 warns about its many listeners.
  const reads = new Set<AbortController>();
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
    for (const each of reads) each.abort(signal?.reason);
  };
  signal?.addEventListener('abort', leave);
  if (signal?.aborted) leave();
  left.addEventListener('abort', leave);
  const ids = jobIds[Symbol.iterator]();
  const running = new Map<number, Promise<{ key: number; result: JobStatusResult }>>();
  let count = 0;
  let failure: { readonly error: unknown } | undefined;
  let hasEnded = false;
  const start = (): boolean => {
    if (hasEnded) return false;
    // A list that throws or ends is not asked again.
    hasEnded = true;
    let jobId: string;
    try {
      const { done, value } = ids.next();
      if (done) return false;
      jobId = value;
    } catch (error) {
      failure = { error };
      return false;
    }
    hasEnded = false;
    const key = (count += 1);
    const controller = new AbortController();
    reads.add(controller);
    if (isLeaving) controller.abort(signal?.reason);
    const result = settle(read(jobId, { timeout, deadline, retry, signal: controller.signal }));
    running.set(
      key,
      result.then((settled) => {
        reads.delete(controller);
        return { key, result: { jobId, ...settled } };
      }),
    );
    return true;
  };
  try {
    while (running.size < width && start());
    while (running.size > 0) {
      const { key, result } = await Promise.race(running.values());
      if (left.aborted) return;
      running.delete(key);
      start();
      yield result;
    }
    if (failure !== undefined) throw failure.error;
  } finally {
    signal?.removeEventListener('abort', leave);
    leave();
    if (!hasEnded) ids.return?.();
  }
}
