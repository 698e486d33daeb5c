import { expect, test } from 'vitest';
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
