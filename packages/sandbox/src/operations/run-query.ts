import { isMediaType } from '../http/media-type.ts';
import { badRequest, Refusal } from '../http/refusal.ts';
import { parseQueryText } from '../cloud-query/parse-query-text.ts';
import { asRefusal } from '../routes/query-options.ts';
import type { Operation } from './call.ts';
import { collectionAnswer } from './collection-answer.ts';

/** Runs a query over the sandbox's own records; the answer, whose shape the specification does not show, is an array of them (decision record 0008). */
export const runQuery: Operation = async ({ request }, { records }) => {
  if (!isMediaType(request.header('content-type'), 'application/json')) {
    throw new Refusal(415, 'UnsupportedMediaType', 'The body must be application/json.');
  }
  const query = queryOf(await request.readBody());
  return asRefusal(() => {
    const { collection, ...options } = parseQueryText(query);
    return collectionAnswer(records().list(collection, options), 'array');
  });
};

function queryOf(body: Uint8Array): string {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw badRequest('The body is no JSON.');
  }
  const query =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { query?: unknown }).query
      : undefined;
  if (typeof query !== 'string') throw badRequest('The body must be an object with one string field, query.');
  return query;
}
