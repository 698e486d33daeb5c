import { ConfigError } from '@syncline/core/errors';
import { encode, keysOf, signatureOf } from './webhook-key.ts';

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
