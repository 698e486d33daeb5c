import { checkLists, compareCodeUnits } from '@syncline/core/internal';
import { jobFields } from '../job/job-definition.ts';
import { canonicalDefault } from './canonical-fields.ts';
import { checkCompareOptions, type CompareOptions } from './compare-options.ts';
import { type Json, printJson } from './json.ts';
import { createNameMaps, findGap, JobFinder, matchJobs, type NameMaps } from './match-jobs.ts';
import type { Snapshot, SnapshotFile, SnapshotGap, SnapshotJob } from './snapshot.ts';

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
export function compareSnapshots(before: Snapshot, after: Snapshot, given: CompareOptions = {}): SnapshotComparison {
  const options = checkCompareOptions(given);
  for (const [name, snapshot] of Object.entries({ before, after, base: options.base }))
    if (name !== 'base' || snapshot !== undefined)
      checkLists(name, snapshot as Snapshot, ['files', 'unreadable'], 'takeSnapshot or readSnapshot');
  const { environments = 'same', absentEqualsDefault = false, base } = options;
  const maps = createNameMaps(options);
  const { pairs, onlyBefore, onlyAfter } = matchJobs(before, after, maps, environments === 'same');
  const context = { maps, environments, absentEqualsDefault, ancestor: ancestorOf(base, maps) };

  const changed = pairs.flatMap(([one, other]): ChangedJob[] => {
    const fields = compareFields(one, other, context);
    return fields.length === 0 ? [] : [{ before: placeOf(one), after: placeOf(other), fields }];
  });
  const gaps = compareGaps(before, after, maps);
  const [lostAfter, lostBefore] = [
    findGap(after.unreadable),
    findGap(before.unreadable.map((gap) => mapGap(gap, maps))),
  ];
  const removed = onlyBefore.filter((job) => lostAfter(maps.job(job)) === undefined);
  const added = onlyAfter.filter((job) => lostBefore(job) === undefined);
  return {
    added: added.map((job) => ({ ...placeOf(job), changedIn: context.ancestor.sideOfOne(job, 'after') })).sort(byPlace),
    removed: removed
      .map((job) => ({ ...placeOf(job), changedIn: context.ancestor.sideOfOne(maps.job(job), 'before') }))
      .sort(byPlace),
    changed: changed.sort((a, b) => byPlace(a.before, b.before)),
    unreadable: gaps,
    unchanged: pairs.length - changed.length,
  };
}

interface FieldContext {
  readonly maps: NameMaps;
  readonly environments: 'same' | 'different';
  readonly absentEqualsDefault: boolean;
  readonly ancestor: Ancestor;
}

function compareFields(before: SnapshotFile, after: SnapshotFile, context: FieldContext): FieldChange[] {
  const { maps, environments, absentEqualsDefault, ancestor } = context;
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  const changes: FieldChange[] = [];
  for (const field of names) {
    if (jobFields.volatile.has(field) || (environments === 'different' && jobFields.perEnvironment.has(field)))
      continue;
    const [one, other] = [before.fields[field], after.fields[field]];
    const read = (value: Json | undefined, isMapped: boolean): Json | undefined => {
      const mapped = isMapped ? mapValue(field, value, before, maps) : value;
      return mapped === undefined && absentEqualsDefault ? canonicalDefault(field) : mapped;
    };
    if (isSame(read(one, true), read(other, false))) continue;
    const origin = ancestor.find(maps.job(before));
    const from = origin && read(origin.fields[field], true);
    const changedIn =
      origin === undefined
        ? undefined
        : isSame(read(one, true), from)
          ? 'after'
          : isSame(read(other, false), from)
            ? 'before'
            : 'both';
    changes.push({ field, before: one, after: other, changedIn });
  }
  return changes.sort((a, b) => compareCodeUnits(a.field, b.field));
}

/** A value of the first snapshot with the names of the second one. */
function mapValue(field: string, value: Json | undefined, job: SnapshotJob, maps: NameMaps): Json | undefined {
  if (typeof value !== 'string') return value;
  if (jobFields.connections.has(field)) return maps.connection(value);
  return field === 'JobName' ? maps.job({ ...job, name: value }).name : value;
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return printJson(one) === printJson(other);
}

/** The common base of both sides, with the names of the second one. */
interface Ancestor {
  readonly find: (job: SnapshotJob) => SnapshotFile | undefined;
  /** On which side a job that only one side has was added or removed. */
  readonly sideOfOne: (job: SnapshotJob, has: 'before' | 'after') => ChangedSide;
}

function ancestorOf(base: Snapshot | undefined, maps: NameMaps): Ancestor {
  if (base === undefined) return { find: () => undefined, sideOfOne: () => undefined };
  const mapped = new JobFinder(base.files.map((file) => ({ ...maps.job(file), file })));
  const isLost = findGap(base.unreadable.map((gap) => mapGap(gap, maps)));
  const find = (job: SnapshotJob) => mapped.find(job)?.file;
  return {
    find,
    sideOfOne: (job, has) => {
      if (isLost(job) !== undefined) return undefined;
      const [itself, other] = has === 'after' ? (['after', 'before'] as const) : (['before', 'after'] as const);
      return find(job) === undefined ? itself : other;
    },
  };
}

function compareGaps(before: Snapshot, after: Snapshot, maps: NameMaps): UncomparedJob[] {
  const inAfter = findGap(after.unreadable);
  const inBefore = findGap(before.unreadable.map((gap) => mapGap(gap, maps)));
  const lost = before.unreadable.map((gap): UncomparedJob => {
    const isLostTwice = inAfter(maps.job(gap)) !== undefined;
    return { ...placeOf(gap), unreadableIn: isLostTwice ? 'both' : 'before', because: gap.because };
  });
  const others = after.unreadable.filter((gap) => inBefore(gap) === undefined);
  const more = others.map((gap): UncomparedJob => ({ ...placeOf(gap), unreadableIn: 'after', because: gap.because }));
  return [...lost, ...more].sort(byPlace);
}

function mapGap(gap: SnapshotGap, maps: NameMaps): SnapshotGap {
  return { ...gap, ...maps.job(gap) };
}

function placeOf({ name, workspace }: SnapshotJob): SnapshotJob {
  return workspace === undefined ? { name } : { name, workspace };
}

function byPlace(one: SnapshotJob, other: SnapshotJob): number {
  return compareCodeUnits(one.workspace ?? '', other.workspace ?? '') || compareCodeUnits(one.name, other.name);
}
