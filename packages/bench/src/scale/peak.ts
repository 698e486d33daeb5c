import { readFileSync } from 'node:fs';

/** The most memory that this process had, in MiB. `resourceUsage` counts that of the process which started it, too. */
export function peakMiB(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}
