/**
 * A consumer's program. The comment at the end of a line is its label. The recorded changes list the labels of the
 * lines that `syncline impact` must report.
 */
export const CONSUMER = `import { apiKeyHeader, apiKeyQuery, basic, clientCredentials, explain, fromEnvironment } from '@syncline/auth';
import { personalAccessToken, vendorHeaderName } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client, type ODataClient, type V2Client } from '@syncline/client';
import { rawFilter } from '@syncline/odata';
import type { Job, ODataComponents, TaskHistoryRecord, Workspace } from '@syncline/openapi';

const key = apiKeyHeader({ name: vendorHeaderName('acme'), value: 'k' }); // header key
const query = apiKeyQuery({ value: 'k' }); // query key
const user = basic({ username: 'a', password: 'b' }); // basic odata
const token = apiKeyHeader({ name: 'x-token', value: 't' }); // user token
export const odata = createODataClient({ baseUrl: 'https://a.invalid', credential: key });
export const odata2 = createODataClient({ baseUrl: 'https://a.invalid', credential: query });
export const odata3 = createODataClient({ baseUrl: 'https://a.invalid', credential: user });
export const odata4 = createODataClient({ baseUrl: 'https://a.invalid', credential: fromEnvironment('odata') }); // odata environment
export const v2 = createV2Client({ baseUrl: 'https://a.invalid', credential: token });
export const v2b = createV2Client({ baseUrl: 'https://a.invalid', credential: basic({ username: 'a', password: 'b' }) }); // basic v2
export const cloud = createCloudClient({ baseUrl: 'https://a.invalid', credential: personalAccessToken({ email: 'a@b.invalid', token: 't' }) }); // access token
export const service = clientCredentials({ authUrl: 'https://a.invalid', clientId: 'a', clientSecret: 'b' }); // client credentials

export const job = await odata.jobs.get('a'); // get job
export const part = await odata.jobs.get('a', { select: ['JobName', 'PreJob'] }); // select job
export const hook = [job.PreJob, job.PostJob]; // hooks
export const unit = job.ReplicateIntervalUnit; // unit
export const pool = (record: Job) => record.WorkerPool; // pool
export const kind = job.Type; // type
export const id = job.JobId?.trim(); // id
export const upper = job.JobName.toUpperCase(); // name
export const can = job.CanUpdate === true; // can
export const version = job.RowVersion; // version
export const schema = (wire: ODataComponents['schemas']['Job']) => wire.SourceSchema; // wire
export const runs = await odata.history.list({ filter: (h) => h.details.contains('a'), orderBy: 'runstartdate desc' }); // history
export const plain = await odata.history.list(); // history plain
export const connectors = await odata.connectors.list({ select: ['connectorid'] }); // connectors
export const text = rawFilter("instanceid eq 'details'"); // filter text
export const named = await odata.call('listHistory', { query: { $filter: "details eq 'a'" } }); // call history
export const raw = await odata.raw.GET('/connectors', { params: { query: { $select: 'workspace' } } }); // raw connectors
export const schemes = explain('listConnectors'); // explain
export const workspaces = await v2.workspaces.list(); // workspaces
export const member = (workspace: Workspace) => workspace.jobs?.[0]?.connector; // member
export const tasks = await v2.transformations.taskHistory('t', 'k'); // tasks
export const rows = (record: TaskHistoryRecord) => record.affected_rows; // rows
export const status = await v2.jobs.status('1'); // status
export const watch = (client: V2Client) => client.jobs.watchStatus('1'); // watch
export const called = await v2.call('listJobStatus', { path: { job_id: '1' } }); // call status
export const answer = await cloud.query('SELECT 1'); // query
export const asked = await cloud.call('runQuery', { body: { query: 'SELECT 1' } }); // call query
export const other = (client: ODataClient) => client.connectors.stream({ orderBy: 'connectorid asc' }); // stream connectors
export const details = 'PreJob affected_rows details connectorid /api/query runQuery';
`;

/** The label of a line of the program, counted from 1. */
export function labelAt(line: number): string {
  return CONSUMER.split('\n')[line - 1]?.split(' // ')[1] ?? `line ${line}`;
}
