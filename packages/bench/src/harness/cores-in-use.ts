import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Measures how many cores the programs of this machine use, for example 0.5 if one core is busy half of the time. A
 * benchmark calls it before it starts, when only other work can use them. The load average could not tell: for minutes,
 * it contains the suite that ran before.
 */
export async function coresInUse(milliseconds = 1000): Promise<number> {
  const before = coreTimes();
  await pause(milliseconds);
  const after = coreTimes();
  return ((after.busy - before.busy) / (after.all - before.all)) * cpus().length;
}

/** Milliseconds since the start of the machine, of all cores together. */
function coreTimes(): { readonly busy: number; readonly all: number } {
  let busy = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  return { busy, all: busy + idle };
}
