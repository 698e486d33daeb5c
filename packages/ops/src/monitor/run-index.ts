import type { FreshnessRun, Outcome, RunHead, Store } from '@syncline/runs';

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
  readonly #lastSuccesses = new Map<string, IndexedRun>();

  /** Adds a run, or the new version of one. */
  add({ key, job, outcome, start, end }: IndexedRun): void {
    const run = { key, job, outcome, start, end };
    this.#runs.set(key, run);
    const last = this.#lastSuccesses.get(job);
    if (isSuccess(outcome)) {
      if (last === undefined || start > last.start || key === last.key) this.#lastSuccesses.set(job, run);
    } else if (key === last?.key) this.#lastSuccesses.delete(job);
  }

  /** Removes runs that started before a moment. The last success of each job is kept. */
  forget(before: number): void {
    for (const [key, { start, outcome }] of this.#runs)
      if (start < before && outcome !== 'running') this.#runs.delete(key);
  }

  /** The runs and the older last successes, oldest first */
  runs(): readonly IndexedRun[] {
    const older = [...this.#lastSuccesses.values()].filter(({ key }) => !this.#runs.has(key));
    return [...older, ...this.#runs.values()].sort((one, other) => one.start - other.start);
  }

  /** Number of runs in the index */
  get size(): number {
    return this.#runs.size + this.#lastSuccesses.size;
  }
}

/**
 * Reads the runs of a store month by month, so that a long history needs only the memory of one month.
 *
 * @param oldest - the start of the oldest run
 */
export async function readIndex(store: Store, oldest: number, now: number, since: number): Promise<RunIndex> {
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
function isSuccess(outcome: Outcome): boolean {
  return outcome === 'succeeded' || outcome === 'warned';
}
