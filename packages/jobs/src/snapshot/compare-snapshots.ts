import {
  ConfigError,
  checkBoolean,
  checkChoice,
  checkLists,
  compareCodeUnits,
  ownOptions,
} from '@syncline/core/internal';
import { jobFields } from '../job/job-definition.ts';
import {
  type Json,
  type Snapshot,
  type SnapshotFile,
  type SnapshotGap,
  type SnapshotJob,
  JobFinder,
  canonicalDefault,
  printJson,
} from './snapshot.ts';

/** Options of {@link compareSnapshots}. */
export interface CompareOptions {
  /**
   * `same`: both snapshots are of one environment at two times. `different`: they are of two environments. `JobId` and
   * `WorkspaceId` are compared only within one environment.
   *
   * @default 'same'
   */
  readonly environments?: 'same' | 'different' | undefined;
  /** Names of jobs before, with their names after. @default the same names */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Names of workspaces before, with their names after. @default the same names */
  readonly workspaces?: Readonly<Record<string, string>> | undefined;
  /**
   * Connections before, with the corresponding connections after: for `Source`, `Destination` and `StatusConnection`.
   * @default the same connections
   */
  readonly connections?: Readonly<Record<string, string>> | undefined;
  /** Whether an absent field equals one that has the default of the specification. @default false */
  readonly absentEqualsDefault?: boolean | undefined;
  /**
   * A third snapshot that both sides come from, such as that of the last release, with the names of the first one. With
   * it, each difference says which side changed.
   */
  readonly base?: Snapshot | undefined;
}

/**
 * The side that changed, compared with the common base: `before`, `after`, or `both` if both changed in different ways.
 * Undefined without a base, or if the base does not show it.
 */
export type ChangedSide = 'before' | 'after' | 'both' | undefined;

/** A field that differs. A value is undefined where the field is absent. */
export interface FieldChange {
  readonly field: string;
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  readonly changedIn: ChangedSide;
}

/** A job that both snapshots have, and that differs. */
export interface ChangedJob {
  readonly before: SnapshotJob;
  readonly after: SnapshotJob;
  /** In the order of the names of the fields */
  readonly fields: readonly FieldChange[];
}

/** A job that only one snapshot has. */
export interface OneSidedJob extends SnapshotJob {
  readonly changedIn: ChangedSide;
}

/** A job that a snapshot could not read, so that it cannot be compared. */
export interface UncomparedJob extends SnapshotJob {
  readonly unreadableIn: 'before' | 'after' | 'both';
  readonly because: string;
}

/** The differences between two snapshots. Each job is in exactly one list, or is unchanged. */
export interface SnapshotComparison {
  /** Jobs that only the second snapshot has */
  readonly added: readonly OneSidedJob[];
  /** Jobs that only the first snapshot has */
  readonly removed: readonly OneSidedJob[];
  readonly changed: readonly ChangedJob[];
  /** Jobs that could not be read on one side. They are neither added nor removed */
  readonly unreadable: readonly UncomparedJob[];
  /** How many jobs are the same on both sides */
  readonly unchanged: number;
}

/**
 * Compares two snapshots: of one environment at two times, or of two environments, with maps for different names. The
 * result distinguishes between added, removed, changed and unreadable jobs.
 *
 * @throws {ConfigError} when an option cannot be used, or two jobs are mapped to one
 * @example
 * ```ts
 * import { compareSnapshots, createInventory, takeSnapshot } from '@syncline/jobs';
 *
 * const snapshotOf = (Destination: string) =>
 *   takeSnapshot(createInventory({ jobs: [{ JobName: 'Nightly', Destination }], whole: true }));
 * const [staging, production] = [await snapshotOf('Lake (staging)'), await snapshotOf('Lake')];
 * const drift = compareSnapshots(staging, production, {
 *   environments: 'different',
 *   connections: { 'Lake (staging)': 'Lake' },
 * });
 * drift.unchanged; // 1
 * ```
 */
