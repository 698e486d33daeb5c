import { Cron } from 'croner';

/** When a schedule comes due, in UTC. */
export interface Schedule {
  /** The first time after `milliseconds`, or undefined when there is none. */
  next(milliseconds: number): number | undefined;
}

/**
 * The schedule of a cron string: five, six (seconds first) or seven parts, or a nickname such as `@daily`, read in UTC.
 *
 * @throws RangeError naming the text, when it is no cron string
 * @example
 * readCron('30 2 * * *').next(Date.parse('2026-03-01T00:00:00Z')); // half past two that day
 */
export function readCron(text: string): Schedule {
  let cron: Cron;
  try {
    cron = new Cron(text, { utcOffset: 0, paused: true });
  } catch (error) {
    throw new RangeError(
      `${JSON.stringify(text)} is no cron string (${String((error as Error).message).replace(/^CronPattern: /, '')})`,
    );
  }
  return { next: (milliseconds) => cron.nextRun(new Date(milliseconds))?.getTime() };
}
