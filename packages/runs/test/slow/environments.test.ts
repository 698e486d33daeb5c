import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runFleet } from '../support/fleet.ts';
import { noPostgres, type PostgresServer, postgresServer } from '../support/postgres-server.ts';

if (noPostgres) console.log(`skipped: environments that workers share, since ${noPostgres}`);

// `packages/ops/test/soak/environments.test.ts` does the same with twenty environments of 5,000 jobs.
describe.skipIf(noPostgres)('environments that four processes share', () => {
  let server: PostgresServer;
  beforeAll(async () => void (server = await postgresServer()));
  afterAll(() => server?.[Symbol.asyncDispose]());

  test('lose no run and end none twice when a process is killed, and another one takes over', async () => {
    const fleet = { environments: 5, jobs: 100, interval: 2_000, took: 500 };
    const options = { schema: 'fleet', workers: 4, lease: '2s', every: '200ms', overlap: '3s', ticksPerEnvironment: 4 };
    const { ticks, takeovers, killed, wrong, checked } = await runFleet(server, fleet, options);
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(100);
    expect(takeovers).toHaveLength(1);
    // A lease of two seconds, and the next look for a free environment.
    for (const ms of takeovers) expect(ms).toBeLessThan(5_000);
    expect(new Set(ticks.map(({ worker }) => worker)).size).toBe(4);
    expect(ticks.findLast(({ worker }) => worker === killed)?.at).toBeLessThan(ticks.at(-1)?.at ?? 0);
  });
});
