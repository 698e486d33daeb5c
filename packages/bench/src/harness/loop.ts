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
  /**
   * Slots that pass before the first sample. A process of its own needs some, because no other contender warms up the code
   * of the platform. @default 0
   */
  readonly warmUpSlots?: number;
}

/**
 * Turns a piece of work into a contender. Each sample repeats it for about one slot, and returns the rate and `cpu`:
 * the CPU time of this process per unit of work, in microseconds. A server in another process does not count.
 *
 * The same calls come first without being measured, so that the code, the connections and the caches are warm.
 */
export function loop(
  { name, version, isBound, run }: Loop,
  settings: Settings,
  { concurrency = 1, work = 1, warmUpSlots = 0 }: LoopOptions = {},
): Sampler {
  let count = 0;
  return {
    name,
    version,
    isBound,
    async sample(): Promise<Sample> {
      if (count === 0) {
        await repeatFor(run, concurrency, warmUpSlots * settings.slotMs);
        count = await calibrate(run, concurrency, settings.slotMs);
      }
      await repeat(run, concurrency, count);
      const before = process.cpuUsage();
      const seconds = (await repeat(run, concurrency, count)) / 1000;
      const { user, system } = process.cpuUsage(before);
      return { rate: (count * work) / seconds, cpu: (user + system) / (count * work) };
    },
  };
}

/** The column with the CPU time that {@link loop} measures. */
export const cpuColumn = { key: 'cpu', label: 'CPU', unit: 'µs' } as const;

/** Repeats the work for about this time, in ever longer parts. */
async function repeatFor(run: Loop['run'], concurrency: number, milliseconds: number): Promise<void> {
  for (let left = milliseconds, count = concurrency; left > 0; count *= 2)
    left -= await repeat(run, concurrency, count);
}

async function calibrate(run: Loop['run'], concurrency: number, slotMs: number): Promise<number> {
  let count = concurrency;
  for (;;) {
    const ms = await repeat(run, concurrency, count);
    if (ms >= slotMs / 2) return Math.max(concurrency, Math.round((count * slotMs) / ms));
    count = Math.ceil(count * Math.min(8, Math.max(1.5, slotMs / Math.max(ms, 0.01))));
  }
}

/** The time for `count` calls, in milliseconds. */
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
