import { ConfigError, ownOptions } from '@syncline/core/internal';

/**
 * How large a text can be before it is refused with `ODATA_LIMIT`. `Infinity` removes a limit, except for `maxDepth`.
 */
export interface Limits {
  /** UTF-16 code units. @default 8192 */
  readonly maxLength?: number | undefined;
  /** How deep parentheses and `not` can be nested: 500 at most, so that no input overflows the stack. @default 100 */
  readonly maxDepth?: number | undefined;
  /** Properties, literals, comparisons, function calls, and each `not`, `and`, `or`. @default 1000 */
  readonly maxNodes?: number | undefined;
}

/** Each level takes four stack frames, and the worker of a browser has the smallest stack. */
const deepest = 500;

/** The default limits. */
export const defaultLimits = Object.freeze({ maxLength: 8192, maxDepth: 100, maxNodes: 1000 });

export function resolveLimits(limits: Limits | undefined): Required<{ [Name in keyof Limits]: number }> {
  if (limits === undefined) return defaultLimits;
  const {
    maxLength = defaultLimits.maxLength,
    maxDepth = defaultLimits.maxDepth,
    maxNodes = defaultLimits.maxNodes,
  } = ownOptions(limits, defaultLimits, 'limits');
  for (const [option, value] of Object.entries({ maxLength, maxDepth, maxNodes })) {
    const most = option === 'maxDepth' ? deepest : Infinity;
    if (!(value >= 0 && value <= most))
      throw new ConfigError(
        option,
        `must be a number from 0 to ${most}, found ${String(value)}; leave it out for ${defaultLimits[option as keyof Limits]}`,
      );
  }
  return { maxLength, maxDepth, maxNodes };
}
