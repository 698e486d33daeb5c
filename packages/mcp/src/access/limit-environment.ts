import type { CallOptions, HistoryRecord, ODataClient, V2Client } from '@syncline/client';
import type { Environment } from '@syncline/ops';
import { RefusalError } from '../refusal/refusal-error.ts';
import type { VisibleJobs } from './visible-jobs.ts';

type History = ODataClient['history'];

/**
 * The environment with clients that have only the five reads that the tools need, and that return only what the
 * allow-lists permit. A name that is not visible is refused before anything is sent. Code that uses the environment,
 * such as an inventory or a diagnosis, therefore cannot see anything else.
 *
 * The history is read for all jobs with one request, and the runs of other jobs are dropped here. The store is left
 * out, because it contains the runs of all jobs, and opening it may write.
 */
export function limitEnvironment(environment: Environment, visible: VisibleJobs): Environment {
  const { odata, v2, history } = environment;
  return {
    ...environment,
    odata: odata && limitOData(odata, history?.job, visible),
    v2: v2 && limitV2(v2, visible),
    store: undefined,
    alerts: undefined,
  };
}

function limitOData(odata: ODataClient, job: unknown, visible: VisibleJobs): ODataClient {
  const stream = (options: Parameters<History['stream']>[0] & CallOptions) => {
    const records = odata.history.stream(options);
    const kept = async function* () {
      const isVisible = await visible.test('either', options?.signal);
      for await (const record of records as AsyncIterable<HistoryRecord>)
        if (!visible.isLimited || isVisible(jobOf(record, job))) yield record;
    };
    return Object.assign(kept(), { response: () => records.response() });
  };
  const client = {
    jobs: {
      get: async (name: string, options?: CallOptions) => {
        await refuseOthers('name', name, options, visible);
        return odata.jobs.get(name, options);
      },
    },
    history: { stream },
  };
  return client as unknown as ODataClient;
}

function limitV2(v2: V2Client, visible: VisibleJobs): V2Client {
  const client = {
    workspaces: { list: (options?: CallOptions) => visible.workspaces(options?.signal ?? undefined) },
    jobs: {
      status: async (id: string, options?: CallOptions) => {
        await refuseOthers('id', id, options, visible);
        return v2.jobs.status(id, options);
      },
    },
    transformations: {
      taskHistory: async (transformation: string, task: string, options?: CallOptions) => {
        if (!visible.isTask(transformation, task))
          throw new RefusalError('This task is not visible here. `mcp.tasks` of the configuration says which are.');
        return v2.transformations.taskHistory(transformation, task, options);
      },
    },
  };
  return client as unknown as V2Client;
}

async function refuseOthers(
  by: 'name' | 'id',
  job: string,
  options: CallOptions | undefined,
  visible: VisibleJobs,
): Promise<void> {
  const isVisible = await visible.test(by, options?.signal ?? undefined);
  if (!isVisible(job)) throw new RefusalError('No job of this name is visible here. List the names with list_jobs.');
}

function jobOf(record: HistoryRecord, accessor: unknown): string {
  const value =
    typeof accessor === 'string' && Object.hasOwn(record, accessor)
      ? (record as Readonly<Record<string, unknown>>)[accessor]
      : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}
