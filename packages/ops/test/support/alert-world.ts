import type { Clock } from '@syncline/core/internal';
import type { AlertStore, EventRun, Outcome, Store, StoredRun, TrackerEvent } from '@syncline/runs';
import { openSqliteStore, type SqliteStore } from '@syncline/runs/sqlite';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const origin = Date.parse('2026-03-02T00:00:00Z');

/** A clock that a test sets. It never calls back. */
export class TestClock implements Clock {
  #now: number;

  constructor(now = origin) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  date(): number {
    return this.#now;
  }

  set(now: number): void {
    this.#now = now;
  }

  wait(): () => void {
    return () => {};
  }
}

/** A store that a test fills with events, as a tracker would. Without an argument, the store is in memory. */
export function createWorld<Kept extends Store & AlertStore = SqliteStore>(
  store: Kept = openSqliteStore(':memory:', { environment: 'production' }) as SqliteStore & Kept,
) {
  const clock = new TestClock();
  let count = 0;
  /** A run that ends at a time, with its event, which tells that. */
  const endOf = (
    job: string,
    outcome: Outcome,
    at: number,
    { type = 'ended', previous, ...given }: Facts = {},
  ): { readonly run: StoredRun; readonly event: NewEvent } => {
    count += 1;
    const run = {
      key: `r${count}`,
      job,
      outcome,
      status: outcome.toUpperCase(),
      start: at - minute,
      end: at,
      version: `v${count}`,
      ...given,
    };
    const because = [{ field: 'status', value: run.status, rule: outcome }];
    const data = JSON.stringify({ type, run, because, previous });
    return {
      run: { rows: undefined, firstSeen: at, raw: JSON.stringify(run), ...run },
      event: { id: `e${count}`, type, key: run.key, at, data },
    };
  };
  /** Stores a run that ends now, together with its event, and returns the event. */
  const end = async (job: string, outcome: Outcome, facts?: Facts): Promise<TrackerEvent> => {
    const at = clock.date();
    const { run, event } = endOf(job, outcome, at, facts);
    await writeTo(store, { runs: [run], events: [event], at });
    return { ...(JSON.parse(event.data) as TrackerEvent), id: event.id, at, position: count };
  };
  /** Stores runs that have ended until now, together with their events, in one transaction as a tracker does. */
  const endAll = async (ends: readonly (readonly [job: string, outcome: Outcome, at: number])[]): Promise<void> => {
    const written = ends.map((each) => endOf(...each));
    const change = { runs: written.map(({ run }) => run), events: written.map(({ event }) => event) };
    await writeTo(store, { ...change, at: clock.date() });
  };
  return { clock, store, end, endAll };
}

/** What a test says about a run, beyond its job and outcome. */
type Facts = Partial<EventRun> & { readonly type?: TrackerEvent['type']; readonly previous?: Outcome };

type NewEvent = Parameters<Store['write']>[0]['events'][number];

async function writeTo(
  store: Store,
  change: Pick<Parameters<Store['write']>[0], 'runs' | 'events' | 'at'>,
): Promise<void> {
  const { fence = '' } = (await store.begin()) ?? {};
  await store.write({ fence, state: 's', ...change });
}
