import type { CallOptions, HistoryRecord, ODataClient, V2Client, Workspace } from '@syncline/client';
import { type Clock, wholePattern } from '@syncline/core/internal';
import type { Environment } from '@syncline/ops';
import { RefusalError } from '../answer/answer.ts';

/** What the allow-lists permit. */
export interface VisibleJobs {
  /** Whether `workspaces` or `jobs` of the configuration are set */
  readonly isLimited: boolean;
  /** The visible workspaces with their visible jobs. */
  workspaces(signal: AbortSignal | undefined): Promise<readonly Workspace[]>;
  /**
   * Returns a test for jobs. The OData interface finds a job by its name and the v2 interface by its id. Whether a
   * history record contains the name or the id depends on the service.
   */
  test(by: 'name' | 'id' | 'either', signal: AbortSignal | undefined): Promise<(job: string) => boolean>;
  /** Whether the history of a task is visible. */
  isTask(transformation: string, task: string): boolean;
}

/** How long a list of workspaces is cached, in milliseconds, so that several calls of one conversation share it. */
const keptFor = 60_000;

/**
 * Applies the allow-lists of the configuration to the jobs in the workspaces. A limited server shows a job only if a
 * visible workspace lists it. A name or an id that also belongs to a hidden job is not shown, because the interface
 * finds a job only by its name.
 *
 * @param v2 - undefined if the interface is not configured; names are then compared only with `jobs`
 */
export function createVisibleJobs(
  settings: Pick<NonNullable<Environment['mcp']>, 'workspaces' | 'jobs' | 'tasks'>,
  v2: Pick<V2Client, 'workspaces'> | undefined,
  clock: Pick<Clock, 'now'>,
): VisibleJobs {
  const isLimited = settings.workspaces !== undefined || settings.jobs !== undefined;
  const fitsWorkspace = anyOf(settings.workspaces);
  const fitsJob = anyOf(settings.jobs);
  const tasks = (settings.tasks ?? (isLimited ? [] : ['*/*'])).map((pattern) => pattern.split('/').map(wholePattern));
  let known: { readonly at: number; readonly lists: Lists } | undefined;

  const read = async (signal: AbortSignal | undefined): Promise<Lists> => {
    if (v2 === undefined)
      throw new RefusalError('This needs the v2 interface, which the configuration of the server does not have.');
    if (known !== undefined && clock.now() - known.at < keptFor) return known.lists;
    const lists = divide(await v2.workspaces.list({ signal }), fitsWorkspace, fitsJob);
    known = { at: clock.now(), lists };
    return lists;
  };

  return {
    isLimited,
    workspaces: async (signal) => {
      const { workspaces } = await read(signal);
      // Nothing says which transformations belong to a job.
      return isLimited && settings.tasks === undefined
        ? workspaces.map((workspace) => ({ ...workspace, transformations: [] }))
        : workspaces;
    },
    test: async (by, signal) => {
      if (!isLimited) return () => true;
      if (v2 === undefined) return fitsJob;
      const { names, ids } = await read(signal);
      return (job) => (by !== 'id' && names.has(job)) || (by !== 'name' && ids.has(job));
    },
    // The ids are compared separately: the id `7/1` is not task 1 of transformation 7.
    isTask: (...ids) => tasks.some((tests) => tests.every((fits, at) => fits(ids[at] ?? ''))),
  };
}

interface Lists {
  readonly workspaces: readonly Workspace[];
  /** Keys of visible jobs that no hidden job has */
  readonly names: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

function divide(
  all: readonly Workspace[],
  fitsWorkspace: (name: string) => boolean,
  fitsJob: (name: string) => boolean,
): Lists {
  const [names, ids] = [new Set<string>(), new Set<string>()];
  const others = new Set<string>();
  const workspaces = all.flatMap((workspace) => {
    const isVisible = fitsWorkspace(workspace.name ?? '');
    const jobs = (workspace.jobs ?? []).filter(({ id, name }) => {
      const isJob = isVisible && fitsJob(name ?? '');
      if (name) (isJob ? names : others).add(name);
      if (id) (isJob ? ids : others).add(id);
      return isJob;
    });
    return isVisible ? [{ ...workspace, jobs }] : [];
  });
  for (const each of others) for (const known of [names, ids]) known.delete(each);
  const isUnmistakable = ({ id, name }: { readonly id?: string; readonly name?: string }) =>
    !others.has(id ?? '') && !others.has(name ?? '');
  return {
    names,
    ids,
    workspaces: workspaces.map((workspace) => ({ ...workspace, jobs: workspace.jobs.filter(isUnmistakable) })),
  };
}

function anyOf(patterns: readonly string[] | undefined): (name: string) => boolean {
  if (patterns === undefined) return () => true;
  const tests = patterns.map(wholePattern);
  return (name) => tests.some((fits) => fits(name));
}

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
