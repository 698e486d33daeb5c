import { systemClock } from '@syncline/core/internal';

/**
 * A clock with pauses that take no real time. It stands still while `reading` is above 0, because reading takes real
 * time.
 *
 * @param start - milliseconds since 1970. @default the moment at which tests start the sandbox
 */
export function fastClock(start = Date.parse('2026-03-02T12:00:00Z')) {
  let passed = 0;
  const clock = {
    ...systemClock,
    reading: 0,
    now: () => passed,
    date: () => start + passed,
    wait: (milliseconds: number, run: () => void) => {
      const pass = (): void => {
        if (clock.reading > 0) return void (timer = setImmediate(pass));
        passed += milliseconds;
        run();
      };
      let timer = setImmediate(pass);
      return () => clearImmediate(timer);
    },
  };
  return clock;
}
