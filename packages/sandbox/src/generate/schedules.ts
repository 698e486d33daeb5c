import type { Random } from '../random/random.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The epoch (1 January 1970) was a Thursday. Weeks are counted from the Sunday before it. */
const sundayMs = -4 * dayMs;

/**
 * When a generated job starts: every `periodMs`, `offsetMs` after the epoch. `cron` is the same schedule as a cron
 * expression; it is empty for a manual job.
 */
export interface GeneratedSchedule {
  readonly periodMs: number;
  readonly offsetMs: number;
  readonly cron: string;
}

/** Draws a schedule: every 15 minutes, hour, six hours, day or week, or started manually from time to time. */
export function drawSchedule(random: Random): GeneratedSchedule {
  const minute = random.int(0, 59);
  const hour = random.int(0, 23);
  const day = random.int(0, 6);
  const shape = random.int(1, 100);
  if (shape <= 8) return { periodMs: 15 * minuteMs, offsetMs: 0, cron: '*/15 * * * *' };
  if (shape <= 34) return { periodMs: hourMs, offsetMs: minute * minuteMs, cron: `${minute} * * * *` };
  if (shape <= 48) return { periodMs: 6 * hourMs, offsetMs: minute * minuteMs, cron: `${minute} */6 * * *` };
  if (shape <= 80)
    return { periodMs: dayMs, offsetMs: hour * hourMs + minute * minuteMs, cron: `${minute} ${hour} * * *` };
  if (shape <= 90)
    return {
      periodMs: 7 * dayMs,
      offsetMs: sundayMs + day * dayMs + hour * hourMs + minute * minuteMs,
      cron: `${minute} ${hour} * * ${day}`,
    };
  return { periodMs: 53 * hourMs + 7 * minuteMs, offsetMs: minute * minuteMs + random.int(1, 59) * 1000, cron: '' };
}

/** The last start at or before a moment. */
export function lastStart({ periodMs, offsetMs }: GeneratedSchedule, atMs: number): number {
  return offsetMs + Math.floor((atMs - offsetMs) / periodMs) * periodMs;
}
