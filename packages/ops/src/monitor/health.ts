import { toRfc3339 } from '../print/format-time.ts';
import type { MonitorState } from './create-monitor.ts';

/** What `/health` says. */
export interface Health {
  /** Whether the last tick that did not fail is recent enough: within three intervals, and at least a minute */
  readonly ready: boolean;
  /** Whether this process reads the history, or waits for the one that does */
  readonly role: 'leader' | 'standby' | 'starting' | 'stopping';
  /** The end of the last tick that did not fail, as RFC 3339 */
  readonly lastGoodTick: string | null;
  readonly lastGoodTickAgeSeconds: number | null;
  readonly everySeconds: number;
  /** Why the last tick failed; null if it did not */
  readonly problem: { readonly code: string; readonly message: string } | null;
}

/** How a monitor is doing. It is ready while what it shows is recent, whoever reads the history. */
export function healthOf(
  { last, lastGood, isLeader }: MonitorState,
  { everyMs, now, isStopping }: { readonly everyMs: number; readonly now: number; readonly isStopping: boolean },
): Health {
  const age = lastGood === undefined ? undefined : Math.max(0, now - lastGood);
  return {
    ready: !isStopping && age !== undefined && age <= Math.max(3 * everyMs, 60_000),
    role: isStopping ? 'stopping' : lastGood === undefined ? 'starting' : isLeader ? 'leader' : 'standby',
    lastGoodTick: lastGood === undefined ? null : toRfc3339(lastGood),
    lastGoodTickAgeSeconds: age === undefined ? null : Math.round(age / 1_000),
    everySeconds: everyMs / 1_000,
    problem: last?.problem ?? null,
  };
}
