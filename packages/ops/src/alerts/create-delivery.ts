import {
  backoffDelay,
  type Clock,
  ConfigError,
  guard,
  guardClock,
  guardRandom,
  isConfigError,
  type OptionNames,
  ownOptions,
  platformFetch,
  type Transport,
  withTimeLimit,
} from '@syncline/core/internal';
import { type AlertStore, type ClaimedMessage, type Duration, type MessageStatus, parseDuration } from '@syncline/runs';
import { keysOf } from './webhooks/webhook-key.ts';
import { type Attempt, checkWebhookUrl, type Receiver, sendMessage } from './send-message.ts';
import type { WebhookTarget } from '../config/webhook-target.ts';

/** Options of `createDelivery`. */
export interface DeliveryOptions {
  /** The store whose outbox is delivered */
  readonly store: AlertStore;
  /** The receivers, by name */
  readonly webhooks: Readonly<Record<string, WebhookTarget>>;
  /** Sends the requests. @default the platform's fetch */
  readonly fetch?: Transport | undefined;
  /** The time limit for one attempt, at most a minute. @default '15s' */
  readonly timeout?: Duration | undefined;
  /** How long the delivery of a message is retried. After that, the message is set aside as `expired`. @default '7d' */
  readonly keepFor?: Duration | undefined;
  /** Returns numbers from 0 to 1 for random pauses; tests can set it */
  readonly random?: (() => number) | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
}

/** Number of messages by result. */
export interface DeliveryCounts {
  readonly delivered: number;
  /** Attempts that failed and will be repeated */
  readonly failed: number;
  /** Messages that are not retried, because the receiver refused them or they are too old */
  readonly setAside: number;
}

/** The result of `deliver`. */
export interface DeliveryResult extends DeliveryCounts {
  /** The same for each receiver, by name. Receivers to which nothing was sent are left out */
  readonly webhooks: Readonly<Record<string, DeliveryCounts>>;
  /** Why the last attempt at each receiver failed, by its name. It contains no text from the receiver */
  readonly problems: Readonly<Record<string, string>>;
  /** When to call again at the latest, in milliseconds since 1970; undefined if nothing failed */
  readonly nextAt: number | undefined;
}

/** Delivers the messages in the outbox of a store. */
export interface Delivery {
  /**
   * Looks up every address and every secret once, without sending anything.
   *
   * @throws {ConfigError} when one cannot be looked up, or cannot be used
   */
  check(): Promise<void>;
  /**
   * Delivers everything that is due, the messages of each job and receiver in order. Call it when there are new
   * messages, and every few seconds. While it runs, another call returns the same promise.
   *
   * @throws {StoreError} when the store fails. Nothing is lost: a message that was sent but not marked as delivered is
   * sent again, with the same id
   */
  deliver(options?: { readonly signal?: AbortSignal | undefined }): Promise<DeliveryResult>;
}

const names: OptionNames<DeliveryOptions> = {
  store: 1,
  webhooks: 1,
  fetch: 1,
  timeout: 1,
  keepFor: 1,
  random: 1,
  clock: 1,
};
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
/** How long messages are kept after their delivery has ended. */
const keepSettled = 7 * 86_400_000;

/** What this process knows about a receiver. */
interface Health {
  /** How many rounds in a row have failed */
  failures: number;
  /** When the next attempt may be made, in milliseconds since 1970 */
  pausedUntil: number;
  isGone: boolean;
}

