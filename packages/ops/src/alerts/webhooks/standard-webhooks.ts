import { type Clock, ConfigError, guardSync, type OptionNames, ownOptions, systemClock } from '@syncline/core/internal';
import type { AlertEvent } from './alert-event.ts';
import { isSynclineError, SynclineError } from '@syncline/core/errors';

/** The signed data. */
export interface WebhookMessage {
  /**
   * Identifies the message. It is the same for every attempt, so that a receiver can drop duplicates. It must not
   * contain a `.`
   */
  readonly id: string;
  /**
   * The time of this attempt, in milliseconds since 1970. Receivers refuse requests that are older than some minutes.
   */
  readonly at: number;
  /** The body, exactly as sent */
  readonly body: string;
}

/** The headers of Standard Webhooks. */
export interface WebhookHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/**
 * Signs a message according to Standard Webhooks 1.0: HMAC-SHA256 of its id, the time and its body.
 *
 * @param secrets - `whsec_…`; several while a secret is replaced. There is one signature for each, and a receiver
 * accepts any that it knows
 * @throws {ConfigError} when a secret or the id cannot be used. The message does not show the secret
 *
 * @example
 * ```ts
 * import { signWebhook } from '@syncline/ops/webhooks';
 *
 * const headers = await signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { id: 'a1', at: Date.now(), body: '{}' });
 * ```
 */
export async function signWebhook(
  secrets: string | readonly string[],
  { id, at, body }: WebhookMessage,
): Promise<WebhookHeaders> {
  const keys = keysOf('secrets', secrets);
  if (!/^[!-~]{1,200}$/.test(id) || id.includes('.'))
    throw new ConfigError('id', 'must have 1 to 200 visible ASCII characters, and no "."');
  const timestamp = Math.floor(at / 1000);
  const bytes = new TextEncoder().encode(body);
  const signatures = await Promise.all(keys.map((key) => signatureOf(key, id, timestamp, bytes)));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.map((signature) => `v1,${encode(signature)}`).join(' '),
  };
}

/** Options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** `whsec_…`; several while the secret is replaced */
  readonly secret: string | readonly string[];
  /**
   * The maximum difference between the time of a request and that of this machine, in milliseconds, from 1 to
   * 3,600,000.
   *
   * @default 300,000
   */
  readonly tolerance?: number | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Pick<Clock, 'date'> | undefined;
}

/** The headers of a request: those of the Fetch standard, or of Node. */
export type RequestHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Verifies one request. @throws {WebhookError} when it cannot be trusted */
export type WebhookVerifier = (headers: RequestHeaders, body: string | Uint8Array | ArrayBuffer) => Promise<AlertEvent>;

const names: OptionNames<VerifyWebhookOptions> = { secret: 1, tolerance: 1, clock: 1 };

/**
 * Returns a function that verifies requests of `syncline monitor` to your webhook, according to Standard Webhooks 1.0,
 * and returns their events. It needs the body exactly as it arrived, and runs wherever Web Crypto is available.
 *
 * A request that is repeated within the tolerance is accepted again: remember the `id` of the events that you have handled.
 *
 * @throws {ConfigError} when an option cannot be used. The message does not show the secret
 *
 * @example
 * ```ts
 * import { isWebhookError, verifyWebhook } from '@syncline/ops/webhooks';
 *
 * const verify = verifyWebhook({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });
 *
 * export async function receive(request: Request): Promise<Response> {
 *   try {
 *     const { type, data } = await verify(request.headers, await request.text());
 *     console.log(type, data.job);
 *     return new Response(null, { status: 204 });
 *   } catch (error) {
 *     if (isWebhookError(error)) return new Response(error.reason, { status: 401 });
 *     throw error;
 *   }
 * }
 * ```
 */
