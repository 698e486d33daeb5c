import { isThenable } from '@syncline/core/internal';
import type { Sample, Sampler } from './rounds.ts';
import type { Contender, Settings } from './suite.ts';

/** A piece of work that is repeated. Its first call shows whether it is asynchronous. */
export interface Loop extends Contender {
  run(): unknown;
}

/** How the work is repeated. */
export interface LoopOptions {
  /** Calls at once. @default 1 */
  readonly concurrency?: number;
  /** Units of work per call. @default 1 */
  readonly work?: number;
  /** Calls before the first sample, with this concurrency. @default 0 */
  readonly warmUpCalls?: number;
}

/**
 * Turns a piece of work into a contender. Each sample repeats it for about one slot, and returns the rate and `cpu`:
 * the CPU time of this process per unit of work, in microseconds. A server in another process does not count.
 *
 * A fifth as many calls come first without being measured, so that the connections and the caches are warm. The number
 * varies: with as many as are measured, each collection of a client that needs one every 1,000 calls fell always into the
 * same part, and two processes of one client differed by 30 % in all rounds.
 */
export function loop(
  { name, version, isBound, run }: Loop,
  settings: Settings,
  { concurrency = 1, work = 1, warmUpCalls = 0 }: LoopOptions = {},
): Sampler {
  let count = 0;
  return {
    name,
    version,
    isBound,
    async sample(): Promise<Sample> {
      if (count === 0) {
        if (warmUpCalls > 0) await repeat(run, concurrency, warmUpCalls);
        count = await calibrate(run, concurrency, settings.slotMs);
      }
      await repeat(run, concurrency, Math.max(concurrency, Math.round(count * (0.1 + 0.2 * Math.random()))));
      const before = process.cpuUsage();
      const seconds = (await repeat(run, concurrency, count)) / 1000;
      const { user, system } = process.cpuUsage(before);
      return { rate: (count * work) / seconds, cpu: (user + system) / (count * work) };
    },
  };
}

/** The column with the CPU time that {@link loop} measures. */
export const cpuColumn = { key: 'cpu', label: 'CPU', unit: 'µs' } as const;

async function calibrate(run: Loop['run'], concurrency: number, slotMs: number): Promise<number> {
  let count = concurrency;
  for (;;) {
    const ms = await repeat(run, concurrency, count);
    if (ms >= slotMs / 2) return Math.max(concurrency, Math.round((count * slotMs) / ms));
    count = Math.ceil(count * Math.min(8, Math.max(1.5, slotMs / Math.max(ms, 0.01))));
  }
}

/** Calls `run` this often, `concurrency` at once, and returns the time in milliseconds. */
export async function repeat(run: Loop['run'], concurrency: number, count: number): Promise<number> {
  const start = performance.now();
  const first = run();
  if (!isThenable(first)) {
    for (let done = 1; done < count; done++) run();
    return performance.now() - start;
  }
  let left = count - concurrency;
  const lane = async (begun: unknown): Promise<void> => {
    await begun;
    while (left-- > 0) await run();
  };
  await Promise.all([lane(first), ...Array.from({ length: concurrency - 1 }, () => lane(run()))]);
  return performance.now() - start;
}
