import { jsonText } from '../http/answers.ts';
import { notFound } from '../http/refusal.ts';
import { asRefusal, readQueryOptions } from '../routes/query-options.ts';
import type { OperationId } from '../routes/route.ts';
import type { Operation } from './call.ts';
import { collectionAnswer } from './collection-answer.ts';
import { createToken } from './create-token.ts';
import { runQuery } from './run-query.ts';

const odataOptions = { filter: '$filter', orderBy: '$orderby', select: '$select' };

const getJob: Operation = ({ parameters: [name = ''], query }, { store }) => {
  const { select } = readQueryOptions(query, odataOptions);
  const job = asRefusal(() => store.job(name, select));
  if (job === undefined) throw notFound(`There is no job '${name}'.`);
  return jsonText(job);
};

const listHistory: Operation = ({ query }, { store, envelope }) =>
  collectionAnswer(asRefusal(() => store.list('history', readQueryOptions(query, odataOptions))), envelope);

const listConnectors: Operation = ({ query }, { store, envelope }) =>
  collectionAnswer(asRefusal(() => store.list('connector', readQueryOptions(query, odataOptions))), envelope);

const listWorkspaces: Operation = ({ query }, { store, filterParameter, sortParameter }) => {
  const options = readQueryOptions(query, { filter: filterParameter, orderBy: sortParameter });
  return collectionAnswer(asRefusal(() => store.list('workspace', options)), 'array');
};

const listTaskHistory: Operation = ({ parameters: [transformationId = '', taskId = ''] }, { store }) => {
  const records = store.taskHistoryText(transformationId, taskId);
  if (records === undefined) throw notFound(`There is no task '${taskId}' in a transformation '${transformationId}'.`);
  return jsonText(records);
};

const listJobStatus: Operation = ({ parameters: [jobId = ''] }, { store }) => {
  const records = store.jobStatusText(jobId) ?? (store.hasJobId(jobId) ? '[]' : undefined);
  if (records === undefined) throw notFound(`There is no job of the id '${jobId}'.`);
  return jsonText(records);
};

/** The eight operations; an operationId without its handler here does not compile. */
export const handlers: Readonly<Record<OperationId, Operation>> = {
  getJob, listHistory, listConnectors, listWorkspaces, listTaskHistory, listJobStatus, runQuery, createToken,
};
