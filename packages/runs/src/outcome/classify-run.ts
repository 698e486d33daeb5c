import { callNow } from '../callbacks/call-now.ts';
import type { SourceRun } from '../run/accessors.ts';
import type { Classify } from './define-outcomes.ts';
import { type Classification, outcomes, type Reason } from './outcome.ts';

/**
 * Classifies a run that a source has read. `status` and `error` are the values of the source's accessors, whatever the
 * service calls them. All other fields are those of the record.
 *
 * @throws {ConfigError} if the function throws, or does not return a classification
 */
export function classifyRun<Item>(
  classify: Classify<never>,
  { record, status, error }: SourceRun<Item>,
): Classification {
  return callNow(
    'classify',
    'must return a classification: create it with defineOutcomes',
    () => (classify as Classify<object>)({ ...(record as object), status, error }),
    ({ outcome, because }) => outcomes.includes(outcome) && Array.isArray(because) && because.every(isReason),
  );
}

function isReason({ field, value, rule }: Reason): boolean {
  return typeof field === 'string' && typeof value === 'string' && typeof rule === 'string';
}
