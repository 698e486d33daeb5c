/**
 * Polls many times with a virtual clock and a store of many runs, in a separate process, and prints how the memory
 * grew. Each poll finds a run that starts and one that ends.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTracker, type SourceRun, type Store } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { classify, runOf, sourceOf, start } from './many-runs.ts';

const [ticks = '10000', runs = '100000', filled] = process.argv.slice(2);
const minute = 60_000;
const mib = 1024 * 1024;
let now = start;
let recent: SourceRun[] = [];
const clock = { now: () => now, date: () => now, wait: () => () => {} };
const source = sourceOf(
  () => recent,
  () => now,
);
const trackRuns = (store: Store) =>
  createTracker({ source, classify, store, since: start, overlap: '30m', reconcileOver: '1h', clock });

/** Stores runs and ends. Stored runs need no memory unless a tracker reads them. */
async function fill(folder: string): Promise<void> {
  const store = openSqliteStore(join(folder, 'runs.db'));
  const tracker = trackRuns(store);
  for (let stored = 0; stored < Number(runs); stored += 1_000) {
    recent = Array.from({ length: Math.min(1_000, Number(runs) - stored) }, (_, n) =>
      runOf(`old ${stored + n}`, n % 1_000, start + n, 'SUCCESS', n),
    );
    // The tracker's budget is 60 requests in a minute, and only this moves the clock.
    now += 1_000;
    await tracker.tick();
    const last = (await store.readEvents(stored, 1_000)).at(-1);
    await store.acknowledge('bench', last?.position ?? 0);
  }
  await store.deleteEvents(now);
  await store.close();
}

async function poll(folder: string): Promise<void> {
  const store = openSqliteStore(join(folder, 'runs.db'));
  const tracker = trackRuns(store);
  now += Number(runs);
  let job = 0;
  const sizes: number[] = [];
  let peak = 0;
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  for (let tick = 0; tick < Number(ticks); tick += 1) {
    now += minute;
    job += 1;
    recent = recent.filter((run) => run.start > now - 3 * 3_600_000);
    const last = recent.pop();
    if (last !== undefined) recent.push(runOf(last.key, job - 1, last.start, 'SUCCESS', tick));
    recent.push(runOf(`new ${tick}`, job, now, 'RUNNING'));
    await tracker.tick();
    // A request would yield to the event loop. Without that, V8 never returns the memory after a collection.
    await new Promise((resolve) => setImmediate(resolve));
    if (tick % 100 === 99)
      for await (const { ack } of tracker.events({ consumer: 'bench', follow: false })) await ack();
    if (tick % Math.ceil(Number(ticks) / 20) === 0) {
      peak = Math.max(peak, process.memoryUsage().rss);
      globalThis.gc?.();
      const { heapUsed, rss } = process.memoryUsage();
      sizes.push(heapUsed / mib);
      // A million ticks take an hour.
      if (Number(ticks) >= 100_000)
        console.error(`${tick} ticks: heap ${(heapUsed / mib).toFixed(1)} MiB, process ${(rss / mib).toFixed(1)} MiB`);
    }
  }
  const { user, system } = process.cpuUsage(cpu);
  const half = sizes.length >> 1;
  const most = (some: readonly number[]): number => Math.max(...some);
  console.log(
    JSON.stringify({
      ticks: Number(ticks),
      stored: Number(runs) + Number(ticks),
      msPerTick: (performance.now() - began) / Number(ticks),
      cpuPerTick: (user + system) / 1_000 / Number(ticks),
      firstHalfMiB: most(sizes.slice(1, half)),
      secondHalfMiB: most(sizes.slice(half)),
      peakMiB: peak / mib,
    }),
  );
  await store.close();
}

if (filled !== undefined) await fill(filled);
else {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-ticks-'));
  try {
    // In a separate process, so that this one contains only the memory that polls need.
    execFileSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ticks, runs, folder]);
    await poll(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
