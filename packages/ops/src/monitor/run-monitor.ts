import { type Clock, ConfigError, guardClock, notify } from '@syncline/core/internal';
import { parseDuration } from '@syncline/runs';
import { createMonitor, type Monitor, type MonitorConsumer, type MonitorTick } from './create-monitor.ts';
import { createMetricsPage, type MetricsPage } from './metrics-page.ts';
import { monitorPages } from './monitor-pages.ts';
import { serveMonitor } from './serve-monitor.ts';
import { counted } from '../config/counted.ts';
import { toRfc3339 } from '../insight/format-time.ts';
import { unreadableNote } from '../insight/unreadable-records.ts';
import { openStore } from '../environment/open-store.ts';
import type { QueryContext } from '../insight/query-context.ts';

/** Options of `syncline monitor`. */
export interface MonitorCommandOptions {
  /** @default '9464' */
  readonly port?: string | undefined;
  /** The address to listen on. @default '127.0.0.1', which only this machine can reach */
  readonly host?: string | undefined;
  /** Names by which others call the monitor, besides its addresses and the names of this machine. @default none */
  readonly allowHost?: readonly string[] | undefined;
  /** How often the history is read, from `'1s'` to `'1h'`. @default '1m' */
  readonly interval?: string | undefined;
  /** How far back runs are read into an empty store and shown on the page, at least `'1h'`. @default '7d' */
  readonly window?: string | undefined;
  /**
   * How often the definitions of the jobs are read, for lint and schedules: at least `'1m'`, or `'0s'` to never read them.
   * @default '6h'
   */
  readonly definitionsEvery?: string | undefined;
  /** How long another worker waits before it replaces one that failed, in PostgreSQL. @default '30s' */
  readonly lease?: string | undefined;
}

/** Functions of your program that the monitor calls. */
export interface MonitorHooks {
  /** Called after each tick, one after the other, for up to 30 seconds each. @default none */
  readonly consumers?: readonly MonitorConsumer[] | undefined;
  /** Called when the monitor listens. Errors that it throws are ignored. @default none */
  readonly onListening?: ((url: string) => unknown) | undefined;
}

/** One of the user's own programs may read events under this name, so the user must decide whether to delete them. */
const alertsEnded =
  'The store keeps all events for the consumer alerts, but the configuration no longer has the entry alerts. If none of ' +
  'your programs reads them, add alerts: { rules: [] } to the configuration, so that the store can delete old events.';

/** The time that a running tick may still take when the monitor is stopped, in milliseconds. */
const stopWithin = 10_000;

/**
 * `syncline monitor`: reads the history into the store at regular intervals, with one request each time, and serves
 * `/metrics` for Prometheus, `/health`, and a live page. If several monitors share a PostgreSQL database, one of them
 * reads, and another takes over if it ends. SIGTERM (exit status 0) and SIGINT (130) stop the monitor: it finishes the
 * tick and releases its lease.
 */
export async function monitor(
  options: MonitorCommandOptions,
  given: QueryContext,
  hooks: MonitorHooks = {},
): Promise<0 | 130> {
  const context = { ...given, clock: guardClock(given.clock) };
  const { environment, clock, signal, output } = context;
  const settings = readOptions(options);
  const { everyMs, windowMs, definitionsMs } = settings;
  const store = await openStore(environment, { create: true, lease: options.lease });
  try {
    const { consumers } = hooks;
    const own = await createMonitor({ environment, store, clock, windowMs, definitionsMs, consumers });
    const isStopping = (): boolean => signal.aborted;
    const metrics = createMetricsPage(own.metrics);
    const served = await serveMonitor(monitorPages({ monitor: own, metrics, clock, everyMs, isStopping }), settings);
    try {
      output.note(`The monitor of ${environment.name} listens on ${served.url}, and reads every ${everyMs / 1_000} s.`);
      if (environment.alerts === undefined && (await store.readCursor('alerts')) > 0) output.note(alertsEnded);
      if (hooks.onListening !== undefined) notify(hooks.onListening, served.url);
      await run(
        own,
        metrics,
        context,
        everyMs,
        environment.freshness.some(({ cron }) => cron !== undefined),
      );
    } finally {
      await served.close();
      await own.release().catch(() => undefined);
    }
  } finally {
    await store.close();
  }
  return isTermination(signal) ? 0 : 130;
}

