import { toRfc3339 } from '@syncline/core/internal';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '@syncline/core/internal';
import { contentSecurityPolicy, plainPolicy, renderPage } from '../report/page/render-page.ts';
import type { FleetReport } from '../report/report.ts';
import { type FleetPage, FleetPages } from './fleet-pages.ts';
import type { MetricsPage } from './metrics-page.ts';
import type { AlertsHealth } from './monitor-alerts.ts';
import type { Problem } from './job-definitions.ts';
import type { Monitor, MonitorState } from './monitor.ts';
import type { MonitorPages, MonitorResponse } from './serve-monitor.ts';

/** The response of `/health`. */
export interface Health {
  /**
   * Whether the history was read recently enough: within three intervals, or within a minute if that is longer. On
   * standby, it is the monitor with the lease that reads it
   */
  readonly ready: boolean;
  /** Whether this process reads the history, or is on standby */
  readonly role: 'leader' | 'standby' | 'starting' | 'stopping';
  /** When the history was last read to its end, by this monitor or the one with the lease, as RFC 3339 */
  readonly lastGoodTick: string | null;
  readonly lastGoodTickAgeSeconds: number | null;
  readonly everySeconds: number;
  /** Why the last tick failed; null if it did not */
  readonly problem: Problem | null;
  /**
   * The state of the delivery of alerts; null if no alerts are configured. It does not affect whether the monitor is
   * ready
   */
  readonly alerts: {
    /** How many alerts wait for delivery, and how long the oldest of them has waited; null before the first look */
    readonly waiting: number | null;
    readonly oldestSeconds: number | null;
    /** Why messages to a webhook are not delivered, by its name */
    readonly problems: Readonly<Record<string, string>>;
  } | null;
}

/** The data of the pages. */
export interface PageContext {
  readonly monitor: Monitor;
  readonly metrics: MetricsPage;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly isStopping: () => boolean;
}

/** The last data and its rendered page. */
interface Cached {
  readonly revision: string;
  readonly report: FleetReport;
  state?: string | undefined;
  response?: MonitorResponse | undefined;
}

const pack = promisify(gzip);
/** Relative times on the page are outdated by at most this much. */
const timesFor = 60_000;

/**
 * The pages of a monitor. The report is read from the store only when it is requested and something has changed, and by
 * one request at a time.
 */
export function monitorPages({ monitor, metrics, clock, everyMs, isStopping }: PageContext): MonitorPages {
  let cached: Cached | undefined;
  let reading: Promise<MonitorResponse> | undefined;

  const isCurrent = (): boolean => isRecent(monitor.state.lastGood, everyMs, clock.date());
  const revisionNow = (): string =>
    `${monitor.state.revision}.${monitor.definitions.revision}.${Math.floor(clock.date() / timesFor)}${isCurrent() ? '' : '.stale'}`;
  const render = async (): Promise<MonitorResponse> => {
    const revision = revisionNow();
    if (cached?.revision !== revision) cached = { revision, report: await monitor.report() };
    const { text, isLost } = stateText(monitor);
    if (cached.response === undefined || cached.state !== text) {
      const page = renderPage(cached.report, {
        every: everyMs / 1_000,
        revision,
        state: text,
        isLost,
        isCurrent: isCurrent(),
      });
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `${contentSecurityPolicy(true)}; frame-ancestors 'none'`,
        'cache-control': 'no-cache',
        etag: `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`,
      };
      cached.state = text;
      cached.response = { status: 200, headers, body: page, packed: [await pack(page)] };
    }
    return cached.response;
  };
  const fleet = new FleetPages({
    ...monitor.fleet,
    state: () => ({ ...stateText(monitor), isCurrent: isCurrent() }),
  });
  const plain = async (made: Promise<FleetPage>): Promise<MonitorResponse> => {
    const { status, page } = await made;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${plainPolicy}; frame-ancestors 'none'`,
      'cache-control': 'no-cache',
    };
    return { status, headers, body: page, packed: [await pack(page)] };
  };
  const json = (status: number, value: unknown): MonitorResponse => ({
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: `${JSON.stringify(value)}\n`,
  });
  return {
    '/': () => {
      reading ??= render().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    '/jobs': (_accept, query) => plain(fleet.jobs(query)),
    '/job': (_accept, query) => plain(fleet.job(query)),
    '/run': (_accept, query) => plain(fleet.run(query)),
    '/state': async () => json(200, { revision: revisionNow(), ...stateText(monitor), isCurrent: isCurrent() }),
    '/metrics': (accept) => metrics.respond(accept),
    '/health': async () => {
      const health = healthOf(monitor.state, { everyMs, now: clock.date(), isStopping: isStopping() });
      return json(health.ready ? 200 : 503, health);
    },
    '/health/live': async () => json(200, { live: true }),
  };
}

/** What the page says about the monitor. */
function stateText({ state: { last, lastGood, isLeader } }: Monitor): {
  readonly text: string;
  readonly isLost: boolean;
} {
  const at = lastGood === undefined ? undefined : toRfc3339(lastGood).slice(11, 19);
  if (last?.problem !== undefined)
    return { text: `Not read since ${at ?? 'the start'}: ${last.problem.code}`, isLost: true };
  if (!isLeader && last !== undefined)
    return { text: `On standby, ${at === undefined ? 'not read yet' : `last read at ${at} UTC`}`, isLost: false };
  return { text: at === undefined ? 'Reading …' : `Live, read at ${at} UTC`, isLost: false };
}

/** Whether the history was read recently enough: within three intervals, or within a minute if that is longer. */
function isRecent(lastGood: number | undefined, everyMs: number, now: number): boolean {
  return lastGood !== undefined && now - lastGood <= Math.max(3 * everyMs, 60_000);
}

/** The health of a monitor. It is ready while its data is recent, whichever process reads the history. */
export function healthOf(
  { last, lastGood, isLeader, alerts }: MonitorState,
  { everyMs, now, isStopping }: { readonly everyMs: number; readonly now: number; readonly isStopping: boolean },
): Health {
  const age = lastGood === undefined ? undefined : Math.max(0, now - lastGood);
  return {
    ready: !isStopping && isRecent(lastGood, everyMs, now),
    role: isStopping ? 'stopping' : roleOf({ last, lastGood, isLeader }),
    lastGoodTick: lastGood === undefined ? null : toRfc3339(lastGood),
    lastGoodTickAgeSeconds: age === undefined ? null : Math.round(age / 1_000),
    everySeconds: everyMs / 1_000,
    problem: last?.problem ?? null,
    alerts: alerts === undefined ? null : alertsHealth(alerts, now),
  };
}

function roleOf({ last, lastGood, isLeader }: Pick<MonitorState, 'last' | 'lastGood' | 'isLeader'>): Health['role'] {
  if (lastGood === undefined && last?.result === undefined) return 'starting';
  return isLeader ? 'leader' : 'standby';
}

function alertsHealth({ backlog, problems }: AlertsHealth, now: number): Health['alerts'] {
  if (backlog === undefined) return { waiting: null, oldestSeconds: null, problems };
  const oldest = Math.min(...backlog.map((each) => each.oldest));
  return {
    waiting: backlog.reduce((all, { waiting }) => all + waiting, 0),
    oldestSeconds: backlog.length === 0 ? null : Math.max(0, Math.round((now - oldest) / 1_000)),
    problems,
  };
}
