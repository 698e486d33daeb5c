import { parseQueryText } from '../cloud-query/parse-query-text.ts';
import { hasMediaType } from '../http/request.ts';
import { badRequest, ServiceError } from '../http/service-error.ts';
import { envelopeResponse, oldestKept } from './list-collection.ts';
import type { OperationHandler } from './operation.ts';
import { asBadRequest } from './query-options.ts';

/**
 * Runs a query over the sandbox's own records. The response is an array of records; the specification does not show its
 * shape (decision record 0008).
 */
export const runQuery: OperationHandler = async ({ request }, { records, behavior, now, startName }) => {
  if (!hasMediaType(request, 'application/json'))
    throw new ServiceError(415, 'UnsupportedMediaType', 'The body must be application/json.');
  const query = readQueryField(await request.readBody());
  return asBadRequest(() => {
    const { collection, ...options } = parseQueryText(query, startName);
    const since = collection === 'history' ? oldestKept(behavior, now()) : undefined;
    request.sendWaiting?.();
    return envelopeResponse(records().list(collection, { ...options, since }), 'array');
  });
};

function readQueryField(body: Uint8Array): string {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
  const query =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { query?: unknown }).query
      : undefined;
  if (typeof query !== 'string') throw badRequest('The body must be an object with one string field, query.');
  return query;
}
