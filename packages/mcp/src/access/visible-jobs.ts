import type { V2Client, Workspace } from '@syncline/client';
import type { Clock } from '@syncline/core/internal';
import { jobPattern, type McpSettings } from '@syncline/ops';
import { RefusalError } from '../refusal/refusal-error.ts';

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
  settings: Pick<McpSettings, 'workspaces' | 'jobs' | 'tasks'>,
  v2: Pick<V2Client, 'workspaces'> | undefined,
  clock: Pick<Clock, 'now'>,
): VisibleJobs {
  const isLimited = settings.workspaces !== undefined || settings.jobs !== undefined;
  const fitsWorkspace = anyOf(settings.workspaces);
  const fitsJob = anyOf(settings.jobs);
  const tasks = (settings.tasks ?? (isLimited ? [] : ['*/*'])).map((pattern) => pattern.split('/').map(jobPattern));
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
  for (const each of others) for (const own of [names, ids]) own.delete(each);
  const isUnmistakable = ({ id, name }: { readonly id?: string; readonly name?: string }) =>
    !others.has(id ?? '') && !others.has(name ?? '');
  return { names, ids, workspaces: workspaces.map((one) => ({ ...one, jobs: one.jobs.filter(isUnmistakable) })) };
}

function anyOf(patterns: readonly string[] | undefined): (name: string) => boolean {
  if (patterns === undefined) return () => true;
  const tests = patterns.map(jobPattern);
  return (name) => tests.some((fits) => fits(name));
}
