import { toRfc3339 } from '@syncline/core/internal';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '@syncline/core/internal';
import { finishInSlices } from '../pause.ts';
import { html } from '../report/html.ts';
import { idleMark } from '../report/marks.ts';
import {
  contentSecurityPolicy,
  type LivePage,
  pageSteps,
  plainPolicy,
  renderPlainPage,
} from '../report/page/render-page.ts';
import { type FleetPage, FleetPages } from './fleet-pages.ts';
import type { MetricsPage } from './metrics-page.ts';
import type { AlertsHealth } from './monitor-alerts.ts';
import { type Problem, problemOf } from './job-definitions.ts';
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

/** The first page, as it was last rendered. */
interface RenderedPage {
  readonly revision: string;
  readonly state: string;
  /** Whether its results were true when it was rendered */
  readonly isCurrent: boolean;
  readonly response: MonitorResponse;
  /** In milliseconds since 1970 */
  readonly at: number;
}

const pack = promisify(gzip);
/** The monitor renders the page again when relative times on it are outdated by this much, in milliseconds. */
const timesFor = 60_000;
/** A page that is older is not sent while the next one is rendered, in milliseconds. */
const oldestPage = 150_000;

/**
 * The first page of a monitor. It is rendered after each tick, before anybody requests it, because reading and rendering
 * 10,000 jobs takes a third of a second. A request gets the last one at once, and a new one is rendered if something has
 * changed since. It waits only if the last one is older than two minutes, or says that the monitor reads the history
 * although it does not.
 */
class OverviewPage {
  readonly #context: PageContext;
  readonly #isCurrent: () => boolean;
  /** What it says, without all that is known about the jobs, and how to render it with another state */
  #content: { readonly revision: string; readonly render: (live: LivePage) => string } | undefined;
  #rendered: RenderedPage | undefined;
  #rendering: Promise<RenderedPage> | undefined;

  constructor(context: PageContext, isCurrent: () => boolean) {
    this.#context = context;
    this.#isCurrent = isCurrent;
  }

  /** Changes when there is something new to show. */
  get revision(): string {
    const { monitor, clock } = this.#context;
    return `${monitor.state.revision}.${monitor.definitions.revision}.${Math.floor(clock.date() / timesFor)}${this.#isCurrent() ? '' : '.stale'}`;
  }

  /** The revision of the page that the next request gets, which is the newest one. */
  async shownRevision(): Promise<string> {
    const known = this.#rendered;
    if (known !== undefined && this.#isNewest(known)) return known.revision;
    return this.refresh().then(
      ({ revision }) => revision,
      () => this.revision,
    );
  }

  async respond(): Promise<MonitorResponse> {
    const known = this.#rendered;
    if (known !== undefined && this.#isNewest(known)) return known.response;
    const next = this.refresh();
    if (known === undefined || !this.#isGoodEnough(known)) {
      const page = await next;
      // It may have been begun while the monitor still read the history.
      const isTrue = this.#isNewest(page) || this.#isGoodEnough(page);
      return isTrue ? page.response : (await this.refresh()).response;
    }
    // Nobody waits for it. If it fails, the next request tries again.
    next.catch(() => undefined);
    return known.response;
  }

  /** Renders the page if there is something new to show, once at a time. */
  refresh(): Promise<RenderedPage> {
    this.#rendering ??= this.#render().finally(() => {
      this.#rendering = undefined;
    });
    return this.#rendering;
  }

  #isNewest({ revision, state }: RenderedPage): boolean {
    return revision === this.revision && state === stateText(this.#context.monitor).text;
  }

