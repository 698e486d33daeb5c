import { ConfigError, scrubError } from '@syncline/core';

/** A secret, or a function that returns it each time it is needed: from a vault, a file that is rotated, a prompt. */
export type Secret = string | (() => string | Promise<string>);

/**
 * Checks a text that is sent in some encoding.
 *
 * @throws ConfigError that names the option and never repeats the value.
 */
export function requireText(option: string, value: string): string {
  if (typeof value !== 'string' || !/^[^\p{Cc}\p{Cs}]+$/u.test(value)) {
    throw new ConfigError(
      option,
      'must be well-formed text, not empty and without control characters. Does it end with a line break?',
    );
  }
  return value;
}

/**
 * Checks a text that is sent as it is in a header. `fetch` would remove white space at its ends.
 *
 * @throws ConfigError that names the option and never repeats the value.
 */
export function requireHeaderText(option: string, value: string): string {
  if (typeof value !== 'string' || !/^[ -~\xa0-\xff]+$/.test(value) || value !== value.trim()) {
    throw new ConfigError(
      option,
      'must be Latin-1 text, not empty, without control characters and without white space or a line break at its ends',
    );
  }
  return value;
}

/**
 * The secret as it is now.
 *
 * @param scrub - removes the secrets that are known so far from the error of a function that fails
 * @throws ConfigError if the function fails
 */
export async function ask(option: string, secret: Secret, scrub: (text: string) => string): Promise<string> {
  try {
    return typeof secret === 'function' ? await secret() : secret;
  } catch (thrown) {
    const cause = scrubError(thrown, scrub);
    throw new ConfigError(option, 'is a function that failed; see the cause', { cause });
  }
}
