import { CallbackError, guardCallback, isThenable } from '@syncline/core/internal';
import type { JobStatusRecord } from '@syncline/openapi';

/**
 * Whether `until` ends a watch after a record.
 *
 * @throws {CallbackError} when `until` fails, or returns something other than true or false, such as a promise
 */
export function isLast(until: (record: JobStatusRecord) => boolean, record: JobStatusRecord, jobId: string): boolean {
  const path = `/v2/jobs/${encodeURIComponent(jobId)}/status`;
  const place = { operation: 'listJobStatus', method: 'GET', path, attempts: 0 };
  const isBoolean = (value: unknown) => typeof value !== 'boolean' && 'it must return true or false';
  const result = guardCallback('until', place, () => until(record), isBoolean);
  if (!isThenable(result)) return result;
  result.then(undefined, () => {});
  throw new CallbackError(place, 'until', 'it must return true or false, not a promise');
}
