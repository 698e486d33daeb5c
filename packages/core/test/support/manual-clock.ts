import type { Clock } from '../../src/internal.ts';

/** A clock that stands still until a test moves it. */
export const createManualClock = () => {
  let time = 0;
  const waits: number[] = [];
  const pending = new Set<{ at: number; callback: () => void }>();
  const clock: Clock = {
    now: () => time,
    date: () => Date.parse('2026-06-01T00:00:00Z') + time,
    wait: (milliseconds, callback) => {
      waits.push(milliseconds);
      const entry = { at: time + milliseconds, callback };
      pending.add(entry);
      return () => pending.delete(entry);
    },
  };
  return {
    clock,
    /** The length of every wait, in order */
    waits,
    /** The waits that have not ended */
    pending,
    /** Moves the time forward without ending a wait */
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Moves the time forward to the end of the earliest wait, and ends it */
    step: () => {
      const [first] = [...pending].sort((one, other) => one.at - other.at);
      if (first === undefined) throw new Error('nothing waits');
      pending.delete(first);
      time = Math.max(time, first.at);
      first.callback();
    },
  };
};
