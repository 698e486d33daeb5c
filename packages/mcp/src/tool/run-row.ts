import { Type } from '@sinclair/typebox';
import { outcomes } from '@syncline/runs';
import { type ClassifiedRun, durationOf, toRfc3339 } from '@syncline/ops';
import type { Clean } from '../answer/fit-answer.ts';
import { nameLimit } from './find-job.ts';
import { oneOf, optionalWhole, text } from './schemas.ts';

/** The schema of a run in a result. */
export const runSchema = {
  outcome: oneOf(outcomes),
  started: text,
  duration_ms: optionalWhole,
  rows: Type.Optional(Type.Number()),
};

/** A run in a result: the facts in our words, and the texts of the service. */
export function runRow(run: ClassifiedRun, clean: Clean): object {
  const { outcome, start, rows, key, job, status, error } = run;
  const duration = durationOf(run);
  return {
    outcome,
    started: toTime(start),
    ...(duration !== undefined && { duration_ms: duration }),
    ...(rows !== undefined && { rows }),
    untrusted: {
      run: clean(key, nameLimit),
      job: clean(job, nameLimit),
      status: clean(status, 80),
      ...(error !== '' && { error: clean(error, 300) }),
    },
  };
}

/** RFC 3339 in UTC. */
export function toTime(moment: number): string {
  return toRfc3339(moment) || 'unknown';
}
