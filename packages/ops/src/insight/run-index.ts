import type { FreshnessRun, RunHead, Store } from '@syncline/runs';

/** The parts of a run that freshness and the metrics need. */
export interface IndexedRun extends FreshnessRun {
  readonly key: string;
  readonly job: string;
}

const slice = 30 * 86_400_000;

/**
 * The runs of a period by their keys, and the last success of each job, however old it is. It is read from the store
 * once and then updated with events, so that judging freshness needs neither a request nor a query.
 */
export class RunIndex {
  readonly #runs = new Map<string, IndexedRun>();
  /**
   * The last success of each job before the period. It is kept even if there is a later one, which the service may
   * still correct.
   */
  readonly #olderSuccesses = new Map<string, IndexedRun>();
  readonly #jobs = new Set<string>();

  /** Adds a run, or the new version of one. */
  add({ key, job, outcome, start, end }: IndexedRun): void {
    const run = { key, job, outcome, start, end };
    this.#jobs.add(job);
    this.#runs.set(key, run);
    // It is remembered again when it is removed.
    if (this.#olderSuccesses.get(job)?.key === key) this.#olderSuccesses.delete(job);
  }

  /** Removes runs that started before a moment. The last success of each job is kept. */
  forget(before: number): void {
    for (const [key, run] of this.#runs) {
      if (run.start >= before || run.outcome === 'running') continue;
      this.#runs.delete(key);
      const last = this.#olderSuccesses.get(run.job);
      if (isSuccess(run) && (last === undefined || run.start > last.start)) this.#olderSuccesses.set(run.job, run);
    }
  }

  /** The runs and the older last successes, oldest first */
  runs(): readonly IndexedRun[] {
    const runs = [...this.#runs.values()];
    const known = new Set(runs.filter(isSuccess).map(({ job }) => job));
    const older = [...this.#olderSuccesses.values()].filter(({ job }) => !known.has(job));
    return [...older, ...runs].sort((left, right) => left.start - right.start);
  }

  /** What all runs so far call their jobs */
  get jobs(): ReadonlySet<string> {
    return this.#jobs;
  }

  /** Number of runs in the index */
  get size(): number {
    return this.#runs.size + this.#olderSuccesses.size;
  }
}

/**
 * Reads the runs of a store month by month, so that a long history needs only the memory of one month.
 *
 * @param oldest - the start of the oldest run
 */
export async function readIndex(
  store: Pick<Store, 'readHeads'>,
  oldest: number,
  now: number,
  since: number,
): Promise<RunIndex> {
  const index = new RunIndex();
  for (let from = oldest; from <= now + slice; from += slice) {
    const heads: readonly RunHead[] = await store.readHeads({ since: from, until: from + slice });
    for (const head of heads) index.add(head);
    index.forget(since);
  }
  return index;
}

/**
 * A warning counts as a success here, so that the index also works for jobs with `acceptWarned`. The policy decides
 * whether it counts.
 */
function isSuccess({ outcome }: IndexedRun): boolean {
  return outcome === 'succeeded' || outcome === 'warned';
}
