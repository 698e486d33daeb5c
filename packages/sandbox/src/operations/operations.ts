import type { OperationId } from '@syncline/openapi';
import { jsonResponse } from '../http/response.ts';
import { notFound } from '../http/service-error.ts';
import { createToken } from './create-token.ts';
import { envelopeResponse, listCollection } from './list-collection.ts';
import type { OperationHandler } from './operation.ts';
import { asBadRequest, readQueryOptions } from './query-options.ts';
import { runQuery } from './run-query.ts';

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
