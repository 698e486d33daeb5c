import type { SnapshotJob } from './snapshot.ts';

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

const placeKey = ({ name, workspace }: SnapshotJob): string => JSON.stringify([workspace ?? null, name]);
