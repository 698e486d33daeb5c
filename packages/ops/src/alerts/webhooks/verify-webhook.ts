import { type Clock, ConfigError, guardSync, type OptionNames, ownOptions, systemClock } from '@syncline/core/internal';
import type { AlertEvent } from './alert-event.ts';
import { WebhookError } from './webhook-error.ts';
import { decode, keysOf, signatureOf } from './webhook-key.ts';

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
    if (-age > tolerance) throw new WebhookError(`The request is from more than ${tolerance} ms ahead`, 'too-new');
    const bytes = bytesOf(body);
    const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [decode(each.slice(3))] : []));
    const wanted = await Promise.all(keys.map((key) => signatureOf(key, id, timestamp, bytes)));
    let isSigned = false;
    // Every pair is compared, so that the time does not reveal which one matches.
    for (const one of given) for (const other of wanted) isSigned = isEqual(one, other) || isSigned;
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
function isEqual(one: Uint8Array | undefined, other: Uint8Array): boolean {
  if (one?.length !== other.length) return false;
  let difference = 0;
  for (const [index, byte] of other.entries()) difference |= byte ^ (one[index] ?? 0);
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
