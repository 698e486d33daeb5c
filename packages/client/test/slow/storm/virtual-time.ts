import type { Clock } from '../../../src/index.ts';

interface Wait {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock for many calls at once. It counts the waits of the library separately from those of the test. */
export interface VirtualTime {
  readonly clock: Clock;
  /** The library's waits that have not ended */
  readonly waits: ReadonlySet<Wait>;
  /** Calls a function of the test later */
  after(milliseconds: number, callback: () => void): void;
  /** Moves the time forward to the end of the earliest wait. Returns false if nothing is waiting */
  step(): boolean;
}

export function createVirtualTime(): VirtualTime {
  let time = 0;
  const waits = new Set<Wait>();
  const ours = new Set<Wait>();
  const earliest = (): Wait | undefined => {
    let first: Wait | undefined;
    for (const set of [waits, ours])
      for (const wait of set) if (first === undefined || wait.at < first.at) first = wait;
    return first;
  };
  return {
    waits,
    clock: {
      now: () => time,
      date: () => Date.parse('2026-06-01T00:00:00Z') + time,
      wait: (milliseconds, callback) => {
        const wait = { at: time + milliseconds, callback };
        waits.add(wait);
        return () => waits.delete(wait);
      },
    },
    after: (milliseconds, callback) => void ours.add({ at: time + milliseconds, callback }),
    step: () => {
      const first = earliest();
      if (first === undefined) return false;
      waits.delete(first);
      ours.delete(first);
      time = Math.max(time, first.at);
      first.callback();
      return true;
    },
  };
}

/** The number of operations in other threads. They have to end before virtual time passes. */
let underWay = 0;
const { subtle } = globalThis.crypto;
for (const name of ['digest', 'encrypt', 'decrypt', 'importKey'] as const) {
  const original = subtle[name].bind(subtle) as (...given: unknown[]) => Promise<unknown>;
  const counted = async (...given: unknown[]): Promise<unknown> => {
    underWay += 1;
    try {
      return await original(...given);
    } finally {
      underWay -= 1;
    }
  };
  Object.defineProperty(subtle, name, { value: counted, configurable: true });
}

/** Waits until only waits for virtual time are left. */
export async function settle(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (underWay > 0);
}