  #isGoodEnough({ isCurrent, at }: RenderedPage): boolean {
    const { monitor, clock } = this.#context;
    const age = clock.date() - at;
    return isCurrent && this.#isCurrent() && !stateText(monitor).isLost && age >= 0 && age <= oldestPage;
  }

  async #render(): Promise<RenderedPage> {
    const { monitor, clock, everyMs } = this.#context;
    const [revision, isCurrent, at] = [this.revision, this.#isCurrent(), clock.date()];
    const { text: state, isLost } = stateText(monitor);
    const live = { every: everyMs / 1_000, revision, state, isLost, isCurrent };
    // While the store cannot be read, the page shows what was last known, and says so.
    let failure: Problem | undefined;
    if (this.#content?.revision !== revision) {
      const report = await monitor.report().catch((error: unknown) => {
        if (this.#content === undefined) throw error;
        failure = problemOf(error);
        return undefined;
      });
      if (report !== undefined) this.#content = { revision, render: await finishInSlices(pageSteps(report, live)) };
    }
    const unread = failure && { state: `Store not read: ${failure.code}`, isLost: true, isCurrent: false };
    const page = this.#content!.render({ ...live, ...unread });
    const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
    const headers = { ...pageHeaders(contentSecurityPolicy(true)), etag };
    const response = { status: 200, headers, body: page, packed: [await pack(page)] };
    const rendered = { revision, state, isCurrent, at, response };
    // The next request tries again.
    if (failure === undefined) this.#rendered = rendered;
    return rendered;
  }
}

function pageHeaders(policy: string) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    'cache-control': 'no-cache',
  };
}

/** The pages of a monitor. */
export interface Pages {
  readonly pages: MonitorPages;
  /** Renders in advance what the next request will show. */
  refresh(): Promise<void>;
}

/** The paths of a monitor. */
const paths = ['/', '/jobs', '/job', '/run', '/state', '/metrics', '/health', '/health/live'] as const;

/** What a door says and to whom. */
interface DoorSettings {
  /** The name of the environment in the configuration */
  readonly environment: string;
  readonly everyMs: number;
  readonly log: (line: string) => void;
}

/**
 * The pages of a monitor from the moment it listens. Until its store is open, which takes minutes if the store has to be
 * migrated, they say what it does, and that nothing is known yet: `/health` is not ready, and all others are a 503.
 */
export class MonitorDoor {
  readonly pages: MonitorPages;
  readonly #settings: DoorSettings;
  #opened: MonitorPages | undefined;
  #doing: Problem = { code: 'STORE_OPENING', message: 'The store is being opened.' };
  /** What the log has said of the migration, in tenths */
  #said: number | undefined;

  constructor(settings: DoorSettings) {
    this.#settings = settings;
    this.pages = Object.fromEntries(
      paths.map((path) => [
        path,
        async (accept: string | undefined, query: URLSearchParams) =>
          this.#opened === undefined ? this.#waiting(path) : this.#opened[path]!(accept, query),
      ]),
    );
  }

  /** @param share - how far the migration of the store has come, from 0 to 1 */
  tellMigration(share: number, url: string): void {
    const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
    this.#doing = { code: 'STORE_MIGRATING', message: `The store is being migrated: ${percent} %.` };
    const tenths = Math.floor(percent / 10);
    if (tenths === this.#said) return;
    this.#settings.log(
      this.#said === undefined
        ? `The store has the format of an earlier version, and is being migrated: ${percent} %. ${url}/health answers meanwhile. If you stop it, the next start continues.`
        : `The store is being migrated: ${percent} %`,
    );
    this.#said = tenths;
  }

  open(pages: MonitorPages): void {
    this.#opened = pages;
  }

