import { ConfigError, guard, isSynclineError, scrubError } from '@syncline/core';
import type { CredentialRequest } from './credential.ts';

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
      'must be a string that is not empty and has no control characters. Does it end with a line break?',
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
 * The secret as it is now. A call that waits for a function names it when a time limit passes.
 *
 * @throws ConfigError if the function fails. A Syncline error of the function, which has no secret in it, passes as it is
 */
export function ask(
  option: string,
  secret: Secret,
  request: Pick<CredentialRequest, 'waitFor'>,
): Promise<string> | string {
  if (typeof secret !== 'function') return secret;
  request.waitFor?.(() => `the function ${option}`);
  return guard<string>(secret, (thrown) => {
    if (isSynclineError(thrown)) throw thrown;
    throw new ConfigError(option, 'is a function that failed; see the cause', { cause: scrubError(thrown) });
  });
}
