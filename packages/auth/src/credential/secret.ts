import { ConfigError, guard, isSynclineError, markOf, scrubError } from '@syncline/core/internal';
import type { CredentialRequest } from './credential.ts';

/** A secret, or a function that returns it each time it is needed: from a vault, a file that is rotated, a prompt. */
export type Secret = string | (() => string | Promise<string>);

/** Text without control characters and halves of surrogate pairs. */
export const sendable = /^[^\p{Cc}\p{Cs}]+$/u;

/**
 * Checks a text that is sent in some encoding. A text that is missing is usually a variable of the environment that is
 * not set.
 *
 * @param caller - the function whose option it is
 * @param pattern - what the text must match
 * @param without - what the pattern refuses in addition to line breaks and control characters, with a comma after each
 * @throws ConfigError that names the option and the function, and never repeats the value.
 */
export function requireText(
  caller: string,
  option: string,
  value: string,
  pattern: RegExp = sendable,
  without = '',
): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  const rule = value
    ? `must be text without ${without}control characters or line breaks`
    : 'is missing. Is its env variable set?';
  throw new ConfigError(option, `of ${caller} ${rule}`);
}

/**
 * Checks a text that is sent as it is in a header. `fetch` would remove white space at its ends.
 *
 * @param caller - the function whose option it is
 * @throws ConfigError that names the option and the function, and never repeats the value.
 */
export function requireHeaderText(caller: string, option: string, value: string): string {
  const pattern = /^[!-~\xa1-\xff]([ -~\xa0-\xff]*[!-~\xa1-\xff])?$/;
  return requireText(caller, option, value, pattern, 'characters beyond Latin-1, spaces at its ends, ');
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
  request.waitFor?.(() => `${option}()`);
  return guard<string>(secret, (thrown) => {
    if (isSynclineError(thrown)) throw thrown;
    const cause = scrubError(thrown);
    throw Object.assign(new ConfigError(option, 'function failed', { cause }), markOf(cause));
  });
}
