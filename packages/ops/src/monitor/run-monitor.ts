import {
  type Clock,
  ConfigError,
  counted,
  guardClock,
  notify,
  type OptionNames,
  ownOptions,
  sleep,
  toRfc3339,
  type Transport,
} from '@syncline/core/internal';
import { type Duration, parseDuration } from '@syncline/runs';
import type { Environment } from '../environment/environment.ts';
import { openStore } from '../environment/open-store.ts';
import { unreadableNote } from '../insight/queries.ts';
import { createMetricsPage } from './metrics-page.ts';
import { Monitor, type MonitorConsumer, type MonitorTick } from './monitor.ts';
import { MonitorDoor, monitorPages, type Pages } from './pages.ts';
import { serveMonitor } from './serve-monitor.ts';

/** Options of `runMonitor`. */
export interface MonitorOptions {
  readonly environment: Environment;
  /** Stops the monitor */
  readonly signal: AbortSignal;
  /** The port to listen on; 0 for any free port. @default 9464 */
  readonly port?: number | undefined;
  /** The address to listen on. @default '127.0.0.1', which only this machine can reach */
  readonly host?: string | undefined;
  /** Names by which others call the monitor, besides its addresses and the names of this machine. @default none */
  readonly allowedHosts?: readonly string[] | undefined;
  /** How often the history is read, from `'1s'` to `'1h'`. @default '1m' */
  readonly interval?: Duration | undefined;
  /** How far back runs are read into an empty store and shown on the page, at least `'1h'`. @default '7d' */
  readonly window?: Duration | undefined;
  /**
   * How often the definitions of the jobs are read, for lint and schedules: at least `'1m'`, or `'0s'` to never read them.
   * @default '6h'
   */
  readonly definitionsEvery?: Duration | undefined;
  /** How long another worker waits before it replaces one that failed, in PostgreSQL. @default '30s' */
  readonly lease?: string | undefined;
  /** Called after each tick, one after the other, for up to 30 seconds each. @default none */
  readonly consumers?: readonly MonitorConsumer[] | undefined;
  /** Called when the monitor listens. Errors that it throws are ignored. @default none */
  readonly onListening?: ((url: string) => unknown) | undefined;
  /** Receives what people should know, such as a read that failed, one line at a time. @default none */
  readonly log?: ((line: string) => unknown) | undefined;
  /** Sends the requests to the webhooks of `alerts`. @default the platform's fetch */
  readonly fetch?: Transport | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
}

const names: OptionNames<MonitorOptions> = {
  environment: 1,
  signal: 1,
  port: 1,
  host: 1,
  allowedHosts: 1,
  interval: 1,
  window: 1,
  definitionsEvery: 1,
  lease: 1,
  consumers: 1,
  onListening: 1,
  log: 1,
  fetch: 1,
  clock: 1,
};

/** One of the user's own programs may read events under this name, so the user must decide whether to delete them. */
const alertsEnded =
  'The store keeps all events for the consumer alerts, but the configuration no longer has the entry alerts. If none of ' +
  'your programs reads them, add alerts: { rules: [] } to the configuration, so that the store can delete old events.';

/** The time that a running tick may still take when the monitor is stopped, in milliseconds. */
const stopWithin = 10_000;

/**
 * Runs a monitor until its signal is aborted: it reads the history into the store at regular intervals, with one request
 * each time, and serves `/metrics` for Prometheus, `/health`, and a live page. If several monitors share a PostgreSQL
 * database, one of them reads, and another takes over if it ends. When it is stopped, it finishes the current read and
 * the delivery of alerts, for at most 16 seconds, and releases its lease.
 *
 * @returns a promise that resolves when the monitor has stopped
 * @throws {ConfigError} when an option, the configuration or the port cannot be used
 * @throws {StateError} when the store is damaged
 *
 * @example
 * ```ts
 * import { openEnvironment } from '@syncline/ops';
 * import { runMonitor } from '@syncline/ops/monitor';
 *
 * export async function watchJobs(signal: AbortSignal) {
 *   const environment = await openEnvironment({ needs: ['odata'] });
 *   await runMonitor({ environment, signal, log: console.error });
 *   await environment.close();
 * }
 * ```
 */
