import {
  backoffDelay,
  type Clock,
  ConfigError,
  guard,
  isConfigError,
  platformFetch,
  type Transport,
  withTimeLimit,
} from '@syncline/core/internal';
import type { AlertStore, ClaimedMessage, MessageStatus } from '@syncline/runs';
import type { WebhookTarget } from '../config/alert-schema.ts';
import { type Attempt, checkWebhookUrl, type Receiver, sendMessage } from './send-message.ts';
import { keysOf } from './webhooks/standard-webhooks.ts';

/** Options of a sender. */
export interface SenderOptions {
  /** The store whose outbox is delivered */
  readonly store: AlertStore;
  /** The receivers, by name */
  readonly webhooks: Readonly<Record<string, WebhookTarget>>;
  /** Sends the requests. @default the platform's fetch */
  readonly fetch?: Transport | undefined;
  /** The time limit for one attempt, in milliseconds. @default 15,000 */
  readonly timeout?: number | undefined;
  /**
   * How long the delivery of a message is retried, in milliseconds. After that, the message is set aside as `expired`.
   *
   * @default 7 days
   */
  readonly keepFor?: number | undefined;
  /** Returns numbers from 0 to 1 for random pauses. @default Math.random */
  readonly random?: (() => number) | undefined;
  readonly clock: Clock;
}

/** Number of messages by result. */
export interface DeliveryCounts {
  readonly delivered: number;
  /** Attempts that failed and will be repeated */
  readonly failed: number;
  /** Messages that are not retried, because the receiver refused them or they are too old */
  readonly setAside: number;
}

/** The result of a delivery. */
export interface DeliveryResult extends DeliveryCounts {
  /** The same for each receiver, by name. Receivers to which nothing was sent are left out */
  readonly webhooks: Readonly<Record<string, DeliveryCounts>>;
  /** Why the last attempt at each receiver failed, by its name. It contains no text from the receiver */
  readonly problems: Readonly<Record<string, string>>;
  /** When to deliver again at the latest, in milliseconds since 1970; undefined if nothing failed */
  readonly nextAt: number | undefined;
}

/**
 * The pauses after failures, in milliseconds: up to 5 s after the first one, twice as long after each further one, and
 * at most 10 minutes.
 */
const pauses = { baseMs: 5_000, capMs: 600_000 };
const shortestPause = 1_000;
const longestPause = 86_400_000;
/** How often a message is sent to a receiver that refuses it. */
const maxRefusals = 3;
/** Maximum number of concurrent requests. */
const atOnce = 8;
const week = 7 * 86_400_000;
/** How long messages are kept after their delivery has ended. */
const keepSettled = week;

/** What this process knows about a receiver. */
interface Health {
  /** How many rounds in a row have failed */
  failures: number;
  /** When the next attempt may be made, in milliseconds since 1970 */
  pausedUntil: number;
  isGone: boolean;
}

/**
 * Delivers the messages in the outbox of a store. The store owns the messages: a claim gives one to this process for a
 * while. This object owns only what it has learned about each receiver, which a restart forgets. A delivery reads and
 * changes it in rounds, one delivery at a time.
 *
 * A receiver that is down gets every message later: after a pause of up to 10 minutes it gets one message, and when it
 * accepts this message, it gets the rest. Messages about one job arrive in order; a message may arrive twice, with the
 * same id.
 *
 * | Response | What happens |
 * |---|---|
 * | 2xx | The message is delivered |
 * | 410 | The receiver's messages are set aside as `gone`. It gets no more until the process restarts |
 * | 400, 413, 415, 422 | After 3 tries, the message is set aside as `refused`, so that later ones can be sent |
 * | Anything else, or no response | After a pause of at least `Retry-After`, it is tried again, for up to `keepFor` |
 */
export class WebhookSender {
  readonly #store: AlertStore;
  readonly #webhooks: Readonly<Record<string, WebhookTarget>>;
  readonly #transport: Transport;
  readonly #timeout: number;
  readonly #keepFor: number;
  readonly #random: () => number;
  readonly #clock: Clock;
  readonly #health: ReadonlyMap<string, Health>;
  #deletedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<DeliveryResult> | undefined;

