import type { Topic } from './topic.ts';

/** The bumps of semantic versioning, from smallest to largest. */
export const BUMPS = ['none', 'patch', 'minor', 'major'] as const;
export type Bump = (typeof BUMPS)[number];

/** One change of the description, rated for users of the packages. */
export interface Change {
  readonly document: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly bump: Exclude<Bump, 'none'>;
  readonly topic: Topic;
  /** What changed, in one sentence. */
  readonly message: string;
  /** Why the change has this rating; null where it is obvious. */
  readonly why: string | null;
  readonly operations: readonly string[];
  /** `Record.field`, or `Record` when a whole record was added or removed. */
  readonly fields: readonly string[];
  /** The calls that send the operations. */
  readonly calls: readonly string[];
  /** The path and query parameters that the change is about. */
  readonly parameters: readonly string[];
  /** The security schemes that the change is about. */
  readonly schemes: readonly string[];
  /** The values that an enumeration lost. */
  readonly values: readonly string[];
  /** The old value, such as a type; null if there was none. */
  readonly before: string | null;
  /** The new value; null if it was removed. */
  readonly after: string | null;
  /** What a consumer has to do, in one sentence; null when there is nothing to do. */
  readonly action: string | null;
}

export interface DiffReport {
  readonly bump: Bump;
  readonly changes: readonly Change[];
  /** The bump that each package needs. Packages that need none are left out. */
  readonly packages: Readonly<Record<string, Exclude<Bump, 'none'>>>;
}

export function highest(bumps: readonly Bump[]): Bump {
  return BUMPS[Math.max(0, ...bumps.map((bump) => BUMPS.indexOf(bump)))] ?? 'none';
}

/**
 * The bump that releases a change of a package with this version. Before 1.0.0, the second number of a version counts
 * the breaking changes (semver.org, section 4; npm's `^0.2.0` accepts no 0.3.0), so a breaking change is a minor bump.
 */
export function releaseBump<Given extends Bump>(bump: Given, version: string): Given | 'minor' {
  return bump === 'major' && version.startsWith('0.') ? 'minor' : bump;
}
