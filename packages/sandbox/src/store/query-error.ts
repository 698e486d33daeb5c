import type { Collection } from './collection.ts';

/** A valid query that does not fit the records: an unknown property, or a comparison of different types. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}

export function unknownProperty(name: string, collection: Collection): QueryError {
  const known = collection.names();
  const some = known.length > 12 ? `${known.slice(0, 12).join(', ')}, …` : known.join(', ');
  const near = known.find((one) => isNear(one.toLowerCase(), name.toLowerCase()));
  const question = near === undefined ? '' : ` Did you mean '${near}'?`;
  return new QueryError(`There is no property '${name}' here.${question} Known: ${some}.`);
}

/** Whether two names differ only in case, or by one letter that is missing, extra, wrong or swapped with the next. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB) return true;
  return restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0];
}
