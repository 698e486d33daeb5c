import { describe, expect, test } from 'vitest';
import { usePostgres } from '../support/postgres-fixture.ts';
import { noPostgres } from '../support/postgres-server.ts';
import { runWorkers } from '../support/several-workers.ts';

const postgres = usePostgres();

describe.skipIf(noPostgres)('several workers', () => {
  test('lose no version and repeat no event when workers are paused and replaced, and the database is away for an hour', async () => {
    const tally = await runWorkers(postgres, 1, 1, 1);
    expect(tally.polls).toBeGreaterThan(20);
    expect(tally.fenced).toBeGreaterThan(3);
    expect(tally.restarts).toBe(1);
    expect(tally.away).toBe(6);
  });
});
