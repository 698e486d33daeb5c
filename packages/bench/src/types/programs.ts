/** The same twenty calls of the eight operations, as users of each client write them. */

const times = (count: number, call: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `export const r${index} = ${call(index)};`).join('\n');

/** Each program ends with a mistake that the compiler must find. A client without types would be fast to check. */
const mistake = '// @ts-expect-error: no such field\nr0?.Sauce;';

/** Includes typed filters and selects, which the others do not have. */
export const synclineProgram = `
import { apiKeyHeader, personalAccessToken } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client } from '@syncline/client';
const odata = createODataClient({ baseUrl: 'https://a.test', credential: apiKeyHeader({ name: 'x-acme-authtoken', value: 'k' }) });
const v2 = createV2Client({ baseUrl: 'https://a.test', credential: apiKeyHeader({ name: 'k', value: 'k' }) });
const cloud = createCloudClient({ baseUrl: 'https://a.test', credential: personalAccessToken({ email: 'a', token: 'b' }) });
${times(
  20,
  (index) =>
    [
      "await odata.jobs.get('a')",
      "(await odata.jobs.get('b', { select: ['JobName', 'Scheduled'] })).Scheduled",
      "await odata.history.list({ filter: (h) => h.runstartdate.gt(new Date()).and(h.details.contains('x')), orderBy: 'runstartdate desc' })",
      "(await odata.history.list({ select: ['details'] }))[0]?.details",
      "await odata.connectors.list({ filter: (c) => c.workspace.eq('a') })",
      'await v2.workspaces.list()',
      "(await v2.transformations.taskHistory('a', 'b'))[0]?.affected_rows",
      "(await v2.jobs.status('a'))[0]?.records_affected",
      "await cloud.query('SELECT 1')",
      "(await odata.jobs.get('c')).RowVersion",
    ][index % 10] ?? '',
)}
${mistake}
// @ts-expect-error: a date has no contains
void odata.history.list({ filter: (h) => h.runstartdate.contains('x') });
`;

/** The same calls with openapi-fetch and our wire types. */
export const openapiFetchProgram = `
import createClient from 'openapi-fetch';
import type { CloudPaths, ODataPaths, V2Paths } from '@syncline/openapi';
const odata = createClient<ODataPaths>({ baseUrl: 'https://a.test' });
const v2 = createClient<V2Paths>({ baseUrl: 'https://a.test' });
const cloud = createClient<CloudPaths>({ baseUrl: 'https://a.test' });
${times(
  20,
  (index) =>
    [
      `(await odata.GET("/jobs('{JobName}')", { params: { path: { JobName: 'a' } } })).data`,
      `(await odata.GET("/jobs('{JobName}')", { params: { path: { JobName: 'b' }, query: { $select: 'JobName,Scheduled' } } })).data?.Scheduled`,
      `(await odata.GET('/history', { params: { query: { $filter: "details eq 'x'", $orderby: 'runstartdate desc' } } })).data`,
      `(await odata.GET('/history', { params: { query: { $select: 'details' } } })).data`,
      `(await odata.GET('/connectors', { params: { query: { $filter: "workspace eq 'a'" } } })).data`,
      `(await v2.GET('/v2/workspaces')).data`,
      `(await v2.GET('/v2/transformations/{transformation_id}/tasks/{task_id}/history', { params: { path: { transformation_id: 'a', task_id: 'b' } } })).data`,
      `(await v2.GET('/v2/jobs/{job_id}/status', { params: { path: { job_id: 'a' } } })).data`,
      `(await cloud.POST('/api/query', { body: { query: 'SELECT 1' } })).data`,
      `(await odata.GET("/jobs('{JobName}')", { params: { path: { JobName: 'c' } } })).data?.RowVersion`,
    ][index % 10] ?? '',
)}
${mistake}
`;

/** The same calls with clients that @hey-api generated into `./hey/{odata,v2,cloud}`. */
export const heyProgram = `
import * as odata from './hey/odata/index.js';
import * as v2 from './hey/v2/index.js';
import * as cloud from './hey/cloud/index.js';
${times(
  20,
  (index) =>
    [
      "(await odata.getJob({ path: { JobName: 'a' } })).data",
      "(await odata.getJob({ path: { JobName: 'b' }, query: { $select: 'JobName,Scheduled' } })).data?.Scheduled",
      `(await odata.listHistory({ query: { $filter: "details eq 'x'", $orderby: 'runstartdate desc' } })).data`,
      "(await odata.listHistory({ query: { $select: 'details' } })).data",
      `(await odata.listConnectors({ query: { $filter: "workspace eq 'a'" } })).data`,
      '(await v2.listWorkspaces()).data',
      "(await v2.listTaskHistory({ path: { transformation_id: 'a', task_id: 'b' } })).data",
      "(await v2.listJobStatus({ path: { job_id: 'a' } })).data",
      "(await cloud.runQuery({ body: { query: 'SELECT 1' } })).data",
      "(await odata.getJob({ path: { JobName: 'c' } })).data?.RowVersion",
    ][index % 10] ?? '',
)}
${mistake}
`;
