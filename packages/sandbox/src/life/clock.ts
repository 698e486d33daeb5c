import type { Clock } from '../contract.ts';
import { ConfigError } from '../errors/config-error.ts';
import { parseDuration } from './duration.ts';

/**
 * How the clock of a sandbox is set.
 *
 * @example
 * createSandbox({ clock: { start: '2026-03-01T00:00:00Z' } });
 */
export interface ClockOptions {
  /** Where it begins: an ISO 8601 timestamp, a Date or milliseconds. @default the time of the machine */
  readonly start?: string | number | Date;
  /** Whether it goes on by itself; one that does not stands still until `advance`. @default false */
  readonly running?: boolean;
}

/**
 * A clock that tells when it was moved by hand.
 *
 * @example
 * sandbox.clock.advance('6h'); // runs at once all that falls due
 */
export interface SandboxClock extends Clock {
  readonly running: boolean;
  /** Calls `listener` after each `advance`; the answer ends that. */
  onAdvance(listener: () => void): () => void;
}

/**
 * The clock of a sandbox. `advance` moves a real and a virtual one alike; neither goes back.
 *
 * @throws ConfigError when `start` is no date, or a duration is none
 * @example
 * const clock = createClock({ start: '2026-03-01T00:00:00Z' });
 * clock.advance('6h');
 * clock.now().toISOString(); // 2026-03-01T06:00:00.000Z
 */
export function createClock({ start = Date.now(), running = false }: ClockOptions = {}): SandboxClock {
  const begun = new Date(start).getTime();
  if (Number.isNaN(begun)) throw new ConfigError('clock.start', `${JSON.stringify(start)} is no date`);
  const machine = running ? (): number => performance.now() : (): number => 0;
  const zero = machine();
  const listeners = new Set<() => void>();
  let advanced = 0;
  return {
    running,
    now: () => new Date(begun + advanced + Math.floor(machine() - zero)),
    advance(duration) {
      const milliseconds = parseDuration(duration);
      if (Number.isNaN(new Date(begun + advanced + milliseconds).getTime()))
        throw new ConfigError('duration', `advancing by ${duration} leaves the range of dates`);
      advanced += milliseconds;
      for (const listener of listeners) listener();
    },
    onAdvance(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
