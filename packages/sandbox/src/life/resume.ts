import type { Schedule } from './cron.ts';
import type { PlannedJob } from './plan.ts';
import { planRun, stuckMs, type Run } from './run.ts';
import { defaultWeights, drawByWeight } from './script.ts';

const draw = drawByWeight(defaultWeights);

/** How far back to look for the last start: most jobs start often, and each start between it and now takes time to find. */
const spansMs = [900_000, 3_600_000, stuckMs];

/** The run that a job of generated data is in at a moment, if any: the generator leaves exactly that one out. */
export function runInFlight({ runner, schedule }: PlannedJob, nowMs: number, seed: number): Run | undefined {
  const last = schedule && lastStart(schedule, nowMs);
  if (last === undefined) return undefined;
  const run = planRun(runner, last, seed, draw);
  return run.endMs > nowMs ? run : undefined;
}

function lastStart(schedule: Schedule, nowMs: number): number | undefined {
  let last: number | undefined;
  for (const span of spansMs) {
    for (let at = schedule.next(nowMs - span); at !== undefined && at <= nowMs; at = schedule.next(at)) last = at;
    if (last !== undefined) return last;
  }
  return undefined;
}
