import type { ODataClient, V2Client, CloudClient } from '@syncline/client';
import type { HistoryRecord, JobStatusRecord, Workspace } from '@syncline/openapi';

/** The clients of the tour, one an authentication alternative. */
export interface Clients {
  readonly odataByKey: ODataClient;
  readonly odataByQuery: ODataClient;
  readonly odataByPassword: ODataClient;
  readonly v2ByToken: V2Client;
  readonly v2ByPassword: V2Client;
  readonly cloudByToken: CloudClient;
  readonly cloudByService: CloudClient;
}

export interface Step {
  readonly operationId: string;
  /** How the request is authenticated, as the reader knows it. */
  readonly by: string;
  readonly client: keyof Clients;
  /** The call; what the tour shows is this very source text. */
  readonly call: (client: never) => Promise<unknown>;
  /** Properties to show of each record; absent: the one record is shown upright. */
  readonly show?: readonly string[];
}

const step = <Name extends keyof Clients>(
  operationId: string,
  by: string,
  client: Name,
  call: (client: Clients[Name]) => Promise<unknown>,
  show?: readonly string[],
): Step => ({ operationId, by, client, call, ...(show ? { show } : {}) });

export const since = new Date(Date.now() - 24 * 3_600_000);

/** What an earlier step of the tour read, for a later one to go on with. */
export const found: { workspaces: Workspace[]; runs: HistoryRecord[]; status: JobStatusRecord[] } = { workspaces: [], runs: [], status: [] };

const failedJob = () => found.workspaces.flatMap((workspace) => workspace.jobs ?? [])[0]?.id ?? '';
const transformation = () => found.workspaces.flatMap((workspace) => workspace.transformations ?? [])[0]?.id ?? '';

/** The eight operations, each under one of the seven authentication alternatives. */
export const steps: readonly Step[] = [
  step('getJob', 'API key in a header', 'odataByKey', (odata) =>
    odata.jobs.get("O'Brien & Söhne → Warehouse: Orders", { select: ['JobName', 'Scheduled', 'ScheduledCron', 'Verbosity', 'ReplicateIntervalUnit', 'RowVersion', 'Label#'] })),
  step('listHistory', 'API key in the query', 'odataByQuery', (odata) =>
    odata.history.list({ filter: (h) => h.runstartdate.gt(since).and(h.property('status').contains('Failed')), orderBy: 'runstartdate desc' }),
    ['runstartdate', 'jobname', 'status', 'runtime', 'details']),
  step('listConnectors', 'HTTP Basic', 'odataByPassword', (odata) =>
    odata.connectors.list({ filter: (c) => c.workspace.eq('Default'), orderBy: 'connectorid' }),
    ['connectorid', 'workspace', 'provider', 'direction', 'lasttestedat']),
  step('listWorkspaces', 'user token', 'v2ByToken', (v2) => v2.workspaces.list(),
    ['id', 'name', 'is_default', 'jobs', 'connections', 'transformations', 'updated_at']),
  step('listJobStatus', 'HTTP Basic', 'v2ByPassword', (v2) => v2.jobs.status(failedJob()),
    ['history_id', 'run_start_at', 'status', 'records_affected', 'runtime', 'details']),
  step('listTaskHistory', 'user token', 'v2ByToken', (v2) => v2.transformations.taskHistory(transformation(), 'task_1_stage'),
    ['job_history_id', 'run_start_at', 'status', 'affected_rows', 'table', 'runtime']),
  step('createToken', 'OAuth 2.0 client credentials', 'cloudByService', (cloud) =>
    cloud.query("SELECT JobName, Source, Destination FROM jobs")),
  step('runQuery', 'Basic with a personal access token', 'cloudByToken', (cloud) =>
    cloud.query("SELECT connectorid, workspace FROM connectors")),
];
