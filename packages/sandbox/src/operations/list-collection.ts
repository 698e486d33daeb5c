import { isODataSyntaxError, parseFilter, parseOrderBy, parseSelect } from '@syncline/odata';
import { createWallTime, type ResolvedBehavior } from '../behavior/behavior.ts';
import { timestampKey } from '../data/timestamp-key.ts';
import type { SandboxRequest } from '../http/request.ts';
import { badRequest, jsonResponse, type SandboxResponse } from '../http/response.ts';
import { memoize } from '../store/database.ts';
import { QueryError } from '../store/query-error.ts';
import type { CollectionQuery, RecordsText } from '../store/select-query.ts';
import type { OperationContext, OperationRequest } from './operation.ts';

/** The query parameters that hold the three options. Undefined for an option that an operation does not have. */
interface OptionNames {
  readonly filter?: string | undefined;
  readonly orderBy?: string | undefined;
  readonly select?: string | undefined;
}

/** Memoized because clients select the same properties again and again. */
const selectedNames = memoize((select) => parseSelect(select), 100);

/**
 * Parses the query options (section 4.1).
 *
 * @throws ServiceError (400) with the position of the mistake
 */
export function readQueryOptions(query: ReadonlyMap<string, string>, names: OptionNames): CollectionQuery {
  return asBadRequest(() => {
    const text = (name: string | undefined): string | undefined => (name === undefined ? undefined : query.get(name));
    const [filter, orderBy, select] = [text(names.filter), text(names.orderBy), text(names.select)];
    return {
      filter: filter === undefined ? undefined : parseFilter(filter),
      orderBy: orderBy === undefined ? undefined : parseOrderBy(orderBy),
      select: select === undefined ? undefined : selectedNames(select),
    };
  });
}

/** Runs `work` and turns a syntax error or a query that does not fit the records into a 400. */
export function asBadRequest<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isODataSyntaxError(error) || error instanceof QueryError) throw badRequest(error.message);
    throw error;
  }
}

const systemQueryOptions = { filter: '$filter', orderBy: '$orderby', select: '$select' };

/** The query parameter of a next link. */
export const skipToken = '$skiptoken';

const wallTime = memoize(createWallTime, 10);

/** Reads a collection of the OData interface as the configured behavior says. */
export function listCollection(
  name: 'history' | 'connector',
  { query, request }: OperationRequest,
  { records, envelope, behavior, seed, now }: OperationContext,
): SandboxResponse {
  const store = records();
  const options = readQueryOptions(withoutIgnored(query, behavior), systemQueryOptions);
  const offset = readSkipToken(query, behavior);
  const cap = behavior.pageCap;
  const disorder =
    behavior.duplicates > 0 || (behavior.shuffle && options.orderBy === undefined)
      ? { duplicates: behavior.duplicates, shuffle: behavior.shuffle && options.orderBy === undefined, seed }
      : undefined;
  const since = name === 'history' ? oldestKept(behavior, now()) : undefined;
  request.sendWaiting?.();
  const found = asBadRequest(() =>
    store.list(name, { ...options, since, disorder, ...(cap !== undefined && { limit: cap, offset }) }),
  );
  const next =
    cap !== undefined && behavior.nextLink && found.hasMore === true ? nextLink(request, offset + cap) : undefined;
  return envelopeResponse(behavior.zoneless === undefined ? found : inZone(found, behavior.zoneless), envelope, next);
}

/** The timestamp key of the oldest start that the service keeps. Undefined if it keeps all history records. */
export function oldestKept({ retentionMs }: ResolvedBehavior, now: Date): string | undefined {
  return retentionMs === undefined ? undefined : timestampKey(new Date(now.getTime() - retentionMs).toISOString());
}

/** Removes the options that the service ignores, whatever they contain. @throws ServiceError for a refused `$filter` */
function withoutIgnored(
  query: OperationRequest['query'],
  { filter, orderBy }: ResolvedBehavior,
): OperationRequest['query'] {
  if (filter === 'apply' && orderBy === 'apply') return query;
  if (filter === 'refuse' && query.has('$filter')) throw badRequest('This service does not support $filter.');
  const kept = new Map(query);
  if (filter === 'ignore') kept.delete('$filter');
  if (orderBy === 'ignore') kept.delete('$orderby');
  return kept;
}

function readSkipToken(query: OperationRequest['query'], { nextLink: hasLinks }: ResolvedBehavior): number {
  const token = query.get(skipToken);
  if (token === undefined || !hasLinks) return 0;
  if (!/^\d{1,12}$/.test(token)) throw badRequest(`${skipToken} must come from a next link of this service.`);
  return Number(token);
}

/** The address of the next page: that of this request, without the API key that its query may contain. */
function nextLink(request: SandboxRequest, offset: number): string {
  const kept = request.query
    .split('&')
    .filter((part) => part !== '' && !/^(?:%24|\$)skiptoken=|^(?:%40|@)authtoken=/i.test(part));
  const host = request.header('host');
  const origin = host === undefined || !/^[\w.:[\]-]+$/.test(host) ? '' : `http://${host}`;
  return `${origin}${request.path}?${[...kept, `${skipToken}=${offset}`].join('&')}`;
}

/**
 * A collection as a bare array or in its envelope: one text if all records are in memory, otherwise streamed while it
 * is read.
 */
export function envelopeResponse(
  { text, rest }: RecordsText,
  envelope: 'array' | 'value',
  next?: string,
): SandboxResponse {
  const link = next === undefined ? '' : `,"@odata.nextLink":${JSON.stringify(next)}`;
  const [open, close] = envelope === 'value' ? ['{"value":[', `]${link}}`] : ['[', ']'];
  const response = jsonResponse(rest === undefined ? open + text + close : joined(open + text, rest, close));
  if (next === undefined || envelope === 'value') return response;
  return { ...response, headers: { ...response.headers, link: `<${next}>; rel="next"` } };
}

function* joined(first: string, rest: Iterable<string>, last: string): Iterable<string> {
  yield first;
  yield* rest;
  yield last;
}

function inZone({ text, rest }: RecordsText, zone: string): RecordsText {
  const rewrite = wallTime(zone);
  return rest === undefined ? { text: rewrite(text) } : { text: rewrite(text), rest: rewritten(rest, rewrite) };
}

function* rewritten(rest: Iterable<string>, rewrite: (json: string) => string): Iterable<string> {
  for (const chunk of rest) yield rewrite(chunk);
}
