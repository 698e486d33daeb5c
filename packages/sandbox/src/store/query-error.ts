import { nearestName } from '@syncline/core/errors';
import type { Collection } from './collection.ts';

/** A valid query that does not fit the records: an unknown property, or a comparison of different types. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}

export function unknownProperty(name: string, collection: Collection): QueryError {
  const known = collection.names();
  const some = known.length > 12 ? `${known.slice(0, 12).join(', ')}, …` : known.join(', ');
  const near = nearestName(name, known);
  const question = near === undefined ? '' : ` Did you mean '${near}'?`;
  return new QueryError(`There is no property '${name}' here.${question} Known: ${some}.`);
}
