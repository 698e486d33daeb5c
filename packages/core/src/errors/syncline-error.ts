/** The brand of every Syncline error, whichever package or copy of a package created it. */
export const errorBrand: unique symbol = Symbol.for('syncline.error') as never;

/**
 * The base of every Syncline error. Identify an error by its `code` or with a guard such as `isHttpError`, not with
 * `instanceof`: guards also work when two copies of a package are installed.
 *
 * No message, property or cause contains a secret or a query string.
 */
export abstract class SynclineError extends Error {
  /** Part of the public interface: a code never changes its meaning */
  abstract readonly code: string;
  /**
   * The mark of an error by which Next.js directs how it renders a page, if such an error is the cause. With it, Next.js
   * recognizes this error, too
   */
  declare readonly digest?: string;

  /** The address of the page about this code: its cause, an example, and what to do */
  get help(): string {
    return `https://syncline.github.io/errors/${this.code}/`;
  }

  /** Marks the error as a Syncline error */
  get [errorBrand](): true {
    return true;
  }
}

/**
 * Whether a value is a Syncline error, from any copy of any Syncline package.
 *
 * @example
 * ```ts
 * import { ConfigError, isSynclineError } from '@syncline/core';
 *
 * const error: unknown = new ConfigError('timeout', 'must be a whole number');
 * isSynclineError(error); // true
 * ```
 */
export function isSynclineError(error: unknown): error is SynclineError {
  // Anything can be thrown, also an object that throws when it is read.
  try {
    return typeof error === 'object' && (error as { [errorBrand]?: unknown } | null)?.[errorBrand] === true;
  } catch {
    return false;
  }
}

/**
 * An option or argument cannot be used. Nothing was sent. The message names the option and the rule that it breaks. It
 * never repeats a value that could be a secret.
 *
 * @example
 * ```ts
 * import { ConfigError, isConfigError } from '@syncline/core';
 *
 * const error: unknown = new ConfigError('timeout', 'must be a whole number of milliseconds');
 * if (isConfigError(error)) console.log(error.message); // timeout must be a whole number of milliseconds
 * ```
 */
export class ConfigError extends SynclineError {
  override readonly name = 'ConfigError';
  readonly code = 'CONFIG_INVALID';
  /** The option, argument, flag or place in a file, as the caller spells it: `timeout`, `--port`, `jobs[3].JobName`. */
  declare readonly option: string;

  /**
   * @param option - the option that cannot be used
   * @param rule - the rest of the sentence, such as `must be a whole number`
   */
  constructor(option: string, rule: string, options?: ErrorOptions) {
    super(`${option} ${rule}`, options);
    this.option = option;
  }
}

/** Whether a value is a {@link ConfigError}, from any copy of any Syncline package. */
export function isConfigError(error: unknown): error is ConfigError {
  return isSynclineError(error) && error.code === 'CONFIG_INVALID';
}

/**
 * The end of a message about an unknown name: the nearest name, or all names if no name is similar.
 *
 * @example
 * ```ts
 * import { suggestion } from '@syncline/core/errors';
 *
 * suggestion('limt', ['limit', 'offset']); // 'did you mean limit?'
 * suggestion('size', ['limit', 'offset']); // 'use limit, offset'
 * ```
 */
export function suggestion(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest ? `did you mean ${nearest}?` : `use ${names.join(', ') || 'none'}`;
}

/** The name that is most like another one; undefined if none is similar. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = 1 + name.length / 2;
  const left = name.toLowerCase().slice(0, 50);
  for (const each of names) {
    const right = each.toLowerCase();
    // The letters that only one of the words has, wherever they stand. Of anagrams, the one with the same beginning is
    // nearer.
    let rest = right;
    for (const letter of left) rest = rest.replace(letter, '');
    const distance = left.length - right.length + 2 * rest.length + Number(left[0] !== right[0]);
    if (distance < least && distance < each.length) {
      nearest = each;
      least = distance;
    }
  }
  return nearest;
}
