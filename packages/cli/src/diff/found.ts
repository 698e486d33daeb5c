import type { Change } from './change.ts';
import type { Owner } from './owner.ts';
import type { Rating } from './rate.ts';
import { short, type Topic } from './topic.ts';
import type { Direction } from './usage.ts';
import { isDeepStrictEqual } from 'node:util';

/** A change that was found, before the operations and calls that it concerns are added. */
export interface Found extends Rating {
  readonly owner: Owner;
  readonly kind: Change['kind'];
  readonly topic: Topic;
  readonly message: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly fields?: readonly string[];
  readonly parameters?: readonly string[];
  readonly schemes?: readonly string[];
  readonly values?: readonly string[];
}

/** The place of a schema in both documents. */
export interface Site {
  readonly owner: Owner;
  /** The keys of fields on the way to this place, such as `Order.lines[]`. */
  readonly path: string;
  /** What the path is in, such as `the request body of \`createOrder\``; empty for a named schema. */
  readonly of: string;
  readonly directions: ReadonlySet<Direction>;
  /** The parameters that the schema describes. */
  readonly parameters?: readonly string[];
  /** Whether filters may name the fields of the record. */
  readonly isFiltered?: boolean;
}

type Text = Pick<Found, 'message' | 'before' | 'after'>;

/** What was added or removed, such as a parameter, and what there is of it. */
export const added = (name: string, after: string | null = null): Text & Pick<Found, 'kind'> => ({
  ...became(`${name} was added`, null, after),
  kind: 'added',
});
export const removed = (name: string, before: string | null = null): Text & Pick<Found, 'kind'> => ({
  ...became(`${name} was removed`, before, null),
  kind: 'removed',
});
export const became = (message: string, before: string | null, after: string | null): Text => ({
  message,
  before,
  after,
});

/** The names of the members of either side. */
export const namesOf = (before: object, after: object): ReadonlySet<string> =>
  new Set([...Object.keys(before), ...Object.keys(after)]);

/** What only the old side has, and what only the new one has. */
export function differing<Item>(was: readonly Item[], is: readonly Item[]): readonly [lost: Item[], gained: Item[]] {
  return [was.filter((each) => !is.includes(each)), is.filter((each) => !was.includes(each))];
}

/** The text of a value that came, went or changed. */
export function changed(name: string, before: unknown, after: unknown): Text {
  const [old, now] = [short(before), short(after)];
  const text = old === null ? `was set to ${now}` : now === null ? 'was removed' : `changed from ${old} to ${now}`;
  return became(`${name} ${text}`, old, now);
}

/** A deprecation that came, or whose last day changed. */
export function deprecationOf(
  name: string,
  old: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Omit<Found, 'owner'> | undefined {
  const isEqual = Object.is(old['x-sunset'], now['x-sunset']);
  if (now['deprecated'] !== true || (old['deprecated'] === true && isEqual)) return undefined;
  const day = short(now['x-sunset']);
  return {
    kind: 'modified',
    topic: 'deprecated',
    bump: 'minor',
    why: 'a later version may remove it',
    message: `${name} is deprecated${day === null ? '' : ` and ends on ${day}`}`,
    before: old['deprecated'] === true ? 'deprecated' : 'current',
    after: 'deprecated',
  };
}

/** The name of a place in a sentence. */
export function nameOf({ path, of }: Site): string {
  if (path === '') return of;
  return of === '' ? `\`${path}\`` : `\`${path}\` of ${of}`;
}

export const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** A place inside another. */
export const below = ({ base, rest }: Owner, ...keys: readonly string[]): Owner => ({ base, rest: [...rest, ...keys] });

/** The place of a property. */
export function child(site: Site, name: string): Site {
  return {
    ...site,
    path: site.path === '' ? name : `${site.path}.${name}`,
    owner: below(site.owner, 'properties', name),
  };
}

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
function isSimilar(left: string, right: string): boolean {
  const [a, b] = [left, right].map((name) => name.toLowerCase().replaceAll(/[_-]/g, '')) as [string, string];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(start, end) >= shorter * 0.75;
}
