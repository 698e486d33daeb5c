import type { FreshnessPolicy } from '@syncline/runs';
import type { Config } from '../config/config-schema.ts';

/** One entry of `freshness` in `syncline.yaml`. */
type Entry = NonNullable<Config['freshness']>[number];

/**
 * The policy of one job.
 *
 * @param expression - the cron expression of the job; undefined if it is not known, or the job is not scheduled
 * @param since - from when on ticks are judged, in milliseconds since 1970
 */
export function policyOf(entry: Entry, expression: string | undefined, since: number): FreshnessPolicy {
  const { warn_after: warnAfter, error_after: errorAfter, cron, early, grace, acceptWarned } = entry;
  const schedule =
    cron === undefined || expression === undefined ? {} : { cron: { ...cron, expression }, since: new Date(since) };
  return { warnAfter, errorAfter, early, grace, acceptWarned, ...schedule };
}
