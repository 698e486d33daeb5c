/** A receiver of messages. */
export interface WebhookTarget {
  /** https, or http on this machine. A function, such as one that reads a secret, is called before a delivery */
  readonly url: string | (() => PromiseLike<string> | string);
  /** `whsec_…`: every request is signed with each secret, so that you can replace one without an interruption */
  readonly secrets: readonly string[] | (() => PromiseLike<readonly string[]> | readonly string[]);
}
