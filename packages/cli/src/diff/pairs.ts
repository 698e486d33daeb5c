import { isDeepStrictEqual } from 'node:util';

/** What a function finds on both sides of a comparison. */
export function both<Side, Result>(
  [before, after]: readonly [Side, Side],
  find: (side: Side, index: 0 | 1) => Result,
): readonly [Result, Result] {
  return [find(before, 0), find(after, 1)];
}

/**
 * The old and the new name of what was renamed: the only one that is gone and the only one that is new, if they have
 * the same content, and a similar name or the same description.
 */
export function renamedOf(
  removed: readonly string[],
  added: readonly string[],
  before: (name: string) => unknown,
  after: (name: string) => unknown,
  isAlike = isSimilar,
): readonly [old: string, now: string] | undefined {
  const [from, to] = [removed[0], added[0]];
  if (from === undefined || to === undefined || removed.length > 1 || added.length > 1) return undefined;
  const [old, now] = [before(from), after(to)];
  if (!isDeepStrictEqual(old, now)) return undefined;
  const isDescribed = (old as { readonly description?: unknown } | undefined)?.description !== undefined;
  return isDescribed || isAlike(from, to) ? [from, to] : undefined;
}

/** Whether two names share at least three quarters of the shorter one, at the start or at the end. */
function isSimilar(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.toLowerCase().replaceAll(/[_-]/g, '')) as [string, string];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(start, end) >= shorter * 0.75;
}
