const brand = Symbol.for('syncline.error');

/**
 * An option, a flag, a data file or a rules file that the sandbox cannot work with. Nothing was started.
 *
 * @example
 * try { createSandbox({ data }); } catch (error) { if (isConfigError(error)) console.error(error.message); }
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly [brand] = true;
  readonly code = 'CONFIG_INVALID';
  /** The option, flag or place in a file: `port`, `data: jobs[3].JobName`. */
  readonly option: string;

  constructor(option: string, message: string) {
    super(`${option}: ${message}`);
    this.option = option;
  }
}

/** Whether `error` is a {@link ConfigError}, from whichever copy of a Syncline package. */
export function isConfigError(error: unknown): error is ConfigError {
  return (
    typeof error === 'object' &&
    error !== null &&
    (error as { [brand]?: unknown })[brand] === true &&
    (error as { code?: unknown }).code === 'CONFIG_INVALID'
  );
}
