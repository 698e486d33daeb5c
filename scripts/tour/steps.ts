import type { ODataClient, V2Client, CloudClient } from '@syncline/client';
import type { OperationId, Workspace } from '@syncline/openapi';

/** The clients of the tour, one per authentication alternative. */
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
  readonly operationId: OperationId;
  /** How the request is authenticated, in the terms of the documentation. */
  readonly by: string;
  readonly client: keyof Clients;
  /** The call. The tour prints its source text. */
  readonly call: (client: never) => Promise<unknown>;
  /** The properties to show as columns. Without them, the result is one record, shown as one line per property. */
  readonly show?: readonly string[];
  /** Keeps the parts of the result that later calls need. */
  readonly keep?: (result: unknown) => void;
}

const step = <Name extends keyof Clients>(
  operationId: OperationId,
  by: string,
  client: Name,
  call: (client: Clients[Name]) => Promise<unknown>,
  show?: readonly string[],
  keep?: (result: unknown) => void,
): Step => ({ operationId, by, client, call, ...(show && { show }), ...(keep && { keep }) });

const since = new Date(Date.now() - 24 * 3_600_000);

/** Ids of the workspaces' jobs and transformations, which later calls need. */
let jobId = '';
let transformationId = '';

const remember = (workspaces: Workspace[]): Workspace[] => {
  jobId = workspaces.flatMap((workspace) => workspace.jobs ?? [])[0]?.id ?? '';
  transformationId = workspaces.flatMap((workspace) => workspace.transformations ?? [])[0]?.id ?? '';
  return workspaces;
};

/**
 * The eight operations, each with one of the seven authentication alternatives. The tour prints the source of each
 * call.
 */
export const steps: readonly Step[] = [
  step('getJob', 'API key in a header', 'odataByKey', (odata) =>
    odata.jobs.get("O'Brien/nightly", {
      select: ['JobName', 'Scheduled', 'Verbosity', 'ReplicateIntervalUnit', 'RowVersion', 'Label#'],
    }),
  ),
  step(
    'listHistory',
    'API key in the query',
    'odataByQuery',
    (odata) =>
      odata.history.list({
        filter: (h) => h.runstartdate.gt(since).and(h.field('status').contains('Failed')),
        orderBy: 'runstartdate desc',
      }),
    ['runstartdate', 'jobname', 'status', 'runtime', 'details'],
  ),
  step(
    'listConnectors',
    'HTTP Basic',
    'odataByPassword',
    (odata) => odata.connectors.list({ filter: (c) => c.workspace.eq('Default'), orderBy: 'connectorid' }),
    ['connectorid', 'workspace', 'provider', 'direction', 'lasttestedat'],
  ),
  step(
    'listWorkspaces',
    'user token',
    'v2ByToken',
    (v2) => v2.workspaces.list(),
    ['id', 'name', 'is_default', 'jobs', 'connections', 'transformations', 'updated_at'],
    (result) => remember(result as Workspace[]),
  ),
  step('listJobStatus', 'HTTP Basic', 'v2ByPassword', (v2) => v2.jobs.status(jobId), [
    'history_id',
    'run_start_at',
    'status',
    'records_affected',
    'runtime',
    'details',
  ]),
  step(
    'listTaskHistory',
    'user token',
    'v2ByToken',
    (v2) => v2.transformations.taskHistory(transformationId, 'task_1_stage'),
    ['job_history_id', 'run_start_at', 'status', 'affected_rows', 'table', 'runtime'],
  ),
  step('createToken', 'OAuth 2.0 client credentials: the first query fetches the token', 'cloudByService', (cloud) =>
    cloud.query('SELECT JobName, Source, Destination FROM jobs'),
  ),
  step('runQuery', 'Basic with a personal access token', 'cloudByToken', (cloud) =>
    cloud.query('SELECT connectorid, workspace FROM connectors'),
  ),
];
