import { ConfigError } from '@syncline/core/internal';
import type { CompareOptions } from './compare-options.ts';
import type { Snapshot, SnapshotFile, SnapshotGap, SnapshotJob } from './snapshot.ts';

/** The mapping of names in the first snapshot to names in the second one. */
export interface NameMaps {
  readonly job: (job: SnapshotJob) => SnapshotJob;
  readonly connection: (name: string) => string;
}

export function createNameMaps({ names = {}, workspaces = {}, connections = {} }: CompareOptions): NameMaps {
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

/** The same job in two snapshots, or in one of them. */
export interface MatchedJobs {
  readonly pairs: readonly (readonly [before: SnapshotFile, after: SnapshotFile])[];
  readonly onlyBefore: readonly SnapshotFile[];
  readonly onlyAfter: readonly SnapshotFile[];
}

/** Finds jobs by their names. */
export class JobFinder<Job extends SnapshotJob> {
  readonly #byPlace = new Map<string, Job>();
  readonly #byName = new Map<string, Job[]>();

  constructor(jobs: readonly Job[]) {
    for (const job of jobs) {
      this.#byPlace.set(placeKey(job), job);
      const same = this.#byName.get(job.name);
      if (same === undefined) this.#byName.set(job.name, [job]);
      else same.push(job);
    }
  }

  /**
   * The job with a name in a workspace. If one side does not know its workspaces, only the name is compared, if it is
   * unique.
   */
  find(job: SnapshotJob): Job | undefined {
    const found = this.#byPlace.get(placeKey(job));
    if (found !== undefined) return found;
    const named = this.#byName.get(job.name) ?? [];
    const [only] = named;
    const isKnown = job.workspace !== undefined && only?.workspace !== undefined;
    return named.length === 1 && !isKnown ? only : undefined;
  }
}

/**
 * Matches the jobs of two snapshots by their mapped names, and within one environment also by their ids, so that a
 * renamed job is a changed job.
 *
 * @throws {ConfigError} when two jobs are mapped to one
 */
export function matchJobs(before: Snapshot, after: Snapshot, maps: NameMaps, byId: boolean): MatchedJobs {
  const finder = new JobFinder(after.files);
  const partners = new Map<SnapshotFile, SnapshotFile>();
  const taken = new Map<SnapshotFile, SnapshotFile>();
  for (const job of before.files) {
    const partner = finder.find(maps.job(job));
    if (partner === undefined) continue;
    const other = taken.get(partner);
    if (other !== undefined)
      throw new ConfigError('names', `must not map both ${quote(other)} and ${quote(job)} to ${quote(partner)}`);
    taken.set(partner, job);
    partners.set(job, partner);
  }
  if (byId) {
    const free = uniqueIds(after.files.filter((job) => !taken.has(job)));
    for (const [id, job] of uniqueIds(before.files.filter((one) => !partners.has(one)))) {
      const partner = free.get(id);
      if (partner === undefined) continue;
      partners.set(job, partner);
      taken.set(partner, job);
    }
  }
  return {
    pairs: [...partners],
    onlyBefore: before.files.filter((job) => !partners.has(job)),
    onlyAfter: after.files.filter((job) => !taken.has(job)),
  };
}

/** Whether a snapshot says that it could not read a job. */
export function findGap(gaps: readonly SnapshotGap[]): (job: SnapshotJob) => SnapshotGap | undefined {
  const finder = new JobFinder(gaps);
  return (job) => finder.find(job);
}

function uniqueIds(jobs: readonly SnapshotFile[]): ReadonlyMap<string, SnapshotFile> {
  const found = new Map<string, SnapshotFile | undefined>();
  for (const job of jobs) {
    const { JobId: id } = job.fields;
    if (typeof id === 'string' && id !== '') found.set(id, found.has(id) ? undefined : job);
  }
  return new Map([...found].flatMap(([id, job]) => (job === undefined ? [] : [[id, job] as const])));
}

const placeKey = ({ name, workspace }: SnapshotJob): string => JSON.stringify([workspace ?? null, name]);
const quote = ({ name }: SnapshotJob): string => JSON.stringify(name.slice(0, 100));
