import { ConfigError } from '@syncline/core/errors';

const key = Symbol.for('syncline.filter.scopes');
const shared = globalThis as { [key]?: Set<object>[] };

/**
 * For each running callback, the outer ones first: the filters that were created in it and are not yet part of another
 * one. All copies of this package share the list, because a callback can combine the filters of several copies.
 */
const scopes: Set<object>[] = (shared[key] ??= []);

/** Adds a filter to the running callback; returns whether there is one. */
export function register(filter: object): boolean {
  return scopes.at(-1)?.add(filter) !== undefined;
}

/** Marks a filter as part of another one. */
export function use(filter: object): void {
  for (const scope of scopes) scope.delete(filter);
}

/**
 * Runs a callback and returns its result.
 *
 * JavaScript's `a && b` drops `a`, and code cannot intercept that. So a filter that the callback created but that is
 * neither its result nor part of another filter is an error.
 */
export function runInScope(build: () => unknown): unknown {
  const scope = new Set<object>();
  scopes.push(scope);
  let result: unknown;
  try {
    result = build();
  } finally {
    scopes.pop();
  }
  scope.delete(result as object);
  if (scope.size > 0) {
    // Without the texts of the strings, which can be confidential.
    const unused = [...scope]
      .join('; ')
      .replace(/'(?:[^']|'')*'/g, "'…'")
      .slice(0, 200);
    throw new ConfigError(
      'filter',
      `must not drop a condition, found unused: ${unused}; combine with .and() and .or(), not with && and ||`,
    );
  }
  return result;
}
