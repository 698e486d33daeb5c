import { errorBrand, hasCode } from './error-brand.ts';

/**
 * An option that cannot be used. Thrown before anything is sent. The message names the option and the rule; it never repeats the value.
 *
 * @example
 * ```ts
 * import { basic, isConfigError } from '@syncline/auth';
 *
 * try {
 *   basic({ username: 'a:b', password: 'secret' });
 * } catch (error) {
 *   if (isConfigError(error)) console.error(error.option); // "username"
 * }
 * ```
 */
export class ConfigError extends Error {
  /** Stable code of this class. */
  readonly code = 'CONFIG_INVALID';
  /** The option at fault, as the caller spells it. */
  readonly option: string;

  constructor(option: string, rule: string, options?: ErrorOptions) {
    super(`${option} ${rule}`, options);
    this.option = option;
  }

  /** Marks the error as one of Syncline's. */
  get [errorBrand](): true {
    return true;
  }

  static {
    this.prototype.name = 'ConfigError';
  }
}

/** Whether a thrown value is a `ConfigError`, of this copy of the package or another. */
export function isConfigError(value: unknown): value is ConfigError {
  return hasCode(value, 'CONFIG_INVALID');
}
