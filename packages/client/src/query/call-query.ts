import { ConfigError } from '@syncline/core/internal';
import { isFilter, toFilter } from '@syncline/odata/builder';
import { callOptionNames } from '../options/client-options.ts';

/**
 * The query options of a call, as TanStack Query takes them: `useQuery`, `queryOptions`, `prefetchQuery` and the others,
 * for every framework. Their type is structural, so that this package does not depend on it.
 */
export interface CallQuery<Data> {
  /**
   * The scope, the interface and the names of the call (such as `['syncline', 'odata', 'history', 'list']`), then its
   * arguments without the options that do not change the result. A filter is there as text, so that equal filters have
   * equal keys.
   */
  readonly queryKey: readonly unknown[];
  /** Sends the call. It ends when TanStack Query cancels the query. */
  readonly queryFn: (context: { readonly signal?: AbortSignal | undefined }) => Promise<Data>;
  /** The client already retries what can be retried, within its limits */
  readonly retry: false;
}

/** Returns the query options of a call. */
type QueryMaker = <Args extends unknown[], Data>(
  call: (...args: Args) => Promise<Data>,
  names: readonly string[],
  /** How many arguments stand before the options of the call */
  count: number,
) => (...args: Args) => CallQuery<Data>;

/**
 * Creates what makes the query options of a client's calls.
 *
 * @param scope - the first part of each key
 * @throws {ConfigError} when `scope` is not a text, or is empty
 */
export function createQueryMaker(scope: string): QueryMaker {
  if (typeof scope !== 'string' || scope === '') throw new ConfigError('scope', 'must be a text that is not empty');
  return (call, names, count) =>
    (...args) => {
      const inputs = args.slice(0, count);
      const options = (args[count] ?? {}) as Readonly<Record<string, unknown>>;
      if (options['signal'] !== undefined)
        throw new ConfigError('signal', 'must not be set: TanStack Query passes its own to the call');
      const parts = keyParts(options);
      return {
        queryKey: [scope, ...names, ...inputs, ...(Object.keys(parts).length > 0 ? [parts] : [])],
        queryFn: async ({ signal }) => call(...([...inputs, { ...options, signal }] as typeof args)),
        retry: false,
      };
    };
}

/** The options that change the result, with a filter as text. */
function keyParts(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const parts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    // A key is JSON, which a schema is not.
    if (value === undefined || name in callOptionNames || name === 'schema') continue;
    parts[name] = typeof value === 'function' || isFilter(value) ? String(toFilter(value as never, unlimited)) : value;
  }
  return parts;
}

/** The call itself refuses a filter that is too long. */
const unlimited = { maxLength: Infinity, maxNodes: Infinity };
