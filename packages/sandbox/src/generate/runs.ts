import { createAgenda } from '../life/agenda.ts';
import { planRun, type Run } from '../life/run.ts';
import { defaultWeights, drawByWeight } from '../life/script.ts';
import type { GeneratedJob } from './jobs.ts';
import { lastStart } from './schedules.ts';

const draw = drawByWeight(defaultWeights);

/** The run of a generated job that began at a moment. One of the past that was stuck was ended before the next began. */
function pastRun({ runner, schedule }: GeneratedJob, startMs: number, seed: number): Run {
  return planRun(runner, startMs, seed, draw, Math.floor(schedule.periodMs * 0.9));
}

/** The last start of a job whose run has ended by now: the run in flight, if there is one, is left to the life of the sandbox. */
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

/** Exactly the `count` newest ended runs of all jobs, in the order of their starts, made one by one. */
export function* endedRuns(jobs: readonly GeneratedJob[], count: number, nowMs: number, seed: number): Generator<Run> {
  if (count === 0 || jobs.length === 0) return;
  const ends = jobs.map((job) => lastEnded(job, nowMs, seed));
  const starts = (sinceMs: number): number =>
    jobs.reduce(
      (sum, { schedule }, index) => sum + Math.max(0, Math.floor((ends[index]! - sinceMs) / schedule.periodMs) + 1),
      0,
    );

  // The latest moment since which there are enough: the surplus has one and the same moment and is left out.
  let enough = nowMs - 60_000;
  for (let span = 60_000; starts(enough) < count; span *= 2) enough -= span;
  let tooFew = nowMs + 1;
  while (tooFew - enough > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (starts(middle) >= count) enough = middle;
    else tooFew = middle;
  }
  let surplus = starts(enough) - count;

  const agenda = createAgenda<number>();
  jobs.forEach((job, index) => {
    const first = ends[index]! - Math.floor((ends[index]! - enough) / job.schedule.periodMs) * job.schedule.periodMs;
    if (first <= ends[index]!) agenda.add(first, index);
  });
  for (let at = agenda.due(), index = agenda.take(); index !== undefined; at = agenda.due(), index = agenda.take()) {
    if (surplus > 0) surplus--;
    else yield pastRun(jobs[index]!, at, seed);
    const next = at + jobs[index]!.schedule.periodMs;
    if (next <= ends[index]!) agenda.add(next, index);
  }
}
