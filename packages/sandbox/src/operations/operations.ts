import type { OperationId } from '@syncline/openapi';
import { parseQueryText } from '../cloud-query/parse-query-text.ts';
import { hasMediaType } from '../http/request.ts';
import { badRequest, jsonResponse, notFound, ServiceError } from '../http/response.ts';
import { asBadRequest, envelopeResponse, listCollection, oldestKept, readQueryOptions } from './list-collection.ts';
import type { OperationHandler } from './operation.ts';

/**
 * Runs a query over the sandbox's own records. The response is an array of records; the specification does not show its
 * shape (decision record 0008).
 */
const runQuery: OperationHandler = async ({ request }, { records, behavior, now, startName }) => {
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

/** The client credentials grant (section 5.3; errors as in RFC 6749, section 5.2). */
const createToken: OperationHandler = async ({ request }, { credentials: { serviceAccount }, tokens }) => {
  if (!hasMediaType(request, 'application/x-www-form-urlencoded'))
    throw new ServiceError(415, 'invalid_request', 'The body must be application/x-www-form-urlencoded.');
  if (request.header('authorization') !== undefined)
    throw new ServiceError(
      400,
      'invalid_request',
      'Send client_id and client_secret as form fields, not in an Authorization header.',
    );
  const form = parseForm(await request.readBody());
  const [grant, id, secret] = ['grant_type', 'client_id', 'client_secret'].map((name) => form?.get(name));
  if (!grant || !id || !secret)
    throw new ServiceError(
      400,
      'invalid_request',
      'The fields grant_type, client_id and client_secret are required, each exactly once.',
    );
  if (grant !== 'client_credentials')
    throw new ServiceError(400, 'unsupported_grant_type', 'The only supported grant_type is client_credentials.');
  if (id !== serviceAccount.clientId || secret !== serviceAccount.clientSecret)
    throw new ServiceError(401, 'invalid_client', 'There is no service account with this client_id and client_secret.');
  const { token, lifetimeSeconds } = tokens.issue();
  const response = jsonResponse(
    JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds }),
  );
  return { ...response, headers: { ...response.headers, pragma: 'no-cache' } };
};

/** The fields of a form; undefined when a name occurs twice, which OAuth forbids (RFC 6749, section 3.2). */
function parseForm(body: Uint8Array): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) {
    if (fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return fields;
}

/** The handler of each operation. An operation of the documents without a handler does not compile. */
export const handlers: Readonly<Record<OperationId, OperationHandler>> = {
  getJob({ parameters: [name = ''], query }, { jobs }) {
    const { select } = readQueryOptions(query, { select: '$select' });
    const job = asBadRequest(() => jobs.job(name, select));
    if (job === undefined) throw notFound(`There is no job '${name}'.`);
    return jsonResponse(job);
  },

  listHistory: (request, context) => listCollection('history', request, context),
  listConnectors: (request, context) => listCollection('connector', request, context),

  listWorkspaces({ query }, { records, filterParameter, sortParameter }) {
    const options = readQueryOptions(query, { filter: filterParameter, orderBy: sortParameter });
    return envelopeResponse(
      asBadRequest(() => records().list('workspace', options)),
      'array',
    );
  },

  listTaskHistory({ parameters: [transformationId = '', taskId = ''] }, { records }) {
    const history = records().taskHistoryText(transformationId, taskId);
    if (history === undefined)
      throw notFound(`There is no task '${taskId}' in a transformation '${transformationId}'.`);
    return jsonResponse(history);
  },

  listJobStatus({ parameters: [jobId = ''] }, { records }) {
    const store = records();
    const status = store.jobStatusText(jobId) ?? (store.hasJobId(jobId) ? '[]' : undefined);
    if (status === undefined) throw notFound(`There is no job with the id '${jobId}'.`);
    return jsonResponse(status);
  },

  runQuery,
  createToken,
};
