import {
  createTracker,
  type RunSource,
  type Store,
  type Tracker,
  type TrackerEvent,
  type TrackerOptions,
} from '../../src/index.ts';
import { versionText } from './run-world.ts';
import { VirtualClock } from './virtual-clock.ts';
import { classify } from './wait-set-up.ts';

/** A clock that a test sets. Nothing waits on it for real: a pause moves it. */
export class JumpingClock extends VirtualClock {
  set(at: number): void {
    this.moveTo(at);
  }

  override wait(milliseconds: number, callback: () => void): () => void {
    let isCancelled = false;
    // Time limits are cancelled before their turn comes; pauses are not.
    const check = (turns: number): void => {
      if (isCancelled) return;
      if (turns > 0) return void setImmediate(check, turns - 1);
      this.moveTo(this.now() + milliseconds);
      callback();
    };
    setImmediate(check, 20);
    return () => {
      isCancelled = true;
    };
  }
}

export const optionsOf = (source: RunSource, store: Store, clock: VirtualClock): TrackerOptions => ({
  source,
  store,
  clock,
  classify,
  since: '2026-03-01T00:00:00Z',
  budget: { requestsPerMinute: 6_000 },
});

/** Reads all events that are there, and acknowledges them. */
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