export function compareSnapshots(before: Snapshot, after: Snapshot, options: CompareOptions = {}): SnapshotComparison {
  const checked = checkOptions(options);
  const { environments = 'same', absentEqualsDefault = false, base } = checked;
  for (const [name, snapshot] of Object.entries({ before, after, base }))
    if (name !== 'base' || snapshot !== undefined)
      checkLists(name, snapshot as Snapshot, ['files', 'unreadable'], 'takeSnapshot or readSnapshot');
  const maps = createNameMaps(checked);
  const { pairs, onlyBefore, onlyAfter } = matchJobs(before, after, maps, environments === 'same');
  const ancestor = ancestorOf(base, maps);
  const changed = pairs.flatMap(([left, right]): ChangedJob[] => {
    const fields = compareFields(left, right, { maps, environments, absentEqualsDefault, ancestor });
    return fields.length === 0 ? [] : [{ before: placeOf(left), after: placeOf(right), fields }];
  });
  const lostBefore = new JobFinder(mapAll(before.unreadable, maps));
  const lostAfter = new JobFinder(after.unreadable);
  const oneSided = (files: readonly SnapshotFile[], side: 'before' | 'after'): OneSidedJob[] =>
    files.flatMap((file) => {
      const job = side === 'before' ? maps.job(file) : file;
      const isLost = (side === 'before' ? lostAfter : lostBefore).find(job) !== undefined;
      return isLost ? [] : [{ ...placeOf(file), changedIn: ancestor.sideOf(job, side) }];
    });
  const uncompared = [
    ...before.unreadable.map((gap): UncomparedJob => {
      const isLostTwice = lostAfter.find(maps.job(gap)) !== undefined;
      return { ...placeOf(gap), unreadableIn: isLostTwice ? 'both' : 'before', because: gap.because };
    }),
    ...after.unreadable
      .filter((gap) => lostBefore.find(gap) === undefined)
      .map((gap): UncomparedJob => ({ ...placeOf(gap), unreadableIn: 'after', because: gap.because })),
  ];
  return {
    added: oneSided(onlyAfter, 'after').sort(byPlace),
    removed: oneSided(onlyBefore, 'before').sort(byPlace),
    changed: changed.sort((left, right) => byPlace(left.before, right.before)),
    unreadable: uncompared.sort(byPlace),
    unchanged: pairs.length - changed.length,
  };
}

/** Checks the options and returns a copy of them. */
function checkOptions(options: CompareOptions): CompareOptions {
  const names = { environments: 1, names: 1, workspaces: 1, connections: 1, absentEqualsDefault: 1, base: 1 };
  const copy = ownOptions(options, names);
  checkChoice('environments', copy.environments, 'same', 'different');
  checkBoolean('absentEqualsDefault', copy.absentEqualsDefault);
  for (const option of ['names', 'workspaces', 'connections'] as const) {
    const map = copy[option];
    if (map === undefined) continue;
    if (typeof map !== 'object' || map === null || !Object.values(map).every((name) => typeof name === 'string'))
      throw new ConfigError(option, 'must map names to names');
  }
  return copy;
}

/** The mapping of names in the first snapshot to names in the second one. */
interface NameMaps {
  readonly job: (job: SnapshotJob) => SnapshotJob;
  readonly connection: (name: string) => string;
}

function createNameMaps({ names = {}, workspaces = {}, connections = {} }: CompareOptions): NameMaps {
  const through = (map: Readonly<Record<string, string>>) => (name: string) =>
    Object.hasOwn(map, name) ? (map[name] ?? name) : name;
  const [name, workspace] = [through(names), through(workspaces)];
  return {
    job: (job) => ({
      name: name(job.name),
      workspace: job.workspace === undefined ? undefined : workspace(job.workspace),
    }),
    connection: through(connections),
  };
}

const mapAll = <Job extends SnapshotJob>(jobs: readonly Job[], maps: NameMaps): Job[] =>
  jobs.map((job) => ({ ...job, ...maps.job(job) }));

/** The same job in two snapshots, or in one of them. */
interface MatchedJobs {
  readonly pairs: readonly (readonly [before: SnapshotFile, after: SnapshotFile])[];
  readonly onlyBefore: readonly SnapshotFile[];
  readonly onlyAfter: readonly SnapshotFile[];
}

/**
 * Matches the jobs of two snapshots by their mapped names, and within one environment also by their ids, so that a
 * renamed job is a changed job.
 *
 * @throws {ConfigError} when two jobs are mapped to one
 */
