import type { FreshnessRun } from '@syncline/runs';
import { judgedForAlerts, type JudgedJob } from '../../src/alerts/observations.ts';
import { type FreshnessFacts, judgedJobs, judgePolicy } from '../../src/insight/freshness.ts';

type Run = FreshnessRun & { readonly job: string };

/** What the alerts need of all jobs, from their runs instead of a job index. */
export function judgeFreshness(
  facts: Pick<FreshnessFacts<Run>, 'entries' | 'known' | 'runs' | 'since'>,
  now: number,
): readonly JudgedJob[] {
  return judgedJobs(facts).map(({ job, policy, from, runs }) => {
    const started = runs.filter(({ start }) => start <= now);
    const latest = (some: readonly Run[]) =>
      some.reduce<Run | undefined>(
        (last, run) => (last === undefined || run.start >= last.start ? run : last),
        undefined,
      );
    const success = latest(started.filter(({ outcome }) => (policy.successes as readonly string[]).includes(outcome)));
    const freshness = judgePolicy(policy, runs, { now, from });
    return judgedForAlerts({ job, policy, from, now, success, lastStart: latest(started)?.start, freshness });
  });
}
