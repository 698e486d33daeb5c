/**
 * Polls a store of many runs and an empty one in turns, in a process of its own, and prints how long the ticks take. With
 * each tick, 500 runs start and those of the tick before end, so that 1,000 rows change. The same rows are then written
 * by hand into the tables of both stores, and the log is copied into the file after each tick, as a store does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Change, createTracker, type SourceRun, type Store } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { median } from '../harness/statistics.ts';
import { classify, runOf, sourceOf } from '../runs/many-runs.ts';
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

/** A tracker on a store, and a connection that writes the changes of its ticks again by hand. */
function trackRuns(name: 'large' | 'empty', file: string, environment: string) {
  const store = openSqliteStore(file, { environment });
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -24576');
  const write = writeByHand(database);
  const copyLog = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  // A tracker writes a tick in several parts.
  const ticks: Change[][] = [];
  const kept: Store = {
    ...store,
    write: (change) => {
      ticks.at(-1)?.push(change);
      return store.write(change);
    },
  };
  const tracker = createTracker({ source, classify, store: kept, since: now - 3_600_000, clock });
  return {
    name,
    readOpen: () => store.readOpen(Number.MAX_SAFE_INTEGER),
    tick() {
      ticks.push([]);
      return tracker.tick();
    },
    writeByHand(round: number) {
      const changes = ticks[round - 1] ?? [];
      const copies = changes.flatMap((change) => change.runs.map((run) => ({ ...run, key: `hand-${run.key}` })));
      write({ runs: copies, events: changes.flatMap(({ events }) => events), at: now });
      copyLog.get();
    },
    async close() {
      await store.close();
      database.close();
    },
  };
}

type Figure = 'large' | 'empty' | 'handLarge' | 'handEmpty';
const times: Record<Figure, { ms: number; cpu: number }[]> = { large: [], empty: [], handLarge: [], handEmpty: [] };
async function timed(name: Figure, isCounted: boolean, work: () => unknown): Promise<void> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  if (isCounted) times[name].push({ ms: performance.now() - began, cpu: (user + system) / 1_000 });
}

const large = trackRuns('large', file, 'bench');
const empty = trackRuns('empty', join(folder, 'empty.db'), 'default');
// The runs that others left open end, or the tracker would look for them in each tick.
const left = (await large.readOpen()).map(({ key, job, start }) => ({ ...runOf(key, 0, start, 'SUCCESS', 1), job }));
const warmUp = 4;
const orderOf = (round: number) => (round % 2 === 0 ? [large, empty] : [empty, large]);
for (let round = 1; round <= warmUp + Number(rounds); round += 1) {
  now += interval;
  const base = Number(begin) - perRound;
  runs = runsOfRound(round, { jobs: Number(jobs), base, step: interval, keys: `tick-${begin}` });
  if (round === 1) runs = [...left, ...runs];
  const isCounted = round > warmUp;
  for (const each of orderOf(round))
    await timed(each.name, isCounted, async () => {
      const { changed } = await each.tick();
      if (isCounted && changed !== 2 * perRound) throw new Error(`A tick changed ${changed} rows.`);
    });
}
for (let round = 1; round <= warmUp + Number(rounds); round += 1)
  for (const each of orderOf(round))
    await timed(each === large ? 'handLarge' : 'handEmpty', round > warmUp, () => each.writeByHand(round));
await large.close();
await empty.close();
rmSync(folder, { recursive: true });
const of = (name: Figure) => ({
  ms: median(times[name].map(({ ms }) => ms)),
  cpu: median(times[name].map(({ cpu }) => cpu)),
});
const ratio = (name: Figure, to: Figure, key: 'ms' | 'cpu') =>
  median(times[name].map((each, at) => each[key] / (times[to][at]?.[key] ?? Number.NaN)));
console.log(
  JSON.stringify({
    large: of('large'),
    empty: of('empty'),
    hand: of('handLarge'),
    ratio: ratio('large', 'empty', 'ms'),
    cpuRatio: ratio('large', 'empty', 'cpu'),
    handRatio: ratio('handLarge', 'handEmpty', 'ms'),
    handCpuRatio: ratio('handLarge', 'handEmpty', 'cpu'),
  }),
);
