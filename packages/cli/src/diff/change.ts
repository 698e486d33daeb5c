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
  /** The old value, such as a type; null if there was none. */
  readonly before: string | null;
  /** The new value; null if it was removed. */
  readonly after: string | null;
  /** What a consumer has to do, in one sentence; null when there is nothing to do. */
  readonly action: string | null;
}

export interface Report {
  readonly bump: Bump;
  readonly changes: readonly Change[];
  /** The bump that each package needs. Packages that need none are left out. */
  readonly packages: Readonly<Record<string, Exclude<Bump, 'none'>>>;
}

export function highest(bumps: readonly Bump[]): Bump {
  return BUMPS[Math.max(0, ...bumps.map((bump) => BUMPS.indexOf(bump)))] ?? 'none';
}
