import { SynclineError } from './syncline-error.ts';

/**
 * An option or argument cannot be used. Nothing was sent. The message names the option and what it must be, and never its value
 * where that could be a secret.
 */
export class ConfigError extends SynclineError {
  override readonly name = 'ConfigError';
  readonly code = 'CONFIG_INVALID';
  /** The option or argument */
  readonly option: string;

  constructor(option: string, what: string) {
    super(`${option} ${what}`);
    this.option = option;
  }
}
