import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineOutcomes } from '../../src/index.ts';

test('no vocabulary treats an unknown word as a success', () => {
  const word = fc.string({ minLength: 1, maxLength: 12 });
  const list = fc.array(word, { maxLength: 5 });
  const vocabulary = fc.record({
    succeeded: list,
    warned: list,
    failed: list,
    running: list,
    cancelled: list,
    partial: list,
  });
  fc.assert(
    fc.property(vocabulary, word, fc.option(word), (all, status, details) => {
      const used = new Set<string>();
      const distinct = Object.fromEntries(
        Object.entries(all).map(([name, each]) => [name, each.filter((text) => !used.has(text) && used.add(text))]),
      ) as Record<keyof typeof all, string[]>;
      fc.pre(used.size > 0);
      const { outcome } = defineOutcomes(distinct)({ status, details });
      if (!used.has(status)) expect(['unknown', 'partial', 'failed']).toContain(outcome);
      else if (outcome === 'succeeded') expect(distinct.succeeded).toContain(status);
    }),
    { numRuns: 10_000, seed: 7 },
  );
});
