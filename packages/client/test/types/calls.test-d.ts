import { filter } from '@syncline/odata';
import type {
  HistoryRecord,
  HistoryRecordProperties,
  Job,
  JobStatusRecord,
  TaskHistoryRecord,
  Workspace,
} from '@syncline/openapi';
import type { CloudClient, ODataClient, SynclineErrorUnion, V2Client } from '../../src/index.ts';

declare const odata: ODataClient;
declare const v2: V2Client;
declare const cloud: CloudClient;
declare const error: SynclineErrorUnion;

type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const same = <One, Other>(_: Equal<One, Other>): void => {};

const job = await odata.jobs.get('a');
same<typeof job, Job>(true);
const version: bigint | undefined = job.RowVersion;
const narrow = await odata.jobs.get('a', { select: ['Source', 'Scheduled'] });
same<typeof narrow, Pick<Job, 'Source' | 'Scheduled'>>(true);
// @ts-expect-error: JobName was not selected
narrow.JobName;
// @ts-expect-error: no such field
await odata.jobs.get('a', { select: ['Sauce'] });
// @ts-expect-error: a name is required
await odata.jobs.get();

const [row] = await odata.history.list({ filter: (h) => h.runstartdate.gt(new Date()), orderBy: 'runstartdate desc' });
const details: string | undefined = row?.details;
const other: unknown = row?.anything;
const [picked] = await odata.history.list({ select: ['details', 'mine'] });
const mine: unknown = picked?.mine;
// @ts-expect-error: instanceid was not selected
picked?.instanceid;
// @ts-expect-error: a filter cannot be a string
await odata.history.list({ filter: "details eq 'x'" });
const ofHistory = filter<HistoryRecordProperties>((h) => h.connectorid.in(['a', 'b']));
await odata.history.list({ filter: ofHistory, split: true });
// @ts-expect-error: the filter is for history records
await odata.connectors.list({ filter: ofHistory });
// @ts-expect-error: one part of the filter is for history records
odata.connectors.stream({ filter: (c) => c.workspace.eq('a').and(ofHistory) });
// @ts-expect-error: no such direction
await odata.history.list({ orderBy: 'details up' });
for await (const connector of odata.connectors.stream()) connector.workspace satisfies string | undefined;

same<Awaited<ReturnType<V2Client['workspaces']['list']>>, Workspace[]>(true);
for await (const record of v2.jobs.watchStatus('1')) same<typeof record, JobStatusRecord>(true);
for await (const result of v2.jobs.statusOfMany(['1']))
  if (result.ok) same<typeof result.data, JobStatusRecord[]>(true);

const answer = await cloud.query('SELECT 1');
same<typeof answer, unknown>(true);
declare const schema: import('../../src/index.ts').StandardSchema<{ rows: number }>;
const checked: { rows: number } = await cloud.query('SELECT 1', { schema });

if (error.code === 'HTTP_ERROR') error.status satisfies number;
if (error.code === 'TIMEOUT') error.limit satisfies 'timeout' | 'deadline';
// @ts-expect-error: only an HttpError is certain to have a status
error.status satisfies number;
export { answer, checked, details, mine, other, version };

// Every operation can be called by its id.
same<Awaited<ReturnType<typeof odata.call<'getJob'>>>, Job>(true);
same<Awaited<ReturnType<typeof odata.call<'listHistory'>>>, HistoryRecord[]>(true);
const tasks = await v2.call('listTaskHistory', { path: { transformation_id: 'a', task_id: 'b' }, timeout: 5 });
same<typeof tasks, TaskHistoryRecord[]>(true);
same<Awaited<ReturnType<typeof cloud.call<'runQuery'>>>, unknown>(true);
await odata.call('listHistory', { query: { $filter: "details eq 'x'" } });
// @ts-expect-error: the operation belongs to another client
await odata.call('listWorkspaces');
// @ts-expect-error: the job name is required
await odata.call('getJob');
// @ts-expect-error: the job name is required
await odata.call('getJob', { path: {} });
// @ts-expect-error: no such parameter
await odata.call('listHistory', { query: { $top: '5' } });
// @ts-expect-error: a query is required
await cloud.call('runQuery', {});

// An operation that a consumer adds, with an unnamed schema, returns the JSON of its document.
interface Schedules {
  '/schedules': {
    get: {
      operationId: 'listSchedules';
      parameters: { query?: { limit?: number } };
      responses: { 200: { content: { 'application/json': { count?: number } } }; 500: { content: never } };
    };
  };
}
declare const mineToo: ODataClient<Schedules>;
const schedules = await mineToo.call('listSchedules', { query: { limit: 3 } });
same<typeof schedules, { count?: number }>(true);
