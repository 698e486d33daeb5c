import { openPostgresStore } from '@syncline/runs/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CrashPlan } from '@syncline/testing';
import { type Connected, connectPg } from '../../../runs/test/support/postgres-drivers.ts';
import { noPostgres, type PostgresServer, postgresServer } from '../../../runs/test/support/postgres-server.ts';
import {
  byJob,
  killAtEachCall,
  liveThroughWeek,
  problemsOf,
  randomOf,
  type WeekOptions,
} from '../support/alert-week.ts';

if (noPostgres !== undefined) console.log(`skipped: alerts on PostgreSQL, since ${noPostgres}`);

describe.skipIf(noPostgres !== undefined)('alerts on PostgreSQL', () => {
  let server: PostgresServer;
  let connected: Connected;
  let lives = 0;
  beforeAll(async () => {
    server = await postgresServer();
    connected = connectPg(server);
  });
  afterAll(async () => {
    await connected?.close();
    await server?.[Symbol.asyncDispose]();
  });

  /** Runs an independent week with the same times and outcomes. Its store contains nothing from other runs. */
  const live = async (options: WeekOptions) => {
    lives += 1;
    // Message ids depend on the environment, so each run uses its own schema instead of its own environment.
    const schema = `life_${lives}`;
    const store = await openPostgresStore(connected.database, { environment: 'production', schema });
    const expireClaims = async () =>
      void (await connected.database.query(`UPDATE ${schema}.outbox SET claimed_until = '-infinity'`, []));
    return liveThroughWeek({ ...options, store, expireClaims });
  };

  test('a kill at every call of alert handling and of delivery changes nothing', async () => {
    const { problems, calls, transitions } = await killAtEachCall(live, { seed: 3, jobs: 2, hours: 8 });
    expect(transitions).toBeGreaterThan(1);
    expect(problems).toEqual([]);
    console.log(`${calls} calls, ${lives} lives, ${transitions} transitions`);
  });

  test('two days of 12 jobs with many kills and a receiver that fails: nothing is lost, and nothing has two ids', async () => {
    const days = { seed: 1, jobs: 12, hours: 48 };
    const whole = await live(days);
    const random = randomOf(9);
    const plan = () => new CrashPlan(1 + Math.floor(random() * 60), random() < 0.5 ? 'before' : 'after');
    const answer = () => (random() < 0.1 ? 503 : random() < 0.05 ? ('drop' as const) : 204);
    const killed = await live({ ...days, plan, answer });
    expect(killed.processes).toBeGreaterThan(15);
    expect(problemsOf(killed.arrivals)).toEqual([]);
    expect(byJob(killed.arrivals)).toEqual(byJob(whole.arrivals));
    expect([killed.waiting, killed.open]).toEqual([[], whole.open]);
  });
});
