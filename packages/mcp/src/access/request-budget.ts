import type { Clock } from '@syncline/core/internal';
import { RefusalError } from '../refusal/refusal-error.ts';

/** Limits the requests of a server. */
export interface RequestBudget {
  /** Number of requests since the start */
  readonly spent: number;
  /** Uses one request. @throws {RefusalError} when none is left, with the time until one is available */
  take(): void;
}

const minute = 60_000;

/**
 * A budget that is full at the start and refills evenly. It counts every attempt, retries included.
 *
 * @param perMinute - the maximum number of requests in a burst, and how many are added per minute
 */
export function createRequestBudget(perMinute: number, clock: Pick<Clock, 'now'>): RequestBudget {
  // A request costs a minute of credit, and each millisecond restores `perMinute`. This is as exact as the clock.
  let [credit, at, spent] = [perMinute * minute, clock.now(), 0];
  return {
    get spent() {
      return spent;
    },
    take: () => {
      const now = clock.now();
      credit = Math.min(perMinute * minute, credit + (now - at) * perMinute);
      at = now;
      if (credit < minute) {
        const seconds = Math.max(1, Math.ceil((minute - credit) / perMinute / 1000));
        throw new RefusalError(
          `The budget of ${perMinute} requests a minute is used up. Try again in ${seconds} s, or ask for less, such as one job.`,
        );
      }
      credit -= minute;
      spent += 1;
    },
  };
}
