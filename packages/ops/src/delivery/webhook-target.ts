import { ConfigError } from '@syncline/core/internal';
import { checkWebhookUrl } from './send-message.ts';

/** A receiver of messages. */
export interface WebhookTarget {
  /** https, or http on this machine. A function, such as one that reads a secret, is called before a delivery */
  readonly url: string | (() => PromiseLike<string> | string);
  /** `whsec_…`: every request is signed with each secret, so that you can replace one without an interruption */
  readonly secrets: readonly string[] | (() => PromiseLike<readonly string[]> | readonly string[]);
}

/** @throws {ConfigError} when the receivers are not an object, or one cannot be used */
export function readTargets(
  webhooks: Readonly<Record<string, WebhookTarget>>,
): readonly (readonly [string, WebhookTarget])[] {
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
