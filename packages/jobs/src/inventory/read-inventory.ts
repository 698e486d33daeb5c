import type { CallOptions, ODataClient, V2Client } from '@syncline/client';
import {
  checkWhole,
  ConfigError,
  isSynclineError,
  notify,
  type OptionNames,
  ownOptions,
} from '@syncline/core/internal';
import type { WorkspaceMember } from '@syncline/openapi';
import { errorOf, type Inventory, type InventoryWorkspace, isNothing, type JobEntry } from './inventory.ts';
import type { JobDefinition } from '../job/job-definition.ts';

/** The progress of {@link readInventory}. */
export interface InventoryProgress {
  /** How many definitions were read, or could not be read */
  readonly done: number;
  /** How many there are to read */
  readonly total: number;
  /** How many could not be read */
  readonly failed: number;
}

/** The part of the OData client that {@link readInventory} needs. `raw` reads jobs with values that cannot be decoded. */
export type InventoryODataClient = Pick<ODataClient, 'jobs'> & { readonly raw?: Pick<ODataClient['raw'], 'GET'> };

/** The clients that {@link readInventory} uses, and its limits. The call options apply to each single call. */
export interface ReadInventoryOptions extends CallOptions {
  /** The client that reads the definitions. Without it, the inventory contains only what the workspaces list */
  readonly odata?: InventoryODataClient | undefined;
  /**
   * The client that lists the workspaces with their jobs and connections. Without it, set `names` to the jobs to read
   */
  readonly v2?: Pick<V2Client, 'workspaces'> | undefined;
  /** The names of the jobs to read. @default every job that the workspaces list */
  readonly names?: readonly string[] | undefined;
  /** How many definitions are read at the same time, from 1 to 64. @default 4 */
  readonly concurrency?: number | undefined;
  /** Called after each definition. Errors that it throws are ignored */
  readonly onProgress?: ((progress: InventoryProgress) => void) | undefined;
}

const optionNames: OptionNames<ReadInventoryOptions> = {
  odata: 1,
  v2: 1,
  names: 1,
  concurrency: 1,
  onProgress: 1,
  signal: 1,
  timeout: 1,
  deadline: 1,
  retry: 1,
};

/**
 * Reads all jobs: lists the workspaces (v2 interface, section 4), and reads the definition of each job by its name
 * (OData interface, section 4). If a job cannot be read, its entry contains the error, and the other jobs are still
 * read.
 *
 * A name is the key of a job in the OData interface, but two workspaces may list the same name. Each name is read once,
 * and the definition belongs to the entry that has its id. The other entries of the name are `ambiguous`.
 *
 * A value that its field does not allow is kept as it is, so that the linter can report it. A client that was created
 * without `undecodable: 'keep'` refuses such a value, so the job is read a second time, through `raw`.
 *
 * @throws {ConfigError} when an option cannot be used, or neither client is given
 * @throws {HttpError} when the workspaces cannot be listed
 * @throws {AbortedError} when `signal` is aborted
 * @example
 * ```ts
 * import type { ODataClient, V2Client } from '@syncline/client';
 * import { readInventory } from '@syncline/jobs';
 *
 * const unreadable = async (odata: ODataClient, v2: V2Client) => {
 *   const { entries } = await readInventory({ odata, v2, concurrency: 8 });
 *   return entries.filter(({ kind }) => kind !== 'read').map(({ name }) => name);
 * };
 * ```
 */
export async function readInventory(options: ReadInventoryOptions): Promise<Inventory> {
  const { odata, v2, names, concurrency = 4, onProgress, ...limits } = ownOptions(options, optionNames);
  if (odata === undefined && v2 === undefined)
    throw new ConfigError('odata', 'or v2 must be a client: there is no client to read with');
  if (v2 === undefined && names === undefined)
    throw new ConfigError('names', 'must be given without v2: the OData interface does not list jobs');
  checkWhole('concurrency', concurrency, 1, 64);
  if (names !== undefined && !(Array.isArray(names) && names.every((name) => typeof name === 'string' && name !== '')))
    throw new ConfigError('names', 'must be a list of job names');

  const workspaces = v2 && ((await v2.workspaces.list(limits)) as readonly InventoryWorkspace[]);
  const listed = listJobs(workspaces, names);
  const definitions = odata && (await readDefinitions(odata, namesOf(listed), { concurrency, onProgress, limits }));
  return {
    knows: {
      jobs: names === undefined ? 'all' : 'names',
      definitions: odata !== undefined,
      workspaces: workspaces !== undefined,
    },
    workspaces: workspaces ?? [],
    entries: listed.map((job) => toEntry(job, definitions)),
  };
}

