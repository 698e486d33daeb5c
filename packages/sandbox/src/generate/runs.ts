import { createEventQueue } from '../runs/event-queue.ts';
import { planRun, type Run } from '../runs/run.ts';
import { defaultWeights, drawByWeight } from '../runs/script.ts';
import type { GeneratedJob } from './jobs.ts';
import { lastStart } from './schedules.ts';

const draw = drawByWeight(defaultWeights);

/** The run of a generated job that began at a moment. A stuck run in the past ended before the next run began. */
function pastRun({ runner, schedule }: GeneratedJob, startMs: number, seed: number): Run {
  return planRun(runner, startMs, seed, draw, Math.floor(schedule.periodMs * 0.9));
}

/**
 * The last start of a job whose run has ended. A run that is still active is added by the simulation, not by the
 * generator.
 */
export function lastEnded(job: GeneratedJob, nowMs: number, seed: number): number {
  const last = lastStart(job.schedule, nowMs);
  const run = planRun(job.runner, last, seed, draw);
  return run.endMs > nowMs ? last - job.schedule.periodMs : last;
}

/** The newest ended runs of a job, oldest first. */
export function newestRuns(job: GeneratedJob, count: number, nowMs: number, seed: number): Run[] {
  const last = lastEnded(job, nowMs, seed);
  return Array.from({ length: count }, (_, index) =>
    pastRun(job, last - (count - 1 - index) * job.schedule.periodMs, seed),
  );
}

/** Exactly the `count` newest ended runs of all jobs, in the order of their starts, generated one by one. */
export function* endedRuns(jobs: readonly GeneratedJob[], count: number, nowMs: number, seed: number): Generator<Run> {
  if (count === 0 || jobs.length === 0) return;
  const ends = jobs.map((job) => lastEnded(job, nowMs, seed));
  const starts = (sinceMs: number): number =>
    jobs.reduce(
      (sum, { schedule }, index) => sum + Math.max(0, Math.floor((ends[index]! - sinceMs) / schedule.periodMs) + 1),
      0,
    );

  // Finds the latest moment since which there are enough runs. Surplus runs all start at exactly that moment and are
  // skipped.
  let enough = nowMs - 60_000;
  for (let span = 60_000; starts(enough) < count; span *= 2) enough -= span;
  let tooFew = nowMs + 1;
  while (tooFew - enough > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (starts(middle) >= count) enough = middle;
    else tooFew = middle;
  }
  let surplus = starts(enough) - count;

  const queue = createEventQueue<number>();
  jobs.forEach((job, index) => {
    const first = ends[index]! - Math.floor((ends[index]! - enough) / job.schedule.periodMs) * job.schedule.periodMs;
    if (first <= ends[index]!) queue.add(first, index);
  });
  for (
    let at = queue.nextTime(), index = queue.take();
    index !== undefined;
    at = queue.nextTime(), index = queue.take()
  ) {
    if (surplus > 0) surplus--;
    else yield pastRun(jobs[index]!, at, seed);
    const next = at + jobs[index]!.schedule.periodMs;
    if (next <= ends[index]!) queue.add(next, index);
  }
}
