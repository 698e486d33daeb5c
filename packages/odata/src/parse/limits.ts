import { ConfigError } from '../errors/config-error.ts';

/** How large a text may be before it is refused with `ODATA_LIMIT`. `Infinity` lifts a limit, but for `maxDepth`. */
export interface Limits {
  /** UTF-16 code units. @default 8192 */
  readonly maxLength?: number | undefined;
  /** Parentheses and `not` inside each other; 500 at most, so that no input overflows the stack. @default 100 */
  readonly maxDepth?: number | undefined;
  /** Properties, literals, comparisons, calls, and each `not`, `and`, `or`. @default 1000 */
  readonly maxNodes?: number | undefined;
}

/** Each level takes four frames of the stack, of which a browser's worker has the fewest. */
const deepest = 500;

/** The limits that hold when none are given. */
export const defaultLimits = Object.freeze({ maxLength: 8192, maxDepth: 100, maxNodes: 1000 });

export function resolveLimits(limits: Limits | undefined): Required<{ [Name in keyof Limits]: number }> {
  if (limits === undefined) return defaultLimits;
  const {
    maxLength = defaultLimits.maxLength,
    maxDepth = defaultLimits.maxDepth,
    maxNodes = defaultLimits.maxNodes,
  } = limits;
  for (const [option, value] of Object.entries({ maxLength, maxDepth, maxNodes })) {
    const most = option === 'maxDepth' ? deepest : Infinity;
    if (!(value >= 0 && value <= most))
      throw new ConfigError(option, `expected a number from 0 to ${most}, found ${String(value)}`);
  }
  return { maxLength, maxDepth, maxNodes };
}