function matchJobs(before: Snapshot, after: Snapshot, maps: NameMaps, byId: boolean): MatchedJobs {
  const finder = new JobFinder(after.files);
  const partners = new Map<SnapshotFile, SnapshotFile>();
  const taken = new Map<SnapshotFile, SnapshotFile>();
  const pair = (job: SnapshotFile, partner: SnapshotFile): void => {
    partners.set(job, partner);
    taken.set(partner, job);
  };
  for (const job of before.files) {
    const partner = finder.find(maps.job(job));
    if (partner === undefined) continue;
    const rival = taken.get(partner);
    if (rival !== undefined)
      throw new ConfigError('names', `must not map both ${quote(rival)} and ${quote(job)} to ${quote(partner)}`);
    pair(job, partner);
  }
  if (byId) {
    const free = uniqueIds(after.files.filter((job) => !taken.has(job)));
    for (const [id, job] of uniqueIds(before.files.filter((file) => !partners.has(file)))) {
      const partner = free.get(id);
      if (partner !== undefined) pair(job, partner);
    }
  }
  return {
    pairs: [...partners],
    onlyBefore: before.files.filter((job) => !partners.has(job)),
    onlyAfter: after.files.filter((job) => !taken.has(job)),
  };
}

function uniqueIds(jobs: readonly SnapshotFile[]): ReadonlyMap<string, SnapshotFile> {
  const found = new Map<string, SnapshotFile | undefined>();
  for (const job of jobs) {
    const { JobId: id } = job.fields;
    if (typeof id === 'string' && id !== '') found.set(id, found.has(id) ? undefined : job);
  }
  return new Map([...found].flatMap(([id, job]) => (job === undefined ? [] : [[id, job] as const])));
}

const quote = ({ name }: SnapshotJob): string => JSON.stringify(name.slice(0, 100));

interface FieldContext {
  readonly maps: NameMaps;
  readonly environments: 'same' | 'different';
  readonly absentEqualsDefault: boolean;
  readonly ancestor: Ancestor;
}

function compareFields(before: SnapshotFile, after: SnapshotFile, context: FieldContext): FieldChange[] {
  const { maps, environments, absentEqualsDefault, ancestor } = context;
  const valueOf = (field: string, { fields }: SnapshotFile, isMapped: boolean): Json | undefined => {
    const value = isMapped ? mapValue(field, fields[field], before, maps) : fields[field];
    return value === undefined && absentEqualsDefault ? canonicalDefault(field) : value;
  };
  const origin = ancestor.find(maps.job(before));
  const changes: FieldChange[] = [];
  const compare = (field: string): void => {
    const [mapped, unmapped] = [valueOf(field, before, true), valueOf(field, after, false)];
    if (isSame(mapped, unmapped) || jobFields.volatile.has(field)) return;
    if (environments === 'different' && jobFields.perEnvironment.has(field)) return;
    const from = origin && valueOf(field, origin, true);
    const changedIn =
      origin === undefined ? undefined : isSame(mapped, from) ? 'after' : isSame(unmapped, from) ? 'before' : 'both';
    changes.push({ field, before: before.fields[field], after: after.fields[field], changedIn });
  };
  for (const field of Object.keys(before.fields)) compare(field);
  for (const field of Object.keys(after.fields)) if (!Object.hasOwn(before.fields, field)) compare(field);
  return changes.sort((left, right) => compareCodeUnits(left.field, right.field));
}

/** A value of the first snapshot with the names of the second one. */
function mapValue(field: string, value: Json | undefined, job: SnapshotJob, maps: NameMaps): Json | undefined {
  if (typeof value !== 'string') return value;
  if (jobFields.connections.has(field)) return maps.connection(value);
  return field === 'JobName' ? maps.job({ ...job, name: value }).name : value;
}

function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  return printJson(left) === printJson(right);
}

/** The common base of both sides, with the names of the second one. */
interface Ancestor {
  readonly find: (job: SnapshotJob) => SnapshotFile | undefined;
  /** On which side a job that only one side has was added or removed. */
  readonly sideOf: (job: SnapshotJob, has: 'before' | 'after') => ChangedSide;
}

function ancestorOf(base: Snapshot | undefined, maps: NameMaps): Ancestor {
  if (base === undefined) return { find: () => undefined, sideOf: () => undefined };
  const mapped = new JobFinder(base.files.map((file) => ({ ...maps.job(file), file })));
  const lost = new JobFinder(mapAll<SnapshotGap>(base.unreadable, maps));
  const find = (job: SnapshotJob) => mapped.find(job)?.file;
  return {
    find,
    sideOf: (job, has) => {
      if (lost.find(job) !== undefined) return undefined;
      return (find(job) === undefined) === (has === 'after') ? 'after' : 'before';
    },
  };
}

function placeOf({ name, workspace }: SnapshotJob): SnapshotJob {
  return workspace === undefined ? { name } : { name, workspace };
}

function byPlace(left: SnapshotJob, right: SnapshotJob): number {
  return compareCodeUnits(left.workspace ?? '', right.workspace ?? '') || compareCodeUnits(left.name, right.name);
}
