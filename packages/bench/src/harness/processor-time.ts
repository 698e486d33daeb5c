import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Sampler } from './rounds.ts';

/** The columns of {@link command}. */
export const commandColumns = [
  { key: 'cpu', label: 'processor', unit: 'ms' },
  { key: 'ms', label: 'time', unit: 'ms' },
] as const;

/**
 * A contender that runs Node commands to their end, and measures the processor time of their processes. Unlike elapsed
 * time, it hardly depends on the load of the machine. If the system does not report it, elapsed time is used. `status`
 * is the exit status of a run that did its work.
 *
 * @default 0
 */
export function command(
  name: string,
  runs: readonly (readonly string[])[],
  {
    version,
    cwd,
    status = 0,
  }: { readonly version?: string | undefined; readonly cwd: string; readonly status?: number },
): Sampler {
  return {
    name,
    version,
    sample() {
      const start = performance.now();
      const before = childrenMs();
      for (const args of runs) {
        const run = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
        if (run.status !== status)
          throw new Error(
            `${name} ended with status ${run.status}:\n${run.stdout.slice(-2000)}${run.stderr.slice(-2000)}`,
          );
      }
      const ms = performance.now() - start;
      const used = childrenMs() - before;
      const cpu = Number.isNaN(used) ? ms : used;
      return { rate: 1000 / cpu, cpu, ms };
    },
  };
}

/** Processor time of the ended child processes of this process, in steps of 10 ms; NaN without /proc. */
function childrenMs(): number {
  try {
    // The second field is a name in parentheses that can contain anything. Fields 16 and 17 are user and system time.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return Number.NaN;
  }
}
