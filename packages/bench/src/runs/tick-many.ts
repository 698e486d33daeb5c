/**
 * Polls with a virtual clock many times on a store that holds many runs, in a process of its own, and prints how the
 * memory grew. Each poll finds a run that starts and one that ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTracker, type SourceRun } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { classify, runOf, sourceOf, start } from './many-runs.ts';

const [ticks = '10000', runs = '100000'] = process.argv.slice(2);
const minute = 60_000;
const mib = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'syncline-ticks-'));
const store = openSqliteStore(join(folder, 'runs.db'));
try {
  let now = start;
  let recent: SourceRun[] = [];
  let job = 0;
  const clock = { now: () => now, date: () => now, wait: () => () => {} };
  const tracker = createTracker({
    source: sourceOf(
      () => recent,
      () => now,
    ),
    classify,
    store,
    since: start,
    overlap: '30m',
    reconcileOver: '1h',
    clock,
  });
  // What is stored before costs no memory unless the tracker reads it.
  for (let stored = 0; stored < Number(runs); stored += 10_000) {
    recent = Array.from({ length: Math.min(10_000, Number(runs) - stored) }, (_, n) =>
      runOf(`old ${stored + n}`, n % 1_000, start + n, 'SUCCESS', n),
    );
    await tracker.tick();
  }
  recent = [];
  const sizes: number[] = [];
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  for (let tick = 0; tick < Number(ticks); tick += 1) {
    now += minute;
    job += 1;
    recent = recent.filter((run) => run.start > now - 3 * 3_600_000);
    const last = recent.pop();
    if (last !== undefined) recent.push(runOf(last.key, job - 1, last.start, 'SUCCESS', tick));
    recent.push(runOf(`new ${tick}`, job, now, 'RUNNING'));
    await tracker.tick();
    if (tick % 100 === 99)
      for await (const { ack } of tracker.events({ consumer: 'bench', follow: false })) await ack();
    if (tick % Math.ceil(Number(ticks) / 20) === 0) {
      globalThis.gc?.();
      sizes.push(process.memoryUsage().heapUsed / mib);
    }
  }
  const { user, system } = process.cpuUsage(cpu);
  const half = sizes.length >> 1;
  const most = (some: readonly number[]): number => Math.max(...some);
  console.log(
    JSON.stringify({
      ticks: Number(ticks),
      stored: (await store.readHeads({})).length,
      msPerTick: (performance.now() - began) / Number(ticks),
      cpuPerTick: (user + system) / 1_000 / Number(ticks),
      firstHalfMiB: most(sizes.slice(1, half)),
      secondHalfMiB: most(sizes.slice(half)),
      peakMiB: process.resourceUsage().maxRSS / 1024,
    }),
  );
} finally {
  await store.close();
  rmSync(folder, { recursive: true });
}
