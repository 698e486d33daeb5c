import type { HistoryRecord, Job, JobStatusRecord, TaskHistoryRecord, Workspace } from '@syncline/openapi';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { CloudClient, ODataClient, StandardSchema, V2Client } from '../../src/index.ts';
import { cloudQueries, odataQueries, v2Queries } from '../../src/query/index.ts';

declare const odata: ODataClient;
declare const v2: V2Client;
declare const cloud: CloudClient;
declare const schema: StandardSchema<{ rows: number }>;
const queries = { ...odataQueries(odata), v2: v2Queries(v2), cloud: cloudQueries(cloud) };

type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const same = <One, Other>(_: Equal<One, Other>): void => {};

const runs = useQuery(queries.history.list({ filter: (h) => h.details.contains('Failed') }));
same<typeof runs.data, HistoryRecord[] | undefined>(true);
const picked = useSuspenseQuery(queries.history.list({ select: ['details'] }));
same<typeof picked.data, Pick<HistoryRecord, 'details'>[]>(true);
const job = useSuspenseQuery({ ...queries.jobs.get('a', { select: ['Scheduled'] }), staleTime: 5000 });
same<typeof job.data, Pick<Job, 'Scheduled'>>(true);
const sources = useSuspenseQuery({ ...queries.jobs.get('a'), select: (whole) => whole.Source });
same<typeof sources.data, string | undefined>(true);
const status = useSuspenseQuery(queryOptions(queries.v2.jobs.status('42')));
same<typeof status.data, JobStatusRecord[]>(true);
const workspaces = useSuspenseQuery(queries.v2.workspaces.list());
same<typeof workspaces.data, Workspace[]>(true);
const tasks = useSuspenseQuery(queries.v2.transformations.taskHistory('7', '1'));
same<typeof tasks.data, TaskHistoryRecord[]>(true);
const result = useSuspenseQuery(queries.cloud.query('SELECT 1'));
same<typeof result.data, unknown>(true);
const checked = useSuspenseQuery(queries.cloud.query('SELECT 1', { schema }));
same<typeof checked.data, { rows: number }>(true);
// @ts-expect-error: connectorid was not selected
picked.data[0]?.connectorid;
// @ts-expect-error: no such field
queries.jobs.get('a', { select: ['Sauce'] });
// @ts-expect-error: an id is required
queries.v2.jobs.status();
// @ts-expect-error: a filter cannot be a string
queries.connectors.list({ filter: "workspace eq 'a'" });