/** A job as it was found, before its definition is read. */
interface ListedJob {
  readonly name: string;
  readonly member?: WorkspaceMember | undefined;
  readonly workspace?: InventoryWorkspace | undefined;
  /** Whether several workspaces list the name, or one lists it several times. */
  readonly isShared: boolean;
}

function listJobs(
  workspaces: readonly InventoryWorkspace[] | undefined,
  names: readonly string[] | undefined,
): ListedJob[] {
  const wanted = names && new Set(names);
  const members = (workspaces ?? []).flatMap((workspace) =>
    (workspace.jobs ?? []).map((member) => ({ name: member.name ?? '', member, workspace })),
  );
  const counts = new Map<string, number>();
  for (const { name } of members) counts.set(name, (counts.get(name) ?? 0) + 1);
  const unlisted = [...(wanted ?? [])].filter((name) => !counts.has(name)).map((name) => ({ name }));
  return [...members.filter(({ name }) => wanted === undefined || wanted.has(name)), ...unlisted].map((job) => ({
    ...job,
    isShared: (counts.get(job.name) ?? 0) > 1,
  }));
}

const namesOf = (jobs: readonly ListedJob[]): string[] => [
  ...new Set(jobs.map(({ name }) => name).filter((name) => !isNothing(name))),
];

type Definition = { readonly ok: true; readonly job: JobDefinition } | { readonly ok: false; readonly reason: unknown };

/**
 * Reads each name once, with limited concurrency. An abort ends everything; any other error is stored with its name.
 */
async function readDefinitions(
  odata: InventoryODataClient,
  names: readonly string[],
  {
    concurrency,
    onProgress,
    limits,
  }: { readonly concurrency: number; readonly limits: CallOptions } & Pick<ReadInventoryOptions, 'onProgress'>,
): Promise<ReadonlyMap<string, Definition>> {
  const found = new Map<string, Definition>();
  const queue = names.values();
  let failed = 0;
  const readNext = async (): Promise<void> => {
    for (const name of queue) {
      const definition = await readDefinition(odata, name, limits);
      found.set(name, definition);
      if (!definition.ok) failed += 1;
      if (onProgress) notify(onProgress, { done: found.size, total: names.length, failed });
    }
  };
  // The workers share one iterator, so each name is taken once.
  const workers = Array.from({ length: Math.min(concurrency, names.length) }, readNext);
  const results = await Promise.allSettled(workers);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return found;
}

async function readDefinition(odata: InventoryODataClient, name: string, limits: CallOptions): Promise<Definition> {
  try {
    return { ok: true, job: (await odata.jobs.get(name, limits)) as unknown as JobDefinition };
  } catch (reason) {
    if (limits.signal?.aborted) throw reason;
    const job = isUndecodable(reason) ? await readRaw(odata, name, limits) : undefined;
    return job === undefined ? { ok: false, reason } : { ok: true, job };
  }
}

/** Whether a client that was created without `undecodable: 'keep'` refused a value. */
function isUndecodable(error: unknown): boolean {
  const { reason } = error as { readonly reason?: unknown };
  return isSynclineError(error) && error.code === 'RESPONSE_FORMAT' && reason === 'value';
}

/** Reads a job with all values unchanged. Undefined if that fails too. */
async function readRaw(
  { raw }: InventoryODataClient,
  name: string,
  { signal }: CallOptions,
): Promise<JobDefinition | undefined> {
  try {
    const init = { params: { path: { JobName: name } }, ...(signal && { signal }) };
    const { data } = (await raw?.GET("/jobs('{JobName}')", init)) ?? {};
    return data as JobDefinition | undefined;
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

function toEntry(
  { name, member, workspace, isShared }: ListedJob,
  definitions: ReadonlyMap<string, Definition> | undefined,
): JobEntry {
  const id = member === undefined || isNothing(member.id) ? undefined : member.id;
  const entry = { name, id, workspace, error: member && errorOf(member) };
  if (isNothing(name)) return { ...entry, kind: 'ambiguous', because: 'no-name' };
  const definition = definitions?.get(name);
  if (definition === undefined) return { ...entry, kind: 'listed' };
  if (!definition.ok) return { ...entry, kind: 'unreadable', reason: definition.reason };
  const { job } = definition;
  const foundId = isNothing(job.JobId) ? undefined : String(job.JobId);
  if (member === undefined) return { ...entry, id: foundId, kind: 'read', job, whole: true };
  if (id !== undefined && foundId !== undefined && id !== foundId)
    return { ...entry, kind: 'ambiguous', because: 'other-id', foundId };
  // If the list has no ids at all, a name that only one workspace lists cannot belong to another job.
  if ((id === undefined || foundId === undefined) && (isShared || id !== undefined))
    return { ...entry, kind: 'ambiguous', because: 'no-id', foundId };
  return { ...entry, id: id ?? foundId, kind: 'read', job, whole: true };
}
