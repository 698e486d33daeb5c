import { ConfigError, type OptionNames, ownOptions, parseDuration } from '@syncline/core/internal';

/** The time as the sandbox sees it. */
export interface Clock {
  now(): Date;
  /**
   * Advances the clock by `'6h'`, `'15m'`, `'2d'` or a number of milliseconds. Runs that become due happen immediately.
   */
  advance(duration: string | number): void;
}

/**
 * Options of the clock of a sandbox.
 *
 * @example
 * createSandbox({ clock: { start: '2026-03-01T00:00:00Z' } });
 */
export interface ClockOptions {
  /** The initial time: an ISO 8601 timestamp, a Date or milliseconds. @default the current time */
  readonly start?: string | number | Date | undefined;
  /** Whether the clock runs. A clock that does not run moves only by `advance`. @default false */
  readonly running?: boolean | undefined;
}

/** The names of the options of a clock. */
export const clockOptionNames: OptionNames<ClockOptions> = { start: 1, running: 1 };

/**
 * A clock with a notification for each `advance`.
 *
 * @example
 * sandbox.clock.advance('6h'); // runs everything that becomes due
 */
export interface SandboxClock extends Clock {
  readonly running: boolean;
  /** Calls `listener` after each `advance`. Returns a function that removes it. */
  onAdvance(listener: () => void): () => void;
}

/**
 * Creates the clock of a sandbox, `offsetMs` ahead of `start`. `advance` works whether the clock runs or not. The clock
 * never goes back.
 *
 * @throws ConfigError when `start` is not a date
 * @example
 * const clock = createClock({ start: '2026-03-01T00:00:00Z' });
 * clock.advance('6h');
 * clock.now().toISOString(); // 2026-03-01T06:00:00.000Z
 */
export function createClock(options: ClockOptions = {}, offsetMs = 0): SandboxClock {
  const { start = Date.now(), running = false } = ownOptions(options, clockOptionNames, 'clock');
  const startMs = new Date(start).getTime() + offsetMs;
  if (Number.isNaN(startMs)) throw new ConfigError('clock.start', `must be a date, found ${JSON.stringify(start)}`);
  const elapsedMs = running ? (): number => performance.now() : (): number => 0;
  const zero = elapsedMs();
  const listeners = new Set<() => void>();
  let advancedMs = 0;
  return {
    running,
    now: () => new Date(startMs + advancedMs + Math.floor(elapsedMs() - zero)),
    advance(duration) {
      const milliseconds = parseDuration('duration', duration);
      if (Number.isNaN(new Date(startMs + advancedMs + milliseconds).getTime()))
        throw new ConfigError('duration', `must keep the clock within the range of dates, found ${duration}`);
      advancedMs += milliseconds;
      for (const listener of listeners) listener();
    },
    onAdvance(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
