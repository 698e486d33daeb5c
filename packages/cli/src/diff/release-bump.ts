import type { Bump } from './change.ts';

/**
 * The bump that releases a change of a package with this version. Before 1.0.0, the second number of a version counts
 * the breaking changes (semver.org, section 4; npm's `^0.2.0` accepts no 0.3.0), so a breaking change is a minor bump.
 */
export function releaseBump<Given extends Bump>(bump: Given, version: string): Given | 'minor' {
  return bump === 'major' && version.startsWith('0.') ? 'minor' : bump;
}
