import { ConfigError, guard, isSynclineError, markOf, scrubError } from '@syncline/core/internal';
import type { CredentialRequest } from './credential.ts';

/** A secret, or a function that returns it each time it is needed: from a vault, a file that is rotated, a prompt. */
export type Secret = string | (() => string | Promise<string>);

/**
 * Checks a text that is sent in some encoding. One that is missing is usually a variable of the environment that is not
 * set.
 *
 * @throws ConfigError that names the option and never repeats the value.
 */
export function requireText(option: string, value: string): string {
  if (typeof value !== 'string' || !/^[^\p{Cc}\p{Cs}]+$/u.test(value)) {
    throw new ConfigError(option, value ? 'must be text without control characters or line breaks' : 'is missing');
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
      value
        ? 'must be Latin-1 text without control characters or line breaks, and without spaces at its ends'
        : 'is missing',
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
    const cause = scrubError(thrown);
    throw Object.assign(new ConfigError(option, 'is a function that failed; see the cause', { cause }), markOf(cause));
  });
}
