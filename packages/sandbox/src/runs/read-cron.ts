import { Cron } from 'croner';

/** When a job starts, in UTC. */
export interface Schedule {
  /** The first start after `milliseconds`, or undefined if there is none. */
  next(milliseconds: number): number | undefined;
}

/**
 * Parses a cron expression in UTC: five, six (seconds first) or seven fields, or a nickname such as `@daily`.
 *
 * @throws RangeError when the text is not a cron expression; its message is the rest of a sentence
 * @example
 * readCron('30 2 * * *').next(Date.parse('2026-03-01T00:00:00Z')); // 02:30 on that day
 */
export function readCron(text: string): Schedule {
  let cron: Cron;
  try {
    cron = new Cron(text, { utcOffset: 0, paused: true });
  } catch (error) {
    throw new RangeError(
      `must be a cron expression (${String((error as Error).message).replace(/^CronPattern: /, '')}), found ${JSON.stringify(text)}`,
    );
  }
  return { next: (milliseconds) => cron.nextRun(new Date(milliseconds))?.getTime() };
}
