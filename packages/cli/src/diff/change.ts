/** By semantic versioning, from least to most. */
export const BUMPS = ['none', 'patch', 'minor', 'major'] as const;
export type Bump = (typeof BUMPS)[number];

/** One change of the description, rated for who uses the packages. */
export interface Change {
  readonly document: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly bump: Exclude<Bump, 'none'>;
  /** One sentence: what changed. */
  readonly message: string;
  /** Why it has this rating, where that is not plain. */
  readonly why: string | null;
  readonly operations: readonly string[];
  /** `Record.field`, or `Record` where a whole one came or went. */
  readonly fields: readonly string[];
  /** The client calls that it touches. */
  readonly calls: readonly string[];
}

export interface Report {
  readonly bump: Bump;
  readonly changes: readonly Change[];
  /** The bump that each package needs; packages without one are not named. */
  readonly packages: Readonly<Record<string, Exclude<Bump, 'none'>>>;
}

export function highest(bumps: readonly Bump[]): Bump {
  return BUMPS[Math.max(0, ...bumps.map((bump) => BUMPS.indexOf(bump)))] ?? 'none';
}
