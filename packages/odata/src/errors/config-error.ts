import { brand, isBranded } from './brand.ts';

/**
 * Something handed over in code cannot be used: refused before any text is made.
 *
 * @example
 * try {
 *   filter<HistoryRecordProperties>((h) => h.runstartdate.gt(new Date('yesterday')));
 * } catch (error) {
 *   if (isConfigError(error)) console.error(error.option); // 'runstartdate'
 * }
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'CONFIG_INVALID';
  readonly [brand] = true;
  /** The name of the option, property or value that was refused. */
  readonly option: string;

  constructor(option: string, reason: string) {
    super(`${option}: ${reason}`);
    this.option = option;
  }
}

/**
 * Whether `error` is a {@link ConfigError}, from whichever copy of this package.
 *
 * @example
 * if (isConfigError(error)) console.error(error.option);
 */
export function isConfigError(error: unknown): error is ConfigError {
  return isBranded(error, 'ConfigError');
}
