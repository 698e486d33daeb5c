import { expect, test } from 'vitest';
import { bumpBetween } from '../../../../scripts/release/changesets.ts';
import { releaseBump } from '../../src/diff/change.ts';

test.each([
  ['major', '0.0.0', 'minor'],
  ['major', '0.9.3', 'minor'],
  ['major', '1.0.0', 'major'],
  ['major', '10.0.0', 'major'],
  ['minor', '0.2.0', 'minor'],
  ['patch', '0.2.0', 'patch'],
  ['none', '0.2.0', 'none'],
] as const)('a change rated %s of a package that has version %s is released by a %s bump', (bump, version, released) => {
  expect(releaseBump(bump, version)).toBe(released);
});

test.each([
  ['0.1.3', '0.1.3', 'none'],
  ['0.1.3', '0.1.4', 'patch'],
  ['0.1.3', '0.2.0', 'minor'],
  ['0.9.0', '1.0.0', 'major'],
  ['1.9.9', '1.10.0', 'minor'],
  ['2.0.0', '1.9.0', 'none'],
  ['1.2.0', '1.1.9', 'none'],
  ['0.1.0', '0.2.0-next.1', 'minor'],
])('from %s to %s is a %s bump', (before, after, bump) => {
  expect(bumpBetween(before, after)).toBe(bump);
});
