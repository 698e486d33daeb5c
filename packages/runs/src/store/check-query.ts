import { ConfigError } from '@syncline/core/internal';
import type { StoredRunQuery } from './store.ts';

/** @throws ConfigError if a value is of a wrong type: databases take a date for no condition, or match no row */
export function checkQuery(query: StoredRunQuery): StoredRunQuery {
  if (typeof query !== 'object' || query === null) throw new ConfigError('query', 'must be an object, such as {}');
  if ('keys' in query) {
    if (!Array.isArray(query.keys) || query.keys.some((key) => typeof key !== 'string'))
      throw new ConfigError('keys', 'must be a list of the keys of runs');
    return query;
  }
  const { since, until, job } = query;
  if (since !== undefined) checkMoment('since', since);
  if (until !== undefined) checkMoment('until', until);
  if (job !== undefined && typeof job !== 'string') throw new ConfigError('job', 'must be the name of a job');
  return query;
}

/** @throws ConfigError that names the option, if it is not a moment */
export function checkMoment(option: string, value: unknown): number {
  if (typeof value !== 'number' || Number.isNaN(value))
    throw new ConfigError(option, 'must be milliseconds since 1970, such as Date.now()');
  return value;
}
