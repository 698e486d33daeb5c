import { ManualClock } from '@syncline/testing';
import {
  createTracker,
  type RunQuery,
  type SourceRun,
  type RunSource,
  type Store,
  type Tracker,
  type TrackerEvent,
  type TrackerOptions,
} from '../../src/index.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { origin, versionText } from './run-world.ts';
import { classify } from './wait-set-up.ts';

/** A clock that a test sets. A pause moves the clock instead of waiting in real time. */
export class JumpingClock extends ManualClock {
  set(at: number): void {
    this.moveTo(at);
  }

  override wait(milliseconds: number, callback: () => void): () => void {
    let isCancelled = false;
    // Time limits are cancelled before these turns are over. Pauses are not cancelled.
    const check = (turns: number): void => {
      if (isCancelled) return;
      if (turns > 0) return this.whenIdle(() => void setImmediate(check, turns - 1));
      this.pass(milliseconds);
      callback();
    };
    setImmediate(check, 20);
    return () => {
      isCancelled = true;
    };
  }
}

export const optionsOf = (source: RunSource, store: Store, clock: ManualClock): TrackerOptions => ({
  source,
  store,
  clock,
  classify,
  since: '2026-03-02T00:00:00Z',
  budget: { requestsPerMinute: 6_000 },
});

/** Reads and acknowledges all stored events. */
export async function drain(tracker: Tracker, consumer = 'test'): Promise<TrackerEvent[]> {
  const events: TrackerEvent[] = [];
  for await (const { event, ack } of tracker.events({ consumer, follow: false })) {
    events.push(event);
    await ack();
  }
  return events;
}

export const isRunEvent = (event: TrackerEvent): event is Extract<TrackerEvent, { run: unknown }> => 'run' in event;
export const versionsOf = (events: readonly TrackerEvent[]): Set<string> =>
  new Set(events.filter(isRunEvent).map(({ run }) => versionText(run)));

export { classify, createTracker };

/** A store in memory. */
export function memory(): Store {
  return openSqliteStore(':memory:');
}
/** A tracker on a clock that the test sets, with a store in memory. */
export function setUp(source: (clock: JumpingClock) => RunSource, options: Partial<TrackerOptions> = {}) {
  const clock = new JumpingClock(origin);
  const store = options.store ?? memory();
  const complete = { ...optionsOf(source(clock), store, clock), ...options } as TrackerOptions;
  return { clock, store, options: complete, tracker: createTracker(complete) };
}

/** A source that returns the runs and the service time that a test sets. */
export function manual(given: { runs?: SourceRun[]; date?: number | undefined } = {}) {
  const state = {
    runs: given.runs ?? [],
    date: ('date' in given ? given.date : origin) as number | undefined,
    queries: [] as RunQuery[],
  };
  const source: RunSource = {
    kind: 'history',
    read: async (query) => {
      state.queries.push(query);
      const runs = state.runs
        .filter(({ key, start }) =>
          query.keys ? query.keys.includes(key) : start >= query.since && start < (query.until ?? Infinity),
        )
        .sort((left, right) => left.start - right.start);
      const page = { requests: 1, rows: runs.length, unreadable: { count: 0, problem: undefined } };
      return { ...page, runs, date: state.date, filter: 'applied' };
    },
  };
  return { state, source };
}
export const runAt = (key: string, start: number, status = 'OK'): SourceRun => ({
  key,
  job: 'j',
  start,
  end: undefined,
  rows: undefined,
  status,
  error: '',
  record: { key, start, status },
});
export const typesOf = (events: readonly TrackerEvent[]) =>
  events.map(
    (event) =>
      `${event.type} ${isRunEvent(event) ? `${event.run.key} ${event.run.outcome}` : 'key' in event ? event.key : ''}`,
  );
