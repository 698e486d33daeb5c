import { expect, onTestFinished, test } from 'vitest';
import { runFleet } from '../../../runs/test/support/fleet.ts';
import { noPostgres, postgresServer } from '../../../runs/test/support/postgres-server.ts';

if (noPostgres) console.log(`skipped: twenty environments, since ${noPostgres}`);

/** The middle of a list, and the value that only one in twenty exceeds. */
function summaryOf(values: readonly number[]) {
  const sorted = values.toSorted((left, right) => left - right).map(Math.round);
  return { median: sorted[sorted.length >> 1], p95: sorted[Math.floor(sorted.length * 0.95)], most: sorted.at(-1) };
}

// By hand: it takes the machine for some minutes, and its figures mean nothing beside other work.
test.skipIf(noPostgres)(
  'twenty environments of 5,000 jobs lose nothing when one of four processes is killed',
  async () => {
    const server = await postgresServer();
    onTestFinished(() => server[Symbol.asyncDispose]());
    const fleet = { environments: 20, jobs: 5_000, interval: 300_000, took: 60_000 };
    const options = { schema: 'fleet', workers: 4, lease: '30s', every: '30s', overlap: '5m', ticksPerEnvironment: 6 };
    const { ticks, takeovers, wrong, checked } = await runFleet(server, fleet, options);
    // The first tick of an environment finds it empty.
    const later = ticks.filter(
      (tick, at) => ticks.findIndex(({ environment }) => environment === tick.environment) !== at,
    );
    const mean = (of: (tick: (typeof later)[number]) => number) =>
      later.reduce((sum, tick) => sum + of(tick), 0) / later.length;
    console.log({
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
  },
);
