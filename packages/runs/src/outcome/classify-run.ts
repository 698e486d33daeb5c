import type { SourceRun } from '../run/accessors.ts';
import type { Classify } from './define-outcomes.ts';
import type { Classification } from './outcome.ts';

/**
 * Classifies a run as a source read it: `status` and `error` are what its accessors found, whatever the service calls
 * them. All other fields are those of the record.
 */
export function classifyRun<Item>(
  classify: Classify<never>,
  { record, status, error }: SourceRun<Item>,
): Classification {
  return (classify as Classify<object>)({ ...(record as object), status, error });
}
