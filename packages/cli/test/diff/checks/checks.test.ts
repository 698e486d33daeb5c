import { expect, test } from 'vitest';
import { compare } from '../../../src/diff/compare.ts';
import { documentsOf } from './documents.ts';
import { CHECKS } from './rows.ts';

/** What we rate lower than oasdiff, because it is not about calls. */
const POLICIES = [
  'the date of a removal is a rule of the publisher, and no call breaks',
  'a level of stability is a promise of the publisher, and no call breaks',
];

const rows = Object.values(CHECKS).flat();

test('every check has a row of its own', () => {
  expect(new Set(rows.map(({ check }) => check)).size).toBe(rows.length);
  expect(rows.length).toBe(509);
});

test.each(rows)('$check ($level): $bump $reason', ({ check, level, bump, reason }) => {
  const report = compare(...(documentsOf(check).map((document) => [document]) as [[never], [never]]));
  expect(report.bump).toBe(bump);
  const isBreaking = level !== 'INFO';
  // A different rating has a reason, which `diff` shows unless it is about the publisher's policy.
  expect(reason !== '').toBe(isBreaking !== (bump === 'major'));
  if (reason !== '' && !POLICIES.includes(reason)) expect(report.changes.map(({ why }) => why)).toContain(reason);
});

test('nothing that breaks is rated lower than oasdiff rates it, apart from policies', () => {
  const lower = rows.filter(
    ({ level, bump, reason }) => level === 'ERR' && bump !== 'major' && !POLICIES.includes(reason),
  );
  expect(lower).toEqual([]);
});
