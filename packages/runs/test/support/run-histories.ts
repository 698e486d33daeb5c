import fc from 'fast-check';
import {
  type HourQuery,
  type HourSummary,
  isEnded,
  type JobSummary,
  type Outcome,
  outcomes,
  type Store,
  type StoredRun,
  streamRuns,
} from '../../src/index.ts';
import { runOf, write } from './stored.ts';

const hour = 3_600_000;
/** Two hours before a month: some runs start in it and others before it, so that a whole month is pruned, too. */
const first = Date.parse('2026-02-28T22:00:00Z');

type Step =
  | { readonly runs: readonly Partial<StoredRun>[] }
  /** Hours after the first moment */
  | { readonly prune: number };

/** Few keys, jobs and moments, so that runs end, are corrected, move, meet at the same instant and are deleted. */
const run = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', '\u{1f600}', '\uffee'),
  job: fc.constantFrom('Orders', 'Orders', 'Invoices', ''),
  outcome: fc.constantFrom(...outcomes, 'succeeded', 'succeeded', 'failed') as fc.Arbitrary<Outcome>,
  start: fc.integer({ min: 0, max: 10 }).map((half) => first + (half * hour) / 2),
  end: fc.option(
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc.integer({ min: -1, max: 4 }).map((part) => first + 5 * hour + (part * hour) / 4 - part),
      },
      { weight: 1, arbitrary: fc.constant(first + 2 ** 41) },
    ),
    { nil: undefined },
  ),
  rows: fc.option(fc.constantFrom(0, 1, 7, 9, 1_000, -1, 0.5, 2 ** 41, 1e300), { nil: undefined }),
});

/** What may happen to the runs of a store: changes with some runs, and pruning. */
export const runHistories: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ runs: fc.array(run, { minLength: 1, maxLength: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ prune: fc.integer({ min: 0, max: 5 }) }) },
  ),
  { minLength: 1, maxLength: 8 },
);

let version = 0;

/** Empties the store, and makes everything happen that a history has. */
export async function play(history: readonly Step[], store: Store): Promise<void> {
  const left: StoredRun[] = [];
  for await (const runs of streamRuns(store)) left.push(...runs.filter(({ outcome }) => outcome === 'running'));
  const over = { outcome: 'failed' } as const;
  await write(store, { runs: left.map((each) => ({ ...each, ...over, version: `${(version += 1)}` })) });
  await store.prune({ before: first + 100 * hour });
  for (const step of history)
    if ('prune' in step) await store.prune({ before: first + step.prune * hour });
    else
      await write(store, {
        runs: step.runs.map((facts) => runOf(facts.key ?? '', { ...facts, version: `${(version += 1)}` })),
      });
}

interface RollUps {
  readonly jobs: readonly JobSummary[];
  readonly hours: readonly HourSummary[];
}

const all = { since: first - hour, until: first + 100 * hour, jobs: ['', 'Invoices', 'Orders'] as readonly string[] };

/** What a store says about its runs. */
export async function rollUpsOf(store: Store, period: Required<HourQuery> = all): Promise<RollUps> {
  const { since, until } = period;
  const hours = [...(await store.readHours({ since, until })), ...(await store.readHours(period))];
  return { jobs: await store.readJobs({ limit: 100 }), hours };
}

/** The same, counted by reading all runs in the plainest way. */
export async function recountOf(store: Store, jobs: readonly string[] = all.jobs): Promise<RollUps> {
  const runs: StoredRun[] = [];
  for await (const page of streamRuns(store, { first: 'oldest' })) runs.push(...page);
  const perJob = jobs.map((job) => runs.filter((each) => each.job === job));
  return {
    jobs: perJob.flatMap((list) => summaryOf(list) ?? []),
    hours: [...hoursOf(runs, undefined), ...sorted(perJob.flatMap((list) => hoursOf(list, list[0]?.job)))],
  };
}

function summaryOf(runs: readonly StoredRun[]): JobSummary | undefined {
  const last = runs.at(-1);
  if (last === undefined) return undefined;
  const ended = runs.filter(({ outcome }) => isEnded(outcome));
  const newest = ended.at(-1);
  const since = ended.findLastIndex(({ outcome }) => outcome !== newest?.outcome) + 1;
  const streak = ended.slice(since);
  const position = ({ key, start }: StoredRun) => ({ key, start });
  return {
    job: last.job,
    last: { key: last.key, start: last.start, end: last.end, outcome: last.outcome },
    running: runs.filter(({ outcome }) => outcome === 'running').length,
    lastStarts: Object.fromEntries(ended.map(({ outcome, start }) => [outcome, start])),
    streak: newest && {
      outcome: newest.outcome,
      runs: streak.length,
      first: position(streak[0] ?? newest),
      last: position(newest),
    },
  };
}

function hoursOf(runs: readonly StoredRun[], job: string | undefined): HourSummary[] {
  const byHour = new Map<number, StoredRun[]>();
  for (const each of runs) {
    const begin = Math.floor(each.start / hour) * hour;
    byHour.set(begin, [...(byHour.get(begin) ?? []), each]);
  }
  return [...byHour].map(([begin, some]) => {
    const counts: Partial<Record<Outcome, number>> = {};
    for (const { outcome } of some) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return {
      hour: begin,
      job,
      runs: counts,
      rows: some.reduce((sum, { rows = 0 }) => sum + rows, 0),
      seconds: some.reduce((sum, { start, end = start }) => sum + (end - start), 0) / 1_000,
    };
  });
}

function sorted(hours: readonly HourSummary[]): readonly HourSummary[] {
  return [...hours].sort((one, other) => one.hour - other.hour);
}
