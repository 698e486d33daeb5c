import { type Clock, systemClock } from '@syncline/core/internal';
import { expect } from 'vitest';
import type { ManualClock } from '@syncline/testing';
import { isFenceError, isStoreError, type RunSource, type Tracker, type TrackerEvent } from '../../src/index.ts';
import type { PostgresFixture } from './postgres-fixture.ts';
import { day, hour, origin, randomOf, RunWorld, versionText } from './run-world.ts';
import { createTracker, drain, isRunEvent, optionsOf, versionsOf } from './tracker-set-up.ts';

/** Counts of what happened to the workers during the test. */
export interface WorkerTally {
  polls: number;
  waits: number;
  fenced: number;
  replaced: number;
  restarts: number;
  /** Polls while the database was away */
  away: number;
}

/** A source that can delay its next read, which pauses the worker in the middle of its poll. */
class HeldSource implements RunSource {
  readonly kind = 'history';
  /** The versions that the reads of a poll have returned */
  readonly seen = new Set<string>();
  readonly #source: RunSource;
  #gate: Promise<void> | undefined;
  constructor(source: RunSource) {
    this.#source = source;
  }

  hold(): () => void {
    let open = (): void => {};
    this.#gate = new Promise((resolve) => (open = resolve));
    return () => {
      this.#gate = undefined;
      open();
    };
  }

  read: RunSource['read'] = async (query) => {
    const page = await this.#source.read(query);
    for (const run of page.runs) this.seen.add(versionText(run));
    await this.#gate;
    return page;
  };
}

/** A worker and the source that it reads. */
interface Worker {
  readonly source: HeldSource;
  readonly tracker: Tracker;
}

/**
 * Lets three workers poll one world with a store in PostgreSQL. At each step, one of them polls. Some workers are
 * paused in the middle of a poll until another one has taken over, and sometimes the database crashes. For an hour, it is
 * away, while the service goes on. Checks that no version is lost, that each run ends once, and that no event is stored twice.
 */
export async function runWorkers(
  postgres: PostgresFixture,
  seed: number,
  days: number,
  crashes: number,
): Promise<WorkerTally> {
  const random = randomOf(seed);
  const world = new RunWorld(seed, { jobs: 4, days }, { long: 0.2 });
  const clock = {
    date: () => now,
    now: systemClock.now,
    wait: systemClock.wait,
  } satisfies Clock as unknown as ManualClock;
  let now = origin;
  const tally: WorkerTally = { polls: 0, waits: 0, fenced: 0, replaced: 0, restarts: 0, away: 0 };
  const start = async (): Promise<Worker> => {
    const source = new HeldSource(world.source(clock));
    const store = await postgres.open();
    return { source, tracker: createTracker(optionsOf(source, store, clock)) };
  };
  const workers = await Promise.all([start(), start(), start()]);
  /** The versions that successful polls returned. The versions of a refused poll do not count. */
  const seen = new Set<string>();
  const tick = async ({ source, tracker }: Worker): Promise<void> => {
    source.seen.clear();
    await tracker.tick().then(
      ({ isLeader }) => {
        if (isLeader) for (const version of source.seen) seen.add(version);
        void (isLeader ? (tally.polls += 1) : (tally.waits += 1));
      },
      (error: unknown) => {
        if (isFenceError(error)) tally.fenced += 1;
        else if (!isStoreError(error)) throw error;
      },
    );
  };
  const pick = () => Math.floor(random() * workers.length);
  let held: { release: () => void; done: Promise<void> } | undefined;
  const crashTimes = Array.from({ length: crashes }, () => origin + random() * days * day).sort(
    (left, right) => left - right,
  );
  const outage = { from: origin + 9 * hour, until: origin + 10 * hour };
  let isAway = false;
  for (; now < world.end + 3 * day; now += (isAway ? 10 : 30) * 60_000) {
    if (now >= outage.from && now < outage.until) {
      if (!isAway) await postgres.server.stop('immediate');
      isAway = true;
      await tick(workers[pick()]!);
      tally.away += 1;
      continue;
    }
    if (isAway) await postgres.server.start();
    isAway = false;
    const index = pick();
    const worker = workers[index]!;
    const dice = random();
    if (held === undefined && dice < 0.2) {
      await postgres.expireLeases();
      const open = worker.source.hold();
      held = { release: open, done: tick(worker) };
      // Its replacement is a new worker.
      workers[index] = await start();
      tally.replaced += 1;
      continue;
    }
    if ((crashTimes[0] ?? Number.POSITIVE_INFINITY) <= now) {
      crashTimes.shift();
      const poll = tick(worker);
      await postgres.server.stop('immediate');
      await poll;
      await postgres.server.start();
      tally.restarts += 1;
    }
    if (held !== undefined || dice > 0.8) await postgres.expireLeases();
    await tick(worker);
    if (held !== undefined && random() < 0.5) {
      held.release();
      await held.done;
      held = undefined;
    }
  }
  held?.release();
  await held?.done;
  await postgres.expireLeases();
  const last = await start();
  await tick(last);
  const events: readonly TrackerEvent[] = await drain(last.tracker);
  const delivered = versionsOf(events);
  expect([...seen].filter((version) => !delivered.has(version))).toEqual([]);
  expect([...delivered].filter((version) => !world.shown.has(version))).toEqual([]);
  const ended = events
    .filter(({ type }) => type === 'ended')
    .flatMap((event) => (isRunEvent(event) ? event.run.key : []));
  expect([...ended].sort()).toEqual(world.runs.map(({ key }) => key).sort());
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  return tally;
}