/**
 * Creates the delivery of an outbox. A receiver that is down gets every message later: after a pause of up to 10
 * minutes it gets one message, and when it accepts this message, it gets the rest. Messages about one job arrive in
 * order; a message may arrive twice, with the same id.
 *
 * | Response | What happens |
 * |---|---|
 * | 2xx | The message is delivered |
 * | 410 | The receiver's messages are set aside as `gone`. It gets no more until the process restarts |
 * | 400, 413, 415, 422 | After 3 tries, the message is set aside as `refused`, so that later ones can be sent |
 * | Anything else, or no response | After a pause of at least `Retry-After`, it is tried again, for up to `keepFor` |
 *
 * @throws {ConfigError} when an option cannot be used. The message shows neither an address nor a secret
 *
 * @example
 * ```ts
 * import { createDelivery } from '@syncline/ops';
 * import type { SqliteStore } from '@syncline/runs/sqlite';
 *
 * export async function deliverAll(store: SqliteStore, secret: string) {
 *   const webhooks = { chat: { url: 'https://chat.example.com/hooks/syncline', secrets: [secret] } };
 *   const { delivered, problems } = await createDelivery({ store, webhooks }).deliver();
 *   console.log(delivered, problems);
 * }
 * ```
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const own = ownOptions(options, names);
  const { store, webhooks, fetch: transport = platformFetch } = own;
  if (typeof store?.claimMessages !== 'function')
    throw new ConfigError('store', 'must have an outbox, as openSqliteStore does');
  const timeout = parseDuration('timeout', own.timeout ?? '15s');
  if (timeout < 1 || timeout > 60_000) throw new ConfigError('timeout', 'must be from 1 ms to one minute');
  const keepFor = parseDuration('keepFor', own.keepFor ?? '7d');
  const clock = guardClock(own.clock);
  const random = guardRandom(own.random);
  const targets = readTargets(webhooks);
  const health = new Map(
    targets.map(([name]): [string, Health] => [name, { failures: 0, pausedUntil: 0, isGone: false }]),
  );
  let deletedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<DeliveryResult> | undefined;

  const run = async (signal: AbortSignal | undefined): Promise<DeliveryResult> => {
    const counts = new Map<string, { -readonly [Name in keyof DeliveryCounts]: number }>();
    const add = (name: string, what: keyof DeliveryCounts, number = 1): void => {
      const own = counts.get(name) ?? { delivered: 0, failed: 0, setAside: 0 };
      own[what] += number;
      counts.set(name, own);
    };
    const problems = new Map<string, string>();
    const receivers = new Map<string, Promise<Receiver>>();
    const receiverOf = (name: string): Promise<Receiver> => {
      const target = webhooks[name] ?? { url: '', secrets: [] };
      const known = receivers.get(name) ?? openReceiver(name, target, clock, timeout);
      receivers.set(name, known);
      return known;
    };
    const nextAt = { retry: Number.POSITIVE_INFINITY };

    const claim = (names: readonly string[], limit: number): Promise<readonly ClaimedMessage[]> =>
      names.length === 0 || limit === 0
        ? Promise.resolve([])
        : store.claimMessages({ targets: names, now: clock.date(), lease: 2 * timeout + 30_000, limit });
    const claimRound = async (): Promise<readonly ClaimedMessage[]> => {
      const now = clock.date();
      const awake = [...health].filter(([, { isGone, pausedUntil }]) => !isGone && pausedUntil <= now);
      const sound = awake.filter(([, { failures }]) => failures === 0).map(([name]) => name);
      // One message is enough to find out whether a receiver is up again.
      const probes = awake.filter(([, { failures }]) => failures > 0);
      const claimed = [await claim(sound, atOnce)];
      for (const [name] of probes) claimed.push(await claim([name], 1));
      return claimed.flat();
    };
    const attempt = async (message: ClaimedMessage): Promise<Attempt> => {
      try {
        const context = { transport, clock, timeout, signal };
        return await sendMessage(await receiverOf(message.target), message, context);
      } catch (error) {
        return isConfigError(error) ? { result: 'failed', because: error.message } : stopped;
      }
    };

    for (;;) {
      if (signal?.aborted) break;
      const claimed = await claimRound();
      if (claimed.length === 0) break;
      const attempts = await Promise.all(
        claimed.map(async (message) => ({ message, target: message.target, ...(await attempt(message)) })),
      );
      const now = clock.date();
      rest(attempts, now);
      for (const { message, result, because, retryAfter = 0 } of attempts) {
        const target = health.get(message.target) ?? { failures: 0, pausedUntil: 0, isGone: false };
        if (because !== undefined) problems.set(message.target, because);
        const isOld = now - message.at > keepFor;
        const status = statusOf(result, message.attempts + 1, isOld);
        const pause = Math.max(shortestPause, retryAfter, backoffDelay(message.attempts + 1, pauses, random));
        const retryAt = result === 'failed' ? Math.max(now, target.pausedUntil) : now + Math.min(pause, longestPause);
        if (status === 'waiting') nextAt.retry = Math.min(nextAt.retry, retryAt);
        const isSettled = await store.settleMessage(message, { status, at: now, retryAt, because });
        if (!isSettled) continue;
        add(message.target, status === 'delivered' ? 'delivered' : status === 'waiting' ? 'failed' : 'setAside');
        if (status !== 'gone') continue;
        target.isGone = true;
        add(message.target, 'setAside', await store.abandonMessages(message.target, { at: now, because }));
      }
    }
    if (clock.now() - deletedAt >= 3_600_000) {
      await store.deleteMessages(clock.date() - keepSettled);
      deletedAt = clock.now();
    }
    for (const { pausedUntil } of health.values())
      if (pausedUntil > clock.date()) nextAt.retry = Math.min(nextAt.retry, pausedUntil);
    const sum = (what: keyof DeliveryCounts): number => [...counts.values()].reduce((all, own) => all + own[what], 0);
    return {
      delivered: sum('delivered'),
      failed: sum('failed'),
      setAside: sum('setAside'),
      webhooks: Object.fromEntries(counts),
      problems: Object.fromEntries(problems),
      nextAt: Number.isFinite(nextAt.retry) ? nextAt.retry : undefined,
    };
  };

  /**
   * A receiver gets a pause after a round with a failed attempt. The more rounds failed completely, the longer the
   * pause.
   */
  const rest = (attempts: readonly (Attempt & { readonly target: string })[], now: number): void => {
    for (const [name, target] of health) {
      const own = attempts.filter((each) => each.target === name && each.because !== stopped.because);
      const failed = own.filter(({ result }) => result === 'failed');
      if (own.length === 0) continue;
      target.failures = failed.length === own.length ? target.failures + 1 : 0;
      if (failed.length === 0) continue;
      const asked = failed.map(({ retryAfter = 0 }) => retryAfter);
      const pause = Math.max(shortestPause, ...asked, backoffDelay(Math.max(1, target.failures), pauses, random));
      target.pausedUntil = now + Math.min(pause, longestPause);
    }
  };

  return {
    async check() {
      for (const [name, target] of targets)
        keysOf(`webhooks.${name}.secrets`, (await openReceiver(name, target, clock, timeout)).secrets);
    },
    deliver: (given) => {
      running ??= run(ownOptions(given, { signal: 1 }).signal).finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

/** The result of an aborted attempt. It is not known whether the message arrived. */
const stopped: Attempt = { result: 'failed', because: 'stopped' };

function statusOf(result: Attempt['result'], attempts: number, isOld: boolean): MessageStatus {
  if (result === 'delivered' || result === 'gone') return result;
  if (result === 'wrong' && attempts >= maxRefusals) return 'refused';
  return isOld ? 'expired' : 'waiting';
}

/**
 * Looks up the address of a receiver.
 *
 * @throws {ConfigError} when a function of the caller fails, hangs or returns an invalid value
 */
async function openReceiver(name: string, target: WebhookTarget, clock: Clock, timeout: number): Promise<Receiver> {
  const place = `webhooks.${name}`;
  const read = <Value>(option: string, given: Value | (() => PromiseLike<Value> | Value)): Promise<Value> => {
    const fail = (thrown: unknown): never => {
      throw isConfigError(thrown) ? thrown : new ConfigError(option, 'must be a function that returns it, and failed');
    };
    const call = async (): Promise<Value> =>
      typeof given === 'function' ? guard<Value>(given as () => Value, fail) : given;
    const late = () => new ConfigError(option, `must be a function that returns within ${timeout} ms`);
    return withTimeLimit(clock, timeout, call, late);
  };
  const url = checkWebhookUrl(`${place}.url`, await read(`${place}.url`, target.url));
  return { url, secrets: await read(`${place}.secrets`, target.secrets) };
}

/** @throws {ConfigError} when the receivers are not an object, or one cannot be used */
function readTargets(webhooks: Readonly<Record<string, WebhookTarget>>): readonly (readonly [string, WebhookTarget])[] {
  if (typeof webhooks !== 'object' || webhooks === null || Array.isArray(webhooks))
    throw new ConfigError('webhooks', 'must be an object with the receivers by name');
  const targets = Object.entries(webhooks);
  for (const [name, target] of targets) {
    const { url, secrets } = Object(target) as Partial<WebhookTarget>;
    if (typeof url === 'string') checkWebhookUrl(`webhooks.${name}.url`, url);
    else if (typeof url !== 'function')
      throw new ConfigError(`webhooks.${name}.url`, 'must be an address, or a function that returns it');
    if (!Array.isArray(secrets) && typeof secrets !== 'function')
      throw new ConfigError(`webhooks.${name}.secrets`, 'must be a list of secrets, or a function that returns it');
  }
  return targets;
}
