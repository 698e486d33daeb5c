import { isSynclineError, SynclineError } from '@syncline/core/errors';

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
