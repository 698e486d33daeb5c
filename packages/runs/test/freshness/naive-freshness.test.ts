import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchTicks } from '../../src/freshness/evaluate-freshness.ts';
import { compareWithNaive, unservedBy } from '../support/naive-freshness.ts';

// test/slow/time-zones.test.ts makes this comparison for the changes of all zones.
test.each([
  ['America/New_York', '2026-03-08T07:00:00Z', -5, -4],
  ['America/New_York', '2026-11-01T06:00:00Z', -4, -5],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', 2, 1],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 11, 10.5],
  ['America/Santiago', '2026-04-05T03:00:00Z', -3, -4],
  ['Antarctica/Troll', '2026-03-29T01:00:00Z', 0, 2],
])('freshness in %s at %s is that of an evaluator that looks at each minute', (zone, at, before, after) => {
  const [first, second] = [before, after].map((offset) => offset * 3_600_000) as [number, number];
  const transition = { zone, at: Date.parse(at), before: first, after: second };
  expect(compareWithNaive(transition, 60, Date.parse(at) / 60_000)).toEqual([]);
});

test('the fewest ticks, and the earliest of them, have no run', () => {
  const window = fc
    .tuple(fc.nat({ max: 40 }), fc.nat({ max: 6 }), fc.nat({ max: 12 }))
    .map(([at, gap, grace]) => ({ at, from: at, to: at + gap + grace }));
  fc.assert(
    fc.property(
      fc.uniqueArray(window, { maxLength: 10, selector: ({ at }) => at }),
      fc.array(fc.nat({ max: 60 }), { maxLength: 10 }),
      (windows, runs) => {
        const ticks = windows.toSorted((left, right) => left.at - right.at);
        const starts = runs.toSorted((left, right) => left - right);
        const { unserved, unused } = matchTicks(ticks, starts);
        expect(unserved.map(({ at }) => at)).toEqual(unservedBy(ticks, starts));
        expect(ticks.length - unserved.length).toBe(starts.length - unused.length);
      },
    ),
    { numRuns: 2_000, seed: 65 },
  );
});
