import type { RunPage, RunQuery, RunSource, ServerUse, SourceRun } from '../../src/index.ts';

/** The behavior of the service of a world. */
export interface Behavior {
  /** Whether a record appears when its run starts, or only when it has ended. @default 'start' */
  readonly appear?: 'start' | 'end';
  /** The share of ended runs whose rows are corrected two days later */
  readonly corrections?: number;
  /** The share of runs that take five hours */
  readonly long?: number;
  /** Whether runs start only at full minutes, often several at the same time */
  readonly aligned?: boolean;
  readonly pageCap?: number;
  readonly nextLink?: boolean;
  readonly shuffle?: boolean;
  readonly duplicates?: number;
  /** The time in milliseconds after which a record disappears */
  readonly retention?: number;
  /** How far the service's clock is ahead of the tracker's, in milliseconds */
  readonly offset?: number;
  readonly filter?: ServerUse;
  /** Whether responses have a `Date`. @default true */
  readonly dated?: boolean;
}

export interface WorldRun {
  readonly key: string;
  readonly job: string;
  readonly start: number;
  readonly end: number;
  readonly status: 'OK' | 'FAILED';
  readonly rows: number;
  /** The time at which its rows are corrected */
  readonly correctedAt: number;
}

export const hour = 3_600_000;
export const day = 24 * hour;
export const origin = Date.parse('2026-03-02T00:00:00Z');

/** Random numbers from 0 to 1, which are the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The facts of a version that a consumer sees. They are different for every version of a run. */
export const versionText = ({
  key,
  status,
  rows,
}: {
  key: string;
  status: string;
  rows?: number | undefined;
}): string => `${key} ${status} ${rows ?? '-'}`;

/** Jobs that run for some days, and a history that shows their runs as a service would at each point in time. */
export class RunWorld {
  readonly runs: readonly WorldRun[];
  /** Every version that a read has returned */
  readonly shown = new Set<string>();
  readonly #byKey: ReadonlyMap<string, WorldRun>;
  readonly #behavior: Behavior;
  readonly #random: () => number;
  requests = 0;

  constructor(seed: number, { jobs = 5, days = 2, runsPerDay = 6 } = {}, behavior: Behavior = {}) {
    this.#random = randomOf(seed);
    this.#behavior = behavior;
    const { corrections = 0.05, long = 0.03, aligned = false } = behavior;
    const runs: WorldRun[] = [];
    for (let job = 0; job < jobs; job += 1)
      for (let index = 0; index < days * runsPerDay; index += 1) {
        const random = this.#random;
        const at = origin + ((index + random() * 0.4) * day) / runsPerDay;
        const start = aligned ? Math.floor(at / 60_000) * 60_000 : Math.floor(at);
        const end = start + Math.ceil(random() < long ? 5 * hour : random() * 0.5 * hour) + 1;
        const correctedAt = random() < corrections ? end + 2 * day : Number.POSITIVE_INFINITY;
        const status = random() < 0.1 ? 'FAILED' : 'OK';
        runs.push({
          key: `${job}-${index}`,
          job: `job ${job}`,
          start,
          end,
          status,
          rows: Math.floor(random() * 1e6),
          correctedAt,
        });
      }
    this.runs = runs.sort((left, right) => left.start - right.start);
    this.#byKey = new Map(runs.map((run) => [run.key, run]));
  }

  get end(): number {
    return Math.max(...this.runs.map(({ end }) => end));
  }

  /** The run as the service shows it at a time of its own clock, or undefined if it does not show it. */
  at(run: WorldRun, now: number): SourceRun | undefined {
    const { appear = 'start', retention = Number.POSITIVE_INFINITY } = this.#behavior;
    const isRunning = now < run.end;
    if (now < run.start || (appear === 'end' && isRunning) || run.start < now - retention) return undefined;
    const rows = isRunning ? undefined : run.rows + (now >= run.correctedAt ? 1_000_000 : 0);
    const status = isRunning ? 'RUNNING' : run.status;
    const { key, job, start } = run;
    const end = isRunning ? undefined : run.end;
    return { key, job, start, end, rows, status, error: '', record: { key, job, start, end, rows, status } };
  }

  /** All runs that the service shows at a time, in order of their start. */
  all(now: number): SourceRun[] {
    return this.runs.flatMap((run) => this.at(run, now) ?? []);
  }

  /** A source that reads this world, using the tracker's clock. */
  source(clock: { date(): number }): RunSource {
    const { pageCap, nextLink, shuffle, duplicates = 0, offset = 0, filter = 'applied', dated = true } = this.#behavior;
    return {
      kind: 'history',
      read: async (query: RunQuery): Promise<RunPage> => {
        await query.beforeRequest?.();
        const now = clock.date() + offset;
        const belongs = ({ key, start }: SourceRun): boolean =>
          query.keys ? query.keys.includes(key) : start >= query.since && start < (query.until ?? Infinity);
        const isFiltered = filter === 'applied';
        let sent = isFiltered ? this.#selected(query, now) : this.all(now);
        sent = sent.flatMap((run) => (this.#random() < duplicates ? [run, run] : [run]));
        if (shuffle)
          sent = sent
            .map((run) => ({ run, at: this.#random() }))
            .sort((a, b) => a.at - b.at)
            .map(({ run }) => run);
        const limit = query.pages === 'follow' && nextLink ? undefined : pageCap;
        const isCut = limit !== undefined && sent.length > limit;
        if (isCut) sent = sent.slice(0, limit);
        this.requests += 1;
        const runs = [...new Map(sent.filter(belongs).map((run) => [run.key, run])).values()].sort(
          (a, b) => a.start - b.start,
        );
        for (const run of runs) this.shown.add(versionText(run));
        return {
          runs,
          requests: 1,
          rows: sent.length,
          isCut: isCut && nextLink === true,
          date: dated ? now : undefined,
          unreadable: { count: 0, problem: undefined },
          filter,
          order: shuffle ? 'ignored' : 'applied',
        };
      },
    };
  }

  /** The runs of a query, found without looking at all other runs. */
  #selected({ since, until = Number.POSITIVE_INFINITY, keys }: RunQuery, now: number): SourceRun[] {
    if (keys !== undefined)
      return keys.flatMap((key) => {
        const run = this.#byKey.get(key);
        return (run && this.at(run, now)) ?? [];
      });
    let [low, high] = [0, this.runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.runs[middle] as WorldRun).start < since) low = middle + 1;
      else high = middle;
    }
    const found: SourceRun[] = [];
    for (; low < this.runs.length; low += 1) {
      const run = this.runs[low] as WorldRun;
      if (run.start >= until || run.start > now) break;
      const shown = this.at(run, now);
      if (shown !== undefined) found.push(shown);
    }
    return found;
  }
}