/** Ticks until the signal is aborted. A running tick is finished. */
async function run(
  own: Monitor,
  metrics: MetricsPage,
  context: QueryContext,
  everyMs: number,
  needsSchedules: boolean,
): Promise<void> {
  const { clock, signal, output } = context;
  const late = new AbortController();
  const stop = (): void => void clock.wait(stopWithin, () => late.abort(), true);
  signal.addEventListener('abort', stop, { once: true });
  const log = new TickLog(output.note);
  // A schedule that is not known yet must not look like a job without one.
  if (needsSchedules) await own.readDefinitions(signal);
  let definitions: Promise<void> = Promise.resolve();
  while (!signal.aborted) {
    const started = clock.now();
    definitions = own.readDefinitions(signal);
    try {
      log.write(await own.tick(late.signal));
      log.writeAlerts(own.state.alerts?.problems ?? {});
      // Renders in advance, so that the next scrape need not wait. If this fails, the scrape renders again.
      metrics.refresh().catch(() => undefined);
    } catch (error) {
      if (!late.signal.aborted) throw error;
      output.note('Stopped before the current read had ended. The next monitor reads the same runs.');
    }
    await pause(clock, Math.max(0, everyMs - (clock.now() - started)), signal);
  }
  await definitions;
}

function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.wait(milliseconds, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/**
 * A line for events that matter to people: the first tick, a change of role, the begin or end of a failure, and records
 * that cannot be read as runs.
 */
class TickLog {
  readonly #write: (line: string) => void;
  #said = '';
  #unreadable: string | undefined;
  #problems: Readonly<Record<string, string>> = {};

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** @param problems - why messages are not delivered, by the name of the webhook */
  writeAlerts(problems: Readonly<Record<string, string>>): void {
    for (const [name, because] of Object.entries(problems))
      if (this.#problems[name] !== because) this.#write(`Alerts wait for ${name}: ${because}`);
    for (const name of Object.keys(this.#problems))
      if (problems[name] === undefined) this.#write(`Alerts are delivered to ${name} again`);
    this.#problems = problems;
  }

  write({ at, result, problem }: MonitorTick): void {
    const state =
      problem !== undefined
        ? `failed: ${problem.message} (${problem.code})`
        : result?.isLeader === true
          ? `read ${counted(result.rows, 'record')}; this monitor reads the history from now on`
          : 'another monitor reads the history; this one is on standby';
    const kind = problem?.code ?? String(result?.isLeader);
    const time = toRfc3339(Math.floor(at / 1_000) * 1_000);
    if (kind !== this.#said) this.#write(`${time} ${state}`);
    this.#said = kind;
    const { unreadable } = result ?? {};
    // Said once, although reads of a longer period return the same records again.
    if (problem !== undefined || unreadable?.problem === undefined || unreadable.problem === this.#unreadable) return;
    this.#unreadable = unreadable.problem;
    this.#write(`${time} ${unreadableNote({ unreadable })}`);
  }
}

/** Whether a service manager, and not a person, stopped the process. */
function isTermination({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.message === 'SIGTERM';
}

function readOptions(options: MonitorCommandOptions) {
  const { port = '9464', host = '127.0.0.1', allowHost = [], interval = '1m', window = '7d' } = options;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new ConfigError('--port', 'must be a number from 0 to 65535');
  if (host === '') throw new ConfigError('--host', 'must be the address of an interface, such as 127.0.0.1');
  for (const name of allowHost)
    if (!/^[a-z0-9._-]+$/i.test(name)) throw new ConfigError('--allow-host', 'must be a name without a port');
  const everyMs = parseDuration('--interval', interval);
  if (everyMs < 1_000 || everyMs > 3_600_000) throw new ConfigError('--interval', 'must be from 1s to 1h');
  const windowMs = parseDuration('--window', window);
  if (windowMs < 3_600_000) throw new ConfigError('--window', 'must be at least 1h');
  const definitionsMs = parseDuration('--definitions-every', options.definitionsEvery ?? '6h');
  if (definitionsMs !== 0 && definitionsMs < 60_000)
    throw new ConfigError('--definitions-every', 'must be at least 1m, or 0s to read none');
  return { port: Number(port), host, allowedHosts: allowHost, everyMs, windowMs, definitionsMs };
}
