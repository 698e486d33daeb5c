import { isSynclineError, SynclineError } from './syncline-error.ts';

/**
 * An option or argument cannot be used. Nothing was sent. The message names the option and the rule that it breaks. It
 * never repeats a value that could be a secret.
 *
 * @example
 * ```ts
 * import { ConfigError, isConfigError } from '@syncline/core';
 *
 * const error: unknown = new ConfigError('timeout', 'must be a whole number of milliseconds');
 * if (isConfigError(error)) console.log(error.message); // timeout must be a whole number of milliseconds
 * ```
 */
export class ConfigError extends SynclineError {
  override readonly name = 'ConfigError';
  readonly code = 'CONFIG_INVALID';
  /** The option, argument, flag or place in a file, as the caller spells it: `timeout`, `--port`, `jobs[3].JobName`. */
  declare readonly option: string;

  /**
   * @param option - the option that cannot be used
   * @param rule - the rest of the sentence, such as `must be a whole number`
   */
  constructor(option: string, rule: string, options?: ErrorOptions) {
    super(`${option} ${rule}`, options);
    this.option = option;
  }
}

/** Whether a value is a {@link ConfigError}, from any copy of any Syncline package. */
export function isConfigError(error: unknown): error is ConfigError {
  return isSynclineError(error) && error.code === 'CONFIG_INVALID';
}
