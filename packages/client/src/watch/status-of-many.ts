import type { JobStatusRecord } from '@syncline/openapi';
import { type Settled, settle } from '../errors/settle.ts';
import { checkCount } from '../options/check-number.ts';
import type { CallOptions } from '../options/client-options.ts';

/** How to read the status of many jobs. The call options apply to each request. */
export interface StatusOfManyOptions extends CallOptions {
  /** How many jobs are read at the same time, from 1. @default 4 */
  readonly concurrency?: number | undefined;
}

/** The status records of one job, or the error. */
export type JobStatusResult<Item = JobStatusRecord> = { readonly jobId: string } & Settled<Item[]>;

/**
 * Reads the status of many jobs and yields one result for each id as it arrives. Leaving the loop aborts the requests
 * that are under way.
 *
 * @throws {ConfigError} when `concurrency` is not a whole number from 1
 */
export async function* statusOfMany(
  read: (jobId: string, options: CallOptions) => Promise<JobStatusRecord[]>,
  jobIds: Iterable<string>,
  { concurrency, signal, ...limits }: StatusOfManyOptions = {},
): AsyncGenerator<JobStatusResult, void> {
  const width = checkCount('concurrency', concurrency) ?? 4;
  const leaving = new AbortController();
  const leave = () => leaving.abort(signal?.reason);
  signal?.addEventListener('abort', leave);
  if (signal?.aborted) leave();
  const ids = jobIds[Symbol.iterator]();
  const running = new Map<number, Promise<{ key: number; result: JobStatusResult }>>();
  let count = 0;
  const start = (): boolean => {
    const { done, value: jobId } = ids.next();
    if (done) return false;
    const key = (count += 1);
    const result = settle(read(jobId, { ...limits, signal: leaving.signal }));
    running.set(
      key,
      result.then((settled) => ({ key, result: { jobId, ...settled } })),
    );
    return true;
  };
  try {
    while (running.size < width && start());
    while (running.size > 0) {
      const { key, result } = await Promise.race(running.values());
      running.delete(key);
      start();
      yield result;
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    leaving.abort();
  }
}
