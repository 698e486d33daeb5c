import { expect } from 'vitest';
import { Crash, CrashPlan } from '@syncline/testing';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { type Behavior, day, origin, randomOf, RunWorld, versionText } from './run-world.ts';
import { createTracker, isRunEvent, JumpingClock, optionsOf } from './tracker-set-up.ts';
import { allRuns } from './stored.ts';

/** The size of the world, and the number of restarts. */
export interface Restarts {
  readonly seed: number;
  readonly jobs: number;
  readonly days: number;
  /** The least number of processes that are killed while they work */
  readonly restarts: number;
  readonly behavior?: Behavior;
}

/**
 * Lets processes poll a world and deliver its events. Each process is killed at a random call. Then checks what the
 * consumer received: every version that a poll stored, each id for only one version, and the end of each run once.
 */
export async function restartThrough({ seed, jobs, days, restarts, behavior = {} }: Restarts) {
  const clock = new JumpingClock(origin);
  const world = new RunWorld(seed, { jobs, days }, behavior);
  const store = openSqliteStore(':memory:');
  const random = randomOf(seed);
  const delivered = new Map<string, string>();
  const ends = new Map<string, Set<string>>();
  let [crashes, deliveries] = [0, 0];
  const until = world.end + 2 * day;
  const step = (until - origin) / (2 * restarts);

  const live = async (poll: CrashPlan, delivery: CrashPlan): Promise<void> => {
    const source = poll.wrap(world.source(clock));
    const options = { ...optionsOf(source, poll.wrap(store), clock), since: origin, reconcileEvery: '12h' };
    await createTracker(options).tick();
    const consumer = createTracker({ ...options, store: delivery.wrap(store) });
    for await (const { event, ack } of consumer.events({ consumer: 'test', follow: false })) {
      deliveries += 1;
      const text = isRunEvent(event) ? `${event.type} ${versionText(event.run)}` : event.type;
      expect(delivered.get(event.id) ?? text).toBe(text);
      delivered.set(event.id, text);
      if (event.type === 'ended') {
        const ids = ends.get(event.run.key) ?? new Set();
        ends.set(event.run.key, ids.add(event.id));
      }
      if (random() < 0.9) await ack();
    }
  };
  for (let at = origin; at <= until || crashes < restarts; at += step) {
    clock.set(at);
    const planOf = (most: number): CrashPlan =>
      new CrashPlan(1 + Math.floor(random() * most), random() < 0.5 ? 'before' : 'after');
    try {
      await live(planOf(14), planOf(100));
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      crashes += 1;
    }
  }
  for (let life = 0; life < 2; life += 1) await live(new CrashPlan(), new CrashPlan());

  // Versions that a killed process had read may not be stored, so only stored versions are checked.
  const stored = await allRuns(store);
  expect(stored.map(({ key }) => key).sort()).toEqual(world.runs.map(({ key }) => key).sort());
  const texts = new Set([...delivered.values()].map((text) => text.slice(text.indexOf(' ') + 1)));
  for (const run of stored) expect(texts).toContain(versionText(run));
  for (const run of world.runs) expect(ends.get(run.key)?.size, run.key).toBe(1);
  await store.close();
  return { restarts: crashes, deliveries, events: delivered.size };
}