  #waiting(path: (typeof paths)[number]): MonitorResponse {
    if (path === '/health/live') return jsonResponse(200, { live: true });
    const nothing = { last: undefined, lastGood: undefined, isLeader: false, revision: 0 };
    const health = healthOf(nothing, { everyMs: this.#settings.everyMs, now: 0, isStopping: false });
    if (path === '/health') return jsonResponse(503, { ...health, problem: this.#doing });
    if (path === '/state' || path === '/metrics')
      return {
        status: 503,
        headers: { 'content-type': 'text/plain; charset=utf-8', ...waitingHeaders },
        body: `${this.#doing.message}\n`,
      };
    return waitingPage(this.#settings.environment, this.#doing.message);
  }
}

/** A grey page for the time in which nothing can be read. It loads again by itself. */
function waitingPage(environment: string, why: string): MonitorResponse {
  const body = html`<section class="headline"><div class="answer">${idleMark()}<div><h1>Not ready yet</h1><p>${why} Nothing is known about the jobs until then. This page loads again by itself.</p></div></div></section>`;
  const state = { text: 'No answer now', isLost: true, isCurrent: false };
  const page = renderPlainPage({ title: 'Not ready yet', environment, path: [], state, body });
  return { status: 503, headers: { ...pageHeaders(plainPolicy), ...waitingHeaders }, body: page };
}

const waitingHeaders = {
  'cache-control': 'no-store',
  'retry-after': '5',
  refresh: '5',
};

function jsonResponse(status: number, value: unknown): MonitorResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: `${JSON.stringify(value)}\n`,
  };
}

/** Creates the pages of a monitor. */
export function monitorPages(context: PageContext): Pages {
  const { monitor, metrics, clock, everyMs, isStopping } = context;
  const times = (): Moment => ({ now: clock.date(), monotonic: clock.now() });
  const isCurrent = (): boolean => isRecent(monitor.state, everyMs, times());
  const overview = new OverviewPage(context, isCurrent);
  const fleet = new FleetPages({
    ...monitor.fleet,
    state: () => ({ ...stateText(monitor), isCurrent: isCurrent() }),
  });
  const waiting = (error: unknown): MonitorResponse =>
    waitingPage(monitor.fleet.environment.name, problemOf(error).message);
  const plain = (made: Promise<FleetPage>): Promise<MonitorResponse> =>
    made.then(
      async ({ status, page }) => ({
        status,
        headers: pageHeaders(plainPolicy),
        body: page,
        packed: [await pack(page)],
      }),
      waiting,
    );
  const pages: Record<(typeof paths)[number], MonitorPages[string]> = {
    '/': () => overview.respond().catch(waiting),
    '/jobs': (_accept, query) => plain(fleet.jobs(query)),
    '/job': (_accept, query) => plain(fleet.job(query)),
    '/run': (_accept, query) => plain(fleet.run(query)),
    '/state': async () =>
      jsonResponse(200, { revision: await overview.shownRevision(), ...stateText(monitor), isCurrent: isCurrent() }),
    '/metrics': (accept) => metrics.respond(accept),
    '/health': async () => {
      const health = healthOf(monitor.state, { everyMs, ...times(), isStopping: isStopping() });
      return jsonResponse(health.ready ? 200 : 503, health);
    },
    '/health/live': async () => jsonResponse(200, { live: true }),
  };
  return {
    pages,
    refresh: async () => {
      await metrics.refresh();
      await overview.refresh();
    },
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

/** The present by the clock of the machine, which people and time servers set, and by the one that never jumps. */
interface Moment {
  readonly now: number;
  /** @default it is not known */
  readonly monotonic?: number | undefined;
}

/**
 * Whether the last successful tick is recent enough: within three intervals, or within a minute if that is longer. By
 * both clocks: the one of the machine may be set back an hour, and the other one stops while the machine sleeps.
 */
function isRecent(
  { lastGood, lastGoodMonotonic }: Pick<MonitorState, 'lastGood' | 'lastGoodMonotonic'>,
  everyMs: number,
  { now, monotonic }: Moment,
): boolean {
  if (lastGood === undefined) return false;
  const steady = monotonic === undefined || lastGoodMonotonic === undefined ? 0 : monotonic - lastGoodMonotonic;
  return Math.max(now - lastGood, steady) <= Math.max(3 * everyMs, 60_000);
}

/** The health of a monitor. It is ready while its data is recent, whichever process reads the history. */
export function healthOf(
  { last, lastGood, lastGoodMonotonic, isLeader, alerts }: MonitorState,
  { everyMs, now, monotonic, isStopping }: Moment & { readonly everyMs: number; readonly isStopping: boolean },
): Health {
  const age = lastGood === undefined ? undefined : Math.max(0, now - lastGood);
  return {
    ready: !isStopping && isRecent({ lastGood, lastGoodMonotonic }, everyMs, { now, monotonic }),
    role: isStopping
      ? 'stopping'
      : lastGood === undefined && last?.result === undefined
        ? 'starting'
        : isLeader
          ? 'leader'
          : 'standby',
    lastGoodTick: lastGood === undefined ? null : toRfc3339(lastGood),
    lastGoodTickAgeSeconds: age === undefined ? null : Math.round(age / 1_000),
    everySeconds: everyMs / 1_000,
    problem: last?.problem ?? null,
    alerts: alerts === undefined ? null : alertsHealth(alerts, now),
  };
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
