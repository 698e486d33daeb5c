import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '@syncline/core/internal';
import { contentSecurityPolicy, renderPage } from '../report/page/render-page.ts';
import { toRfc3339 } from '../insight/format-time.ts';
import type { Report } from '../report/report.ts';
import type { Monitor } from './create-monitor.ts';
import { healthOf } from './health.ts';
import type { MetricsPage } from './metrics-page.ts';
import type { MonitorResponse } from './monitor-response.ts';

/** The pages of the server. Each function receives the `Accept` header of the request. */
export type MonitorPages = Readonly<Record<string, (accept: string | undefined) => Promise<MonitorResponse>>>;

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
  readonly report: Report;
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

  const revisionNow = (): string => `${monitor.state.revision}.${Math.floor(clock.date() / timesFor)}`;
  const render = async (): Promise<MonitorResponse> => {
    const revision = revisionNow();
    if (cached?.revision !== revision) cached = { revision, report: await monitor.report() };
    const { text, isLost } = stateText(monitor);
    if (cached.response === undefined || cached.state !== text) {
      const page = renderPage(cached.report, { every: everyMs / 1_000, revision, state: text, isLost });
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
    '/state': async () => json(200, { revision: revisionNow(), ...stateText(monitor) }),
    '/metrics': (accept) => metrics.respond(accept),
    '/health': async () => {
      const health = healthOf(monitor.state, { everyMs, now: clock.date(), isStopping: isStopping() });
      return json(health.ready ? 200 : 503, health);
    },
    '/health/live': async () => json(200, { live: true }),
  };
}

/** What the page says about the monitor. */
function stateText({ state: { last, lastGood } }: Monitor): { readonly text: string; readonly isLost: boolean } {
  const at = lastGood === undefined ? undefined : toRfc3339(lastGood).slice(11, 19);
  if (last?.problem !== undefined)
    return { text: `Not read since ${at ?? 'the start'}: ${last.problem.code}`, isLost: true };
  return { text: at === undefined ? 'Reading …' : `Live, read at ${at} UTC`, isLost: false };
}
