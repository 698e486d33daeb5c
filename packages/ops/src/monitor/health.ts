import { toRfc3339 } from '../insight/format-time.ts';
import type { MonitorState } from './create-monitor.ts';
import type { AlertsState } from './monitor-alerts.ts';

/** The response of `/health`. */
export interface Health {
  /** Whether the last successful tick is recent enough: within three intervals, or within a minute if that is longer */
  readonly ready: boolean;
  /** Whether this process reads the history, or is on standby */
  readonly role: 'leader' | 'standby' | 'starting' | 'stopping';
  /** The end of the last successful tick, as RFC 3339 */
  readonly lastGoodTick: string | null;
  readonly lastGoodTickAgeSeconds: number | null;
  readonly everySeconds: number;
  /** Why the last tick failed; null if it did not */
  readonly problem: { readonly code: string; readonly message: string } | null;
  /**
   * The state of the delivery of alerts; null if no alerts are configured. It does not affect whether the monitor is
   * ready
   */
  readonly alerts: {
    /** How many alerts wait for delivery, and how long the oldest of them has waited */
    readonly waiting: number;
    readonly oldestSeconds: number | null;
    /** Why messages to a webhook are not delivered, by its name */
    readonly problems: Readonly<Record<string, string>>;
  } | null;
}

/** The health of a monitor. It is ready while its data is recent, whichever process reads the history. */
export function healthOf(
  { last, lastGood, isLeader, alerts }: MonitorState,
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
    alerts: alerts === undefined ? null : alertsHealth(alerts, now),
  };
}

function alertsHealth({ backlog, problems }: AlertsState, now: number): Health['alerts'] {
  const oldest = Math.min(...backlog.map((each) => each.oldest));
  return {
    waiting: backlog.reduce((all, { waiting }) => all + waiting, 0),
    oldestSeconds: backlog.length === 0 ? null : Math.max(0, Math.round((now - oldest) / 1_000)),
    problems,
  };
}
