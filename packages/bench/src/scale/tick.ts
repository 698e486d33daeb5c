/**
 * Polls a store of many runs and an empty one in turns, in a process of its own, and prints how long the ticks take. With
 * each tick, 500 runs start and those of the tick before end, so that 1,000 rows change. The same rows are also written
 * by hand into the tables of the large store.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Change, createTracker, type SourceRun, type Store } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { median } from '../harness/statistics.ts';
import { classify, sourceOf } from '../runs/many-runs.ts';
import { writeByHand } from '../runs/sqlite.ts';
import { perRound, runsOfRound } from './history-service.ts';
import { interval } from './seed-store.ts';

const [file = '', jobs = '10000', rounds = '9', begin = '0'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'syncline-scale-'));
let now = Number(begin);
let runs: readonly SourceRun[] = [];
const clock = { now: () => now, date: () => now, wait: () => () => {} };
const source = sourceOf(
  () => runs,
  () => now,
);

/** What the tracker writes is kept, so that it can be written by hand, too. */
function trackRuns(store: Store) {
  let change: Change | undefined;
  const kept: Store = { ...store, write: (next) => store.write((change = next)) };
  const tracker = createTracker({ source, classify, store: kept, since: now - 3_600_000, clock });
  return { tick: () => tracker.tick(), change: () => change, close: () => store.close() };
}

const times: Record<'large' | 'empty' | 'hand', { ms: number; cpu: number }[]> = { large: [], empty: [], hand: [] };
async function timed(name: keyof typeof times, isCounted: boolean, work: () => unknown): Promise<void> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  if (isCounted) times[name].push({ ms: performance.now() - began, cpu: (user + system) / 1_000 });
}

const large = trackRuns(openSqliteStore(file, { environment: 'bench' }));
const empty = trackRuns(openSqliteStore(join(folder, 'empty.db')));
const byHand = new DatabaseSync(file);
byHand.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000');
const write = writeByHand(byHand);
const warmUp = 4;
for (let round = 1; round <= warmUp + Number(rounds); round += 1) {
  now += interval;
  runs = runsOfRound(round, {
    jobs: Number(jobs),
    base: Number(begin) - perRound,
    step: interval,
    keys: `tick-${begin}`,
  });
  const isCounted = round > warmUp;
  const order = round % 2 === 0 ? ([large, empty] as const) : ([empty, large] as const);
  for (const each of order)
    await timed(each === large ? 'large' : 'empty', isCounted, async () => {
      const { changed } = await each.tick();
      // The first tick has no runs that could end.
      if (changed !== 2 * perRound) throw new Error(`A tick changed ${changed} rows.`);
    });
  const { runs: rows = [], events = [], at = now } = large.change() ?? {};
  const copies = rows.map((run) => ({ ...run, key: `hand-${run.key}` }));
  await timed('hand', isCounted, () => write({ runs: copies, events, at }));
}
await large.close();
await empty.close();
byHand.close();
rmSync(folder, { recursive: true });
const of = (name: keyof typeof times) => ({
  ms: median(times[name].map(({ ms }) => ms)),
  cpu: median(times[name].map(({ cpu }) => cpu)),
});
const ratio = (key: 'ms' | 'cpu') =>
  median(times.large.map((each, at) => each[key] / (times.empty[at]?.[key] ?? Number.NaN)));
console.log(
  JSON.stringify({
    large: of('large'),
    empty: of('empty'),
    hand: of('hand'),
    ratio: ratio('ms'),
    cpuRatio: ratio('cpu'),
  }),
);