  /** @throws {ConfigError} when a receiver cannot be used. The message shows neither an address nor a secret */
  constructor(options: SenderOptions) {
    const { store, webhooks, fetch = platformFetch, timeout = 15_000, keepFor = week, random = Math.random } = options;
    checkTargets(webhooks);
    this.#store = store;
    this.#webhooks = webhooks;
    this.#transport = fetch;
    this.#timeout = timeout;
    this.#keepFor = keepFor;
    this.#random = random;
    this.#clock = options.clock;
    this.#health = new Map(
      Object.keys(webhooks).map((name): [string, Health] => [name, { failures: 0, pausedUntil: 0, isGone: false }]),
    );
  }

  /**
   * Looks up every address and every secret once, without sending anything.
   *
   * @throws {ConfigError} when one cannot be looked up, or cannot be used
   */
  async check(): Promise<void> {
    for (const name of Object.keys(this.#webhooks))
      keysOf(`webhooks.${name}.secrets`, (await this.#openReceiver(name)).secrets);
  }

  /**
   * Delivers everything that is due, the messages of each job and receiver in order. Call it when there are new
   * messages, and every few seconds. While it runs, another call returns the same promise.
   *
   * @throws {StoreError} when the store fails. Nothing is lost: a message that was sent but not marked as delivered is
   * sent again, with the same id
   */
  deliver(signal?: AbortSignal): Promise<DeliveryResult> {
    this.#running ??= this.#deliver(signal).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #deliver(signal: AbortSignal | undefined): Promise<DeliveryResult> {
    const tally = new Tally();
    const receivers = new Map<string, Promise<Receiver>>();
    const receiverOf = (name: string): Promise<Receiver> => {
      const known = receivers.get(name) ?? this.#openReceiver(name);
      receivers.set(name, known);
      return known;
    };
    while (signal?.aborted !== true) {
      const claimed = await this.#claim();
      if (claimed.length === 0) break;
      const attempts = await Promise.all(
        claimed.map(async (message) => ({ message, attempt: await this.#attempt(message, receiverOf, signal) })),
      );
      const now = this.#clock.date();
      this.#rest(attempts, now);
      for (const { message, attempt } of attempts) await this.#settle(message, attempt, now, tally);
    }
    await this.#deleteSettled();
    const now = this.#clock.date();
    for (const { pausedUntil } of this.#health.values()) if (pausedUntil > now) tally.retryAt(pausedUntil);
    return tally.result();
  }

  /** The messages of one round. */
  async #claim(): Promise<readonly ClaimedMessage[]> {
    const now = this.#clock.date();
    const awake = [...this.#health].filter(([, { isGone, pausedUntil }]) => !isGone && pausedUntil <= now);
    const sound = awake.filter(([, { failures }]) => failures === 0).map(([name]) => name);
    const claim = (targets: readonly string[], limit: number): Promise<readonly ClaimedMessage[]> =>
      targets.length === 0
        ? Promise.resolve([])
        : this.#store.claimMessages({ targets, now: this.#clock.date(), lease: 2 * this.#timeout + 30_000, limit });
    const claimed = [await claim(sound, atOnce)];
    // One message is enough to find out whether a receiver is up again.
    for (const [name, { failures }] of awake) if (failures > 0) claimed.push(await claim([name], 1));
    return claimed.flat();
  }

  async #attempt(
    message: ClaimedMessage,
    receiverOf: (name: string) => Promise<Receiver>,
    signal: AbortSignal | undefined,
  ): Promise<Attempt> {
    const context = { transport: this.#transport, clock: this.#clock, timeout: this.#timeout, signal };
    try {
      return await sendMessage(await receiverOf(message.target), message, context);
    } catch (error) {
      return isConfigError(error) ? { result: 'failed', because: error.message } : stopped;
    }
  }

  /**
   * A receiver gets a pause after a round with a failed attempt. The more rounds failed completely, the longer the
   * pause.
   */
  #rest(attempts: readonly { readonly message: ClaimedMessage; readonly attempt: Attempt }[], now: number): void {
    for (const [name, health] of this.#health) {
      const results = attempts
        .filter(({ message, attempt }) => message.target === name && attempt !== stopped)
        .map(({ attempt }) => attempt);
      const failed = results.filter(({ result }) => result === 'failed');
      if (results.length === 0) continue;
      health.failures = failed.length === results.length ? health.failures + 1 : 0;
      if (failed.length === 0) continue;
      const requested = failed.map(({ retryAfter = 0 }) => retryAfter);
      health.pausedUntil = now + this.#pause(Math.max(1, health.failures), Math.max(...requested));
    }
  }

  /** Stores the result of an attempt. */
  async #settle(message: ClaimedMessage, attempt: Attempt, now: number, tally: Tally): Promise<void> {
    const { target } = message;
    const { result, because, retryAfter = 0 } = attempt;
    const health = this.#health.get(target) ?? { failures: 0, pausedUntil: 0, isGone: false };
    if (because !== undefined) tally.problems.set(target, because);
    const attempts = message.attempts + 1;
    const status = statusOf(result, attempts, now - message.at > this.#keepFor);
    const retryAt = result === 'failed' ? Math.max(now, health.pausedUntil) : now + this.#pause(attempts, retryAfter);
    if (status === 'waiting') tally.retryAt(retryAt);
    if (!(await this.#store.settleMessage(message, { status, at: now, retryAt, because }))) return;
    tally.add(target, status === 'delivered' ? 'delivered' : status === 'waiting' ? 'failed' : 'setAside');
    if (status !== 'gone') return;
    health.isGone = true;
    tally.add(target, 'setAside', await this.#store.abandonMessages(target, { at: now, because }));
  }

  #pause(failures: number, requested: number): number {
    const pause = Math.max(shortestPause, requested, backoffDelay(failures, pauses, this.#random));
    return Math.min(pause, longestPause);
  }

  async #deleteSettled(): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#deletedAt < 3_600_000) return;
    await this.#store.deleteMessages(this.#clock.date() - keepSettled);
    this.#deletedAt = now;
  }

  /**
   * Looks up the address of a receiver.
   *
   * @throws {ConfigError} when a function of the caller fails, hangs or returns an invalid value
   */
  async #openReceiver(name: string): Promise<Receiver> {
    const { url, secrets } = this.#webhooks[name] ?? { url: '', secrets: [] };
    const read = <Value>(option: string, value: Value | (() => PromiseLike<Value> | Value)): Promise<Value> => {
      const fail = (thrown: unknown): never => {
        throw isConfigError(thrown)
          ? thrown
          : new ConfigError(option, 'must be a function that returns it, and failed');
      };
      const call = async (): Promise<Value> =>
        typeof value === 'function' ? guard<Value>(value as () => Value, fail) : value;
      const late = () => new ConfigError(option, `must be a function that returns within ${this.#timeout} ms`);
      return withTimeLimit(this.#clock, this.#timeout, call, late);
    };
    const address = checkWebhookUrl(`webhooks.${name}.url`, await read(`webhooks.${name}.url`, url));
    return { url: address, secrets: await read(`webhooks.${name}.secrets`, secrets) };
  }
}

/** Counts to which others are added. */
export function noCounts() {
  return { delivered: 0, failed: 0, setAside: 0 };
}

/** Adds some counts to others. @returns the sums */
export function addCounts(sums: ReturnType<typeof noCounts>, { delivered, failed, setAside }: DeliveryCounts) {
  sums.delivered += delivered;
  sums.failed += failed;
  sums.setAside += setAside;
  return sums;
}

/** Counts the results of one delivery. */
class Tally {
  readonly problems = new Map<string, string>();
  readonly #counts = new Map<string, ReturnType<typeof noCounts>>();
  #nextAt = Number.POSITIVE_INFINITY;

  add(target: string, name: keyof DeliveryCounts, number = 1): void {
    const counts = this.#counts.get(target) ?? noCounts();
    counts[name] += number;
    this.#counts.set(target, counts);
  }

  retryAt(moment: number): void {
    this.#nextAt = Math.min(this.#nextAt, moment);
  }

  result(): DeliveryResult {
    return {
      ...[...this.#counts.values()].reduce(addCounts, noCounts()),
      webhooks: Object.fromEntries(this.#counts),
      problems: Object.fromEntries(this.problems),
      nextAt: Number.isFinite(this.#nextAt) ? this.#nextAt : undefined,
    };
  }
}

/** The result of an aborted attempt. It is not known whether the message arrived. */
const stopped: Attempt = { result: 'failed', because: 'stopped' };

function statusOf(result: Attempt['result'], attempts: number, isOld: boolean): MessageStatus {
  if (result === 'delivered' || result === 'gone') return result;
  if (result === 'wrong' && attempts >= maxRefusals) return 'refused';
  return isOld ? 'expired' : 'waiting';
}

/** @throws {ConfigError} when the receivers are not an object, or one cannot be used */
function checkTargets(webhooks: Readonly<Record<string, WebhookTarget>>): void {
  if (typeof webhooks !== 'object' || webhooks === null || Array.isArray(webhooks))
    throw new ConfigError('webhooks', 'must be an object with the receivers by name');
  for (const [name, target] of Object.entries(webhooks)) {
    const { url, secrets } = Object(target) as Partial<WebhookTarget>;
    if (typeof url === 'string') checkWebhookUrl(`webhooks.${name}.url`, url);
    else if (typeof url !== 'function')
      throw new ConfigError(`webhooks.${name}.url`, 'must be an address, or a function that returns it');
    if (!Array.isArray(secrets) && typeof secrets !== 'function')
      throw new ConfigError(`webhooks.${name}.secrets`, 'must be a list of secrets, or a function that returns it');
  }
}
