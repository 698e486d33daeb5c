import { describe, expect, onTestFinished, test } from 'vitest';
import { runFleet } from '../../../runs/test/support/fleet.ts';
import { noPostgres, postgresServer } from '../../../runs/test/support/postgres-server.ts';

if (noPostgres) console.log(`skipped: twenty environments, since ${noPostgres}`);

/** The middle of a list, and the value that only one in twenty exceeds. */
function summaryOf(values: readonly number[]) {
  const sorted = values.toSorted((left, right) => left - right).map(Math.round);
  return { median: sorted[sorted.length >> 1], p95: sorted[Math.floor(sorted.length * 0.95)], most: sorted.at(-1) };
}

const fleet = { environments: 20, jobs: 5_000, interval: 300_000, took: 60_000 };
const lease = 30_000;

// By hand: it takes the machine for some minutes, and its figures mean nothing beside other work.
describe.skipIf(noPostgres)('twenty environments of 5,000 jobs', () => {
  test.each([
    ['four processes, of which one is killed', 4],
    ['one process', 1],
  ])('lose nothing with %s', async (_name, workers) => {
    const server = await postgresServer();
    onTestFinished(() => server[Symbol.asyncDispose]());
    const options = { schema: 'fleet', lease: `${lease}ms`, every: '30s', overlap: '5m', ticksPerEnvironment: 6 };
    const { ticks, takeovers, wrong, checked } = await runFleet(server, fleet, { ...options, workers } as const);
    // The first tick of an environment finds it empty.
    const later = ticks.filter(
      (tick, at) => ticks.findIndex(({ environment }) => environment === tick.environment) !== at,
    );
    const mean = (of: (tick: (typeof later)[number]) => number) =>
      later.reduce((sum, tick) => sum + of(tick), 0) / later.length;
    console.log({
      workers,
      ticks: ticks.length,
      checkedRuns: checked,
      tickMs: summaryOf(later.map(({ ms }) => ms)),
      workerCpuMs: summaryOf(later.map(({ cpu }) => cpu)),
      rowsPerTick: Math.round(mean(({ rows }) => rows)),
      changedPerTick: Math.round(mean(({ changed }) => changed)),
      takenOverAfterMs: takeovers.map(Math.round),
    });
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(10_000);
    expect(takeovers).toHaveLength(workers > 1 ? 1 : 0);
    // The lease, and the time of a tick that the others are busy with.
    for (const ms of takeovers) expect(ms).toBeLessThan(lease + 5_000);
  });
});
