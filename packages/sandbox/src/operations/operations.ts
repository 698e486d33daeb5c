import { jsonText } from '../http/answers.ts';
import { notFound } from '../http/refusal.ts';
import { asRefusal, readQueryOptions } from '../routes/query-options.ts';
import type { OperationId } from '../routes/route.ts';
import type { Operation } from './call.ts';
import { collectionAnswer } from './collection-answer.ts';
import { createToken } from './create-token.ts';
import { runQuery } from './run-query.ts';

const odataOptions = { filter: '$filter', orderBy: '$orderby', select: '$select' };

const getJob: Operation = ({ parameters: [name = ''], query }, { jobs }) => {
  const { select } = readQueryOptions(query, odataOptions);
  const job = asRefusal(() => jobs.job(name, select));
  if (job === undefined) throw notFound(`There is no job '${name}'.`);
  return jsonText(job);
};

const listHistory: Operation = ({ query }, { records, envelope }) =>
  collectionAnswer(
    asRefusal(() => records().list('history', readQueryOptions(query, odataOptions))),
    envelope,
  );

const listConnectors: Operation = ({ query }, { records, envelope }) =>
  collectionAnswer(
    asRefusal(() => records().list('connector', readQueryOptions(query, odataOptions))),
    envelope,
  );

const listWorkspaces: Operation = ({ query }, { records, filterParameter, sortParameter }) => {
  const options = readQueryOptions(query, { filter: filterParameter, orderBy: sortParameter });
  return collectionAnswer(
    asRefusal(() => records().list('workspace', options)),
    'array',
  );
};

const listTaskHistory: Operation = ({ parameters: [transformationId = '', taskId = ''] }, { records }) => {
  const history = records().taskHistoryText(transformationId, taskId);
  if (history === undefined) throw notFound(`There is no task '${taskId}' in a transformation '${transformationId}'.`);
  return jsonText(history);
};

const listJobStatus: Operation = ({ parameters: [jobId = ''] }, { records }) => {
  const store = records();
  const status = store.jobStatusText(jobId) ?? (store.hasJobId(jobId) ? '[]' : undefined);
  if (status === undefined) throw notFound(`There is no job of the id '${jobId}'.`);
  return jsonText(status);
};

/** The eight operations; an operationId without its handler here does not compile. */
export const handlers: Readonly<Record<OperationId, Operation>> = {
  getJob,
  listHistory,
  listConnectors,
  listWorkspaces,
  listTaskHistory,
  listJobStatus,
  runQuery,
  createToken,
};
