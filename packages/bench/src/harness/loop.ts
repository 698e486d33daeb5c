import type { Sample, Sampler } from './rounds.ts';
import type { Settings } from './suite.ts';

/** One piece of work, done over and over; whether it is asynchronous is seen at its first call. */
export interface Loop {
  readonly name: string;
  readonly version?: string | undefined;
  run(): unknown;
}

/** How the work is repeated: `concurrency` calls in flight at once, each call worth `work` units of the rate. */
export interface LoopOptions {
  readonly concurrency?: number;
  readonly work?: number;
}

/**
 * Makes a contender of a piece of work: each sample repeats it for about one slot and gives the rate and `cpu`, the microseconds
 * of this process's CPU time per unit of work (a server in another process does not count).
 */
export function loop(
  { name, version, run }: Loop,
  settings: Settings,
  { concurrency = 1, work = 1 }: LoopOptions = {},
): Sampler {
  let count = 0;
  return {
    name,
    version,
    async sample(): Promise<Sample> {
      count ||= await calibrate(run, concurrency, settings.slotMs);
      const before = process.cpuUsage();
      const seconds = (await repeat(run, concurrency, count)) / 1000;
      const { user, system } = process.cpuUsage(before);
      return { rate: (count * work) / seconds, cpu: (user + system) / (count * work) };
    },
  };
}

/** The column of the CPU time that {@link loop} measures. */
export const cpuColumn = { key: 'cpu', label: 'CPU', unit: 'µs' } as const;

async function calibrate(run: Loop['run'], concurrency: number, slotMs: number): Promise<number> {
  let count = concurrency;
  for (;;) {
    const ms = await repeat(run, concurrency, count);
    if (ms >= slotMs / 2) return Math.max(concurrency, Math.round((count * slotMs) / ms));
    count = Math.ceil(count * Math.min(8, Math.max(1.5, slotMs / Math.max(ms, 0.01))));
  }
}

/** Milliseconds for `count` calls. */
async function repeat(run: Loop['run'], concurrency: number, count: number): Promise<number> {
  const start = performance.now();
  const first = run();
  if (!(first instanceof Promise)) {
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
