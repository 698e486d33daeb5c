import { ConfigError } from '@syncline/core';

/** A secret, or a function that gets it each time it is needed: from a vault, a file that is rotated, a prompt. */
export type Secret = string | (() => string | Promise<string>);

/**
 * For any text that is sent, in whatever encoding.
 *
 * @throws ConfigError which names the option and never repeats the value.
 */
export function requireText(option: string, value: string): string {
  if (typeof value !== 'string' || !/^[^\p{Cc}\p{Cs}]+$/u.test(value)) {
    throw new ConfigError(
      option,
      'must be well-formed text, not empty, without control characters (a line break at its end?)',
    );
  }
  return value;
}

/**
 * For a text that is sent as it is in a header. Fetch would cut off white space at its ends.
 *
 * @throws ConfigError which names the option and never repeats the value.
 */
export function requireHeaderText(option: string, value: string): string {
  if (typeof value !== 'string' || !/^[ -~\xa0-\xff]+$/.test(value) || value !== value.trim()) {
    throw new ConfigError(
      option,
      'must be Latin-1 text, not empty, without control characters, without white space or a line break at its ends',
    );
  }
  return value;
}

/** The secret of the moment. */
export async function ask(option: string, secret: Secret): Promise<string> {
  try {
    return typeof secret === 'function' ? await secret() : secret;
  } catch (cause) {
    throw new ConfigError(option, 'is a function that failed', { cause });
  }
}
