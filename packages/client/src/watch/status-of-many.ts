import type { JobStatusRecord } from '@syncline/openapi';
import { type Settled, settle } from '../errors/settle.ts';
import { checkCount } from '../options/check-number.ts';
import type { CallOptions } from '../options/client-options.ts';

/** Options for reading many jobs. The call options apply to each single read. */
export interface StatusOfManyOptions extends CallOptions {
  /** How many jobs are read at the same time. @default 4 */
  readonly concurrency?: number | undefined;
}

/** The status records of one job, or the error of its read. */
export type JobStatusResult<Item = JobStatusRecord> = { readonly jobId: string } & Settled<Item[]>;

/**
 * Reads the status of many jobs and yields each result as it arrives, exactly one per id. Leaving the loop aborts the
 * current requests.
 *
 * @throws ConfigError if `concurrency` is not a whole number above 0
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