export function verifyWebhook(options: VerifyWebhookOptions): WebhookVerifier {
  const { secret, tolerance = 300_000, clock = systemClock } = ownOptions(options, names);
  const keys = keysOf('secret', secret);
  if (!(Number.isSafeInteger(tolerance) && tolerance >= 1 && tolerance <= 3_600_000))
    throw new ConfigError('tolerance', 'must be a whole number of milliseconds from 1 to 3600000');
  if (typeof clock?.date !== 'function') throw new ConfigError('clock', 'must have the function date');
  const failClock = (): never => {
    throw new ConfigError('clock', 'must return a number of milliseconds from date()');
  };

  return async (headers, body) => {
    const read = headerReader(headers);
    const [id, timestamp, signatures] = [read('webhook-id'), read('webhook-timestamp'), read('webhook-signature')];
    if (!id || !timestamp || !signatures || id.includes('.'))
      throw new WebhookError('The request lacks one of the headers webhook-id, -timestamp and -signature', 'headers');
    if (!/^\d{1,12}$/.test(timestamp))
      throw new WebhookError('The header webhook-timestamp is not a number of seconds', 'timestamp');
    const age = guardSync(() => clock.date(), failClock, Number.isFinite) - Number(timestamp) * 1000;
    if (age > tolerance) throw new WebhookError(`The request is older than ${tolerance} ms`, 'too-old');
    // The timestamp has no milliseconds, so it is never ahead because of them.
    if (-age > tolerance)
      throw new WebhookError(`The time of the request is more than ${tolerance} ms in the future`, 'too-new');
    const bytes = bytesOf(body);
    const sent = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [decode(each.slice(3))] : []));
    const wanted = await Promise.all(keys.map((key) => signatureOf(key, id, timestamp, bytes)));
    let isSigned = false;
    // Every pair is compared, so that the time does not reveal which one matches.
    for (const signature of sent) for (const expected of wanted) isSigned = isEqual(signature, expected) || isSigned;
    if (!isSigned) throw new WebhookError('No signature of the request matches its body and the secret', 'signature');
    return eventOf(bytes, id);
  };
}

function headerReader(headers: RequestHeaders): (name: string) => string | undefined {
  if (typeof headers?.get === 'function') {
    const { get } = headers as { get(name: string): string | null };
    return (name) => get.call(headers, name) ?? undefined;
  }
  const values = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = values.get(name) as string | readonly string[] | undefined;
    return typeof value === 'string' ? value : value?.length === 1 ? value[0] : undefined;
  };
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  throw new ConfigError('body', 'must be the text or the bytes of the request, before anything parses them');
}

/** Compares in a time that depends only on the lengths. */
function isEqual(left: Uint8Array | undefined, right: Uint8Array): boolean {
  if (left?.length !== right.length) return false;
  let difference = 0;
  for (const [index, byte] of right.entries()) difference |= byte ^ (left[index] ?? 0);
  return difference === 0;
}

function eventOf(bytes: Uint8Array, id: string): AlertEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Partial<AlertEvent> | null;
    if (event?.specversion === '1.0' && event.id === id && typeof event.data === 'object' && event.data !== null)
      return event as AlertEvent;
  } catch {
    // The error below covers this case.
  }
  throw new WebhookError('The body is signed, but is not an event of this package with the id of its header', 'body');
}

/** The prefix of every Standard Webhooks secret. */
const prefix = 'whsec_';

/** Checks secrets and returns their bytes. @throws {ConfigError} when there is none, or one is not valid */
export function keysOf(option: string, secrets: string | readonly string[]): readonly Uint8Array<ArrayBuffer>[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  if (list.length === 0) throw new ConfigError(option, 'must have at least one secret');
  return list.map((secret) => {
    const key =
      typeof secret === 'string' && secret.startsWith(prefix) ? decode(secret.slice(prefix.length)) : undefined;
    if (key === undefined || key.length < 24 || key.length > 64)
      throw new ConfigError(option, `must be ${prefix} and the Base64 of 24 to 64 random bytes`);
    return key;
  });
}

/** The HMAC-SHA256 of a message: `id.timestamp.body`, in bytes (section "Signature scheme" of Standard Webhooks 1.0). */
export async function signatureOf(
  key: Uint8Array<ArrayBuffer>,
  id: string,
  timestamp: number | string,
  body: Uint8Array,
): Promise<Uint8Array> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}

/** Base64 with padding; undefined for anything else. */
export function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The Base64 of bytes. */
export function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Why a webhook was refused. */
export type WebhookRefusal = 'headers' | 'timestamp' | 'too-old' | 'too-new' | 'signature' | 'body';

/**
 * Thrown when a request to a webhook cannot be trusted: a header is missing, it is too old, or its signature does not
 * match. Respond with 400 or 401, and do nothing else. The message contains nothing from the request.
 *
 * @example
 * ```ts
 * import { isWebhookError } from '@syncline/ops/webhooks';
 *
 * const statusOf = (error: unknown): number => (isWebhookError(error) ? 401 : 500);
 * ```
 */
export class WebhookError extends SynclineError {
  override readonly name = 'WebhookError';
  readonly code = 'WEBHOOK_REFUSED';
  /** `too-old` is also the result if an attacker sends a recorded request again. */
  readonly reason: WebhookRefusal;

  constructor(message: string, reason: WebhookRefusal) {
    super(message);
    this.reason = reason;
  }
}

/** Whether a value is a {@link WebhookError}, from any copy of the package. */
export function isWebhookError(value: unknown): value is WebhookError {
  return isSynclineError(value) && value.code === 'WEBHOOK_REFUSED';
}
