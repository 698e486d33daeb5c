import { ConfigError } from './errors/config-error.ts';

/** A secret, or a function that gets it each time it is needed: from a vault, a file that is rotated, a prompt. */
export type Secret = string | (() => string | Promise<string>);

/** A rule about an option's value. It throws a `ConfigError` that names the option and never repeats the value. */
export type Rule = (option: string, value: string) => void;

/** For any text that is sent, in whatever encoding: a string, not empty, no control character, no lone surrogate. */
export function requireText(option: string, value: string): void {
  if (typeof value !== 'string' || value === '') throw new ConfigError(option, 'must be a text that is not empty');
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
  if (/[\x00-\x1f\x7f-\x9f]|\p{Cs}/u.test(value)) {
    throw new ConfigError(option, 'must not hold control characters or half of a surrogate pair (a line break at its end?)');
  }
}

/** For a text that is sent as it is in a header: Latin-1, and no space at either end, since fetch would cut it off. */
export function requireHeaderText(option: string, value: string): void {
  requireText(option, value);
  if (/[^\x00-\xff]/.test(value)) throw new ConfigError(option, 'must hold Latin-1 characters only, since it travels in a header');
  if (value !== value.trim()) throw new ConfigError(option, 'must not begin or end with white space');
}

/** Gets a secret from its function, checked. */
export async function askFor(option: string, secret: () => string | Promise<string>, rule: Rule): Promise<string> {
  let value: string;
  try {
    value = await secret();
  } catch (cause) {
    throw new ConfigError(option, 'is a function, and it failed', { cause });
  }
  rule(option, value);
  return value;
}
