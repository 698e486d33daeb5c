import { ConfigError, ownOptions } from '@syncline/core/internal';
import { isNothing } from '../job/is-nothing.ts';
import type { JobDefinition } from '../job/job-definition.ts';
import { errorOf, type Inventory, type InventoryWorkspace, type JobEntry } from './inventory.ts';

/** The data for {@link createInventory}. */
export interface InventoryParts {
  /** The definitions, for example from a file or from your own client */
  readonly jobs: readonly JobDefinition[];
  /** Whether the definitions have all their fields: false if they were read with `select` */
  readonly whole: boolean;
  /** The workspaces with their connections and jobs, as the v2 interface returns them. @default not known */
  readonly workspaces?: readonly InventoryWorkspace[] | undefined;
}

/**
 * Creates an inventory from definitions that you already have. A job belongs to the workspace whose id is its
 * `WorkspaceId`.
 *
 * @throws {ConfigError} when a part is missing or cannot be used
 * @example
 * ```ts
 * import { createInventory, lintJobs } from '@syncline/jobs';
 *
 * const inventory = createInventory({ jobs: [{ JobName: 'Nightly', Scheduled: 'true' }], whole: false });
 * lintJobs(inventory).findings.length; // 0: a selected record does not say that it has no cron string
 * ```
 */
export function createInventory(parts: InventoryParts): Inventory {
  const { jobs, whole, workspaces } = ownOptions(parts, { jobs: 1, whole: 1, workspaces: 1 });
  if (typeof whole !== 'boolean')
    throw new ConfigError('whole', 'must be true if the jobs have all their fields, or false if some were selected');
  if (!Array.isArray(jobs)) throw new ConfigError('jobs', 'must be a list of job definitions');
  const byId = new Map((workspaces ?? []).map((workspace) => [workspace.id, workspace]));
  const entries = jobs.map((job: JobDefinition, index): JobEntry => {
    if (typeof job !== 'object' || job === null) throw new ConfigError(`jobs[${index}]`, 'must be an object');
    const id = isNothing(job.JobId) ? undefined : String(job.JobId);
    const name = isNothing(job.JobName) ? '' : String(job.JobName);
    const workspace = isNothing(job.WorkspaceId) ? undefined : byId.get(String(job.WorkspaceId));
    const listed = workspace?.jobs?.find((one) =>
      id !== undefined && one.id !== undefined ? one.id === id : one.name === name,
    );
    return { kind: 'read', name, id, workspace, error: listed && errorOf(listed), job, whole };
  });
  return {
    knows: { jobs: 'names', definitions: true, workspaces: workspaces !== undefined },
    workspaces: workspaces ?? [],
    entries,
  };
}
