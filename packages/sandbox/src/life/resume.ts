import type { PlannedJob } from './plan.ts';
import { planRun, stuckMs, type Run } from './run.ts';
import { defaultWeights, drawByWeight } from './script.ts';

const draw = drawByWeight(defaultWeights);

/** The run that a job of generated data is in at a moment, if any: the generator leaves exactly that one out. */
export function runInFlight({ runner, schedule }: PlannedJob, nowMs: number, seed: number): Run | undefined {
  let last: number | undefined;
  for (let at = schedule?.next(nowMs - stuckMs); at !== undefined && at <= nowMs; at = schedule?.next(at)) last = at;
  if (last === undefined) return undefined;
  const run = planRun(runner, last, seed, draw);
  return run.endMs > nowMs ? run : undefined;
}
