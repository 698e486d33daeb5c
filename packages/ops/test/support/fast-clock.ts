import { systemClock } from '@syncline/core/internal';
import { now } from './command-context.ts';

/**
 * A clock with pauses that take no real time. It stands still while a stream is read, because reading takes real time.
 */
export function fastClock() {
  let passed = 0;
  const clock = {
    ...systemClock,
    reading: 0,
    now: () => passed,
    date: () => now + passed,
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
