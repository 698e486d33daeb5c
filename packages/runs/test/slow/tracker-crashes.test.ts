import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { Crash, CrashPlan } from '@syncline/testing';
import type { RunSource, Store, Tracker, TrackerOptions } from '../../src/index.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { restartThrough } from '../support/restarts.ts';
import { type Behavior, day, hour, origin, RunWorld, versionText } from '../support/run-world.ts';
import { createTracker, drain, isRunEvent, JumpingClock, optionsOf } from '../support/tracker-set-up.ts';
import { allRuns } from '../support/stored.ts';

const isCrash = (error: unknown): boolean => error instanceof Crash;

/** Polls of one world with one store. Each poll runs as a separate process. */
class Processes {
  readonly clock = new JumpingClock(origin);
  readonly store: Store = openSqliteStore(':memory:');
  readonly #source: RunSource;
  readonly #options: Partial<TrackerOptions>;

  constructor(behavior: Behavior, options: Partial<TrackerOptions> = {}) {
    this.#source = new RunWorld(3, { jobs: 3, days: 3 }, behavior).source(this.clock);
    this.#options = options;
  }

  /** Starts a simulated process. */
  start(plan = new CrashPlan()): Tracker {
    return createTracker({
      ...optionsOf(plan.wrap(this.#source), plan.wrap(this.store), this.clock),
      ...this.#options,
    });
  }

  /**
   * The runs, and the events of each run in their order. The events `gap` and `truncated` are left out, because they
   * depend on how the time was divided into reads, which may differ after a crash.
   */
  async result(): Promise<unknown> {
    const events: Record<string, string[]> = {};
    for (const { type, key, id } of await this.store.readEvents(0, 1_000_000))
      if (type !== 'gap' && type !== 'truncated') (events[key as string] ??= []).push(`${type} ${id}`);
    return { runs: await allRuns(this.store), events };
  }
}

describe('a tick that is killed at any of its calls continues without loss', () => {
  const scenarios: [string, Behavior, Partial<TrackerOptions>][] = [
    ['a first start in slices, old open runs', { long: 0.4 }, { since: '2026-02-01T00:00:00Z' }],
    ['a page cap and a wide pass', { long: 0.2, pageCap: 12, nextLink: true }, { reconcileEvery: '3h' }],
    ['a filter that is ignored', { long: 0.3, filter: 'ignored' }, {}],
    ['records that go', { retention: 3 * hour, long: 0.3 }, {}],
  ];
  const times = [30, 31, 36, 50].map((hours) => origin + hours * hour);

  test.each(scenarios)('%s', async (_name, behavior, options) => {
    const whole = new Processes(behavior, options);
    const calls: number[] = [];
    for (const time of times) {
      const plan = new CrashPlan();
      whole.clock.set(time);
      await whole.start(plan).tick();
      calls.push(plan.calls);
    }
    const expected = await whole.result();
    expect(Math.min(...calls)).toBeGreaterThan(3);

    for (const [index, count] of calls.entries())
      for (const when of ['before', 'after'] as const)
        for (let at = 1; at <= count; at += 1) {
          const killed = new Processes(behavior, options);
          for (const [other, time] of times.entries()) {
            killed.clock.set(time);
            if (other === index) await expect(killed.start(new CrashPlan(at, when)).tick()).rejects.toSatisfy(isCrash);
            await killed.start().tick();
          }
          expect(await killed.result(), `tick ${index}, ${when} call ${at}`).toEqual(expected);
        }
  });
});

test('a delivery that is killed at any of its calls is repeated with the same id', async () => {
  const processes = new Processes({ long: 0.3 });
  processes.clock.set(origin + 12 * hour);
  await processes.start().tick();
  const all = await drain(processes.start(), 'first');
  expect(all.length).toBeGreaterThan(8);
  let crashes = 0;
  for (const when of ['before', 'after'] as const)
    for (let at = 1; at < 3 * all.length; at += 1) {
      const consumer = `${when} ${at}`;
      const handled: string[] = [];
      const consume = async (plan: CrashPlan): Promise<void> => {
        for await (const { event, ack } of processes.start(plan).events({ consumer, follow: false })) {
          await plan.call(async () => void handled.push(event.id));
          await ack();
        }
      };
      await consume(new CrashPlan(at, when)).catch((error: unknown) => {
        expect(isCrash(error)).toBe(true);
        crashes += 1;
      });
      const before = handled.length;
      await consume(new CrashPlan());
      expect([...new Set(handled)]).toEqual(all.map(({ id }) => id));
      // Only the last event that the killed process handled can be repeated.
      expect(handled.length - all.length).toBeLessThanOrEqual(Math.min(1, before));
    }
  expect(crashes).toBeGreaterThan(2 * all.length);
});

test('60 restarts over a day of 40 jobs lose nothing', async () => {
  const { restarts } = await restartThrough({ seed: 1, jobs: 40, days: 1, restarts: 60 });
  expect(restarts).toBeGreaterThanOrEqual(60);
});

test('hundreds of random histories of crashes lose nothing', async () => {
  for (let seed = 10; seed < 130; seed += 1)
    await restartThrough({
      seed,
      jobs: 2,
      days: 1,
      restarts: 12,
      behavior: { long: 0.3, appear: seed % 3 ? 'start' : 'end' },
    });
});

test('a process that is really killed loses nothing (SQLite)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-'));
  try {
    const script = join(import.meta.dirname, '../support/track-until-stopped.mjs');
    const delivered = new Map<string, string>();
    let kills = 0;
    for (let process = 1; process <= 5; process += 1) {
      // On a busy machine, the signal arrives late: the process does not go far beyond the event at which it is killed.
      const events = process < 5 ? 3 * process + 2 : Number.POSITIVE_INFINITY;
      const child = spawn(
        execPath,
        ['--conditions=@syncline/source', script, join(folder, 'runs.db'), String(events)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      child.on('exit', (_code, signal) => (kills += signal === 'SIGKILL' ? 1 : 0));
      let count = 0;
      for await (const line of createInterface(child.stdout)) {
        const [id = '', ...text] = line.split(' ');
        expect(delivered.get(id) ?? text.join(' ')).toBe(text.join(' '));
        delivered.set(id, text.join(' '));
        count += 1;
        if (count === 3 * process && process < 5) child.kill('SIGKILL');
      }
    }
    expect(kills).toBe(4);
    const clock = new JumpingClock(origin);
    const world = new RunWorld(5, { jobs: 3, days: 2 });
    clock.set(world.end + day);
    const expected = world.all(clock.date()).map((run) => `ended ${versionText(run)}`);
    const ended = [...delivered.values()].filter((text) => text.startsWith('ended'));
    expect(ended.sort()).toEqual(expected.sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('events of runs and of gaps have one id each', async () => {
  const processes = new Processes({ retention: 2 * hour, long: 0.3 });
  for (const hours of [10, 40, 70]) {
    processes.clock.set(origin + hours * hour);
    await processes.start().tick();
  }
  const events = await drain(processes.start());
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(events.some(({ type }) => type === 'gap')).toBe(true);
  expect(events.some(isRunEvent)).toBe(true);
});
