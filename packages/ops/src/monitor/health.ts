import { toRfc3339 } from '../print/format-time.ts';
import type { MonitorState } from './create-monitor.ts';
import type { AlertsState } from './monitor-alerts.ts';

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
  /** How the delivery of alerts is doing; null if none are configured. Whether the monitor is ready does not depend on it */
  readonly alerts: {
    /** How many alerts wait for their delivery, and for how long the oldest of them does */
    readonly waiting: number;
    readonly oldestSeconds: number | null;
    /** Why nothing arrives at a webhook, by its name */
    readonly problems: Readonly<Record<string, string>>;
  } | null;
}

/** How a monitor is doing. It is ready while what it shows is recent, whoever reads the history. */
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
