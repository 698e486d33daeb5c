/** A query that was understood but cannot be applied to these records: an unknown property, a comparison of different types. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}
