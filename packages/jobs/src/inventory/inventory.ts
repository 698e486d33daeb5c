import { ConfigError, ownOptions } from '@syncline/core/internal';
import type { WorkspaceMember } from '@syncline/openapi';
import type { JobDefinition } from '../job/job-definition.ts';

/** A workspace of an inventory (specification section 2.2). */
export interface InventoryWorkspace {
  /** Its id, if the service returned it */
  readonly id?: string | undefined;
  /** Its name, if the service returned it */
  readonly name?: string | undefined;
  /** Its connections. Undefined means that they are not known, which differs from an empty list */
  readonly connections?: readonly WorkspaceMember[] | undefined;
  /** Its jobs as the workspace lists them. Undefined means that they are not known */
  readonly jobs?: readonly WorkspaceMember[] | undefined;
}

/** The properties of every entry of an inventory. */
interface EntryBase {
  /** The name of the job; empty if the service did not return it */
  readonly name: string;
  /** The id of the job, from its workspace or its definition */
  readonly id?: string | undefined;
  /** The workspace that lists the job. Undefined if no workspaces were read */
  readonly workspace?: InventoryWorkspace | undefined;
  /**
   * The error of the job, as its workspace shows it. An empty string means that there is none, and undefined means that
   * it is not known.
   */
  readonly error?: string | undefined;
}

/** A job whose definition was read. */
export interface ReadEntry extends EntryBase {
  readonly kind: 'read';
  readonly job: JobDefinition;
  /**
   * Whether all fields were read. Only then do the defaults of the specification apply: in a record that was read with
   * `select`, an absent field is not known.
   */
  readonly whole: boolean;
}

/** A job that a workspace lists. Its definition was not read, because there is no client for it. */
export interface ListedEntry extends EntryBase {
  readonly kind: 'listed';
}

/** A job whose definition could not be read. */
export interface UnreadableEntry extends EntryBase {
  readonly kind: 'unreadable';
  /** The error of the call */
  readonly reason: unknown;
}

/** A job whose definition cannot be distinguished from the definition of another job. */
export interface AmbiguousEntry extends EntryBase {
  readonly kind: 'ambiguous';
  /**
   * The reason. `other-id`: the definition with this name has another id. `no-id`: the definition or the list has no id
   * to compare. `no-name`: the workspace lists the job without a name.
   */
  readonly because: 'other-id' | 'no-id' | 'no-name';
  /** The id in the definition that the service returned for this name, if it returned one */
  readonly foundId?: string | undefined;
}

/** One job of an inventory. */
export type JobEntry = ReadEntry | ListedEntry | UnreadableEntry | AmbiguousEntry;

/** All jobs that could be found, each exactly once, in the order of the service. */
export interface Inventory {
  /** What the inventory contains, which depends on the interfaces that were read. */
  readonly knows: {
    /** `all` jobs that the workspaces list, or only those whose `names` were given */
    readonly jobs: 'all' | 'names';
    /** Whether the definitions of the jobs were read (OData interface) */
    readonly definitions: boolean;
    /** Whether workspaces, connections and the errors of jobs were read (v2 interface) */
    readonly workspaces: boolean;
  };
  /** The workspaces; empty if they were not read */
  readonly workspaces: readonly InventoryWorkspace[];
  /** The jobs */
  readonly entries: readonly JobEntry[];
}

/** Whether a value is empty: absent, null, or a string without visible characters. */
export function isNothing(value: unknown): value is undefined | null | string {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The error of a member of a workspace: empty if there is none, undefined if the record has no such field. */
export function errorOf(member: WorkspaceMember): string | undefined {
  return Object.hasOwn(member, 'error') ? String(member.error ?? '') : undefined;
}

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
    const listed = workspace?.jobs?.find((member) =>
      id !== undefined && member.id !== undefined ? member.id === id : member.name === name,
    );
    return { kind: 'read', name, id, workspace, error: listed && errorOf(listed), job, whole };
  });
  return {
    knows: { jobs: 'names', definitions: true, workspaces: workspaces !== undefined },
    workspaces: workspaces ?? [],
    entries,
  };
}