export async function runMonitor(options: MonitorOptions): Promise<void> {
  const checked = ownOptions(options, names);
  const settings = readOptions(checked);
  const { environment, signal, consumers, onListening, log, fetch } = checked;
  const { clock, everyMs, windowMs, definitionsMs, host, port, allowedHosts } = settings;
  const note = (line: string): void => {
    if (log !== undefined) notify(log, line);
  };
  const door = new MonitorDoor({ environment: environment.name, everyMs, log: note });
  // First, so that it answers while the store is migrated.
  const served = await serveMonitor(door.pages, { host, port, allowedHosts });
  try {
    const onMigration = (share: number): void => door.tellMigration(share, served.url);
    const store = await openStore(environment, { create: true, lease: checked.lease, onMigration, signal });
    try {
      const watched = { environment, store, clock, windowMs, definitionsMs, consumers, fetch, log: note };
      const monitor = await Monitor.open(watched);
      const metrics = createMetricsPage(monitor.metrics);
      const pages = monitorPages({ monitor, metrics, clock, everyMs, isStopping: () => signal.aborted });
      door.open(pages.pages);
      try {
        note(`The monitor of ${environment.name} listens on ${served.url}, and reads every ${everyMs / 1_000} s.`);
        if (environment.alerts === undefined && (await store.readCursor('alerts')) > 0) note(alertsEnded);
        if (onListening !== undefined) notify(onListening, served.url);
        // A schedule that is not known yet must not look like a job without one.
        if (environment.freshness.some(({ cron }) => cron !== undefined)) await monitor.definitions.read(signal);
        await tickUntilStopped({ monitor, pages, clock, everyMs, signal, note });
      } finally {
        await served.close();
        await monitor.release().catch(() => undefined);
      }
    } finally {
      await store.close();
    }
  } catch (error) {
    // Only the migration throws the reason of the signal.
    if (!signal.aborted || error !== signal.reason) throw error;
  } finally {
    await served.close();
  }
}

/** A monitor that ticks. */
interface Ticking {
  readonly monitor: Monitor;
  readonly pages: Pages;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/** Ticks until the signal is aborted. A running tick is finished. */
async function tickUntilStopped({ monitor, pages, clock, everyMs, signal, note }: Ticking): Promise<void> {
  const late = new AbortController();
  const stop = (): void => void clock.wait(stopWithin, () => late.abort(), true);
  signal.addEventListener('abort', stop, { once: true });
  const log = new TickLog(note);
  let definitions: Promise<void> = Promise.resolve();
  while (!signal.aborted) {
    const started = clock.now();
    definitions = monitor.definitions.read(signal);
    try {
      log.write(await monitor.tick(late.signal));
      // The first tick may have found the jobs.
      definitions = monitor.definitions.read(signal);
      log.writeAlerts(monitor.state.alerts?.problems ?? {});
      // If this fails, the next tick judges, and the next request renders again.
      const refresh = (): Promise<void> => pages.refresh();
      refresh().catch(() => undefined);
      definitions.then(() => monitor.judgeNewJobs().then(refresh)).catch(() => undefined);
    } catch (error) {
      if (!late.signal.aborted) throw error;
      note('Stopped before the current read had ended. The next monitor reads the same runs.');
    }
    await sleep(clock, Math.max(0, everyMs - (clock.now() - started)), signal);
  }
  await definitions;
}

/**
 * A line for events that matter to people: the first tick, a change of role, the begin or end of a failure, and records
 * that cannot be read as runs or were read by a rule.
 */
class TickLog {
  readonly #write: (line: string) => void;
  #said = '';
  readonly #oddKinds = new Set<string>();
  #problems: Readonly<Record<string, string>> = {};

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** @param problems - why messages are not delivered, by the name of the webhook */
  writeAlerts(problems: Readonly<Record<string, string>>): void {
    for (const [name, reason] of Object.entries(problems))
      if (this.#problems[name] !== reason) this.#write(`Alerts wait for ${name}: ${reason}`);
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
    if (problem !== undefined || result === undefined) return;
    const { unreadable, readings } = result;
    const kinds = [...(unreadable.problem === undefined ? [] : [unreadable.problem]), ...Object.keys(readings)];
    // Each kind is said once, although reads of a longer period return the same records again.
    if (kinds.every((each) => this.#oddKinds.has(each))) return;
    for (const each of kinds) this.#oddKinds.add(each);
    this.#write(`${time} ${unreadableNote({ unreadable, readings })}`);
  }
}

function readOptions(options: MonitorOptions) {
  const { environment, signal, port = 9_464, host = '127.0.0.1', allowedHosts = [] } = options;
  const { interval = '1m', window = '7d', definitionsEvery = '6h' } = options;
  if (typeof environment !== 'object' || environment === null)
    throw new ConfigError('environment', 'must be an environment, as openEnvironment returns it');
  if (typeof signal?.addEventListener !== 'function') throw new ConfigError('signal', 'must be an AbortSignal');
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new ConfigError('port', 'must be a number from 0 to 65535');
  if (host === '') throw new ConfigError('host', 'must be the address of an interface, such as 127.0.0.1');
  for (const name of allowedHosts)
    if (!/^[a-z0-9._-]+$/i.test(name)) throw new ConfigError('allowedHosts', 'must be names without a port');
  const everyMs = parseDuration('interval', interval);
  if (everyMs < 1_000 || everyMs > 3_600_000) throw new ConfigError('interval', 'must be from 1s to 1h');
  const windowMs = parseDuration('window', window);
  if (windowMs < 3_600_000) throw new ConfigError('window', 'must be at least 1h');
  const definitionsMs = parseDuration('definitionsEvery', definitionsEvery);
  if (definitionsMs !== 0 && definitionsMs < 60_000)
    throw new ConfigError('definitionsEvery', 'must be at least 1m, or 0s to read none');
  return { port, host, allowedHosts, everyMs, windowMs, definitionsMs, clock: guardClock(options.clock) };
}
