import { describe, expect, test } from 'vitest';
import { lintJobs, lintRules } from '../../src/index.ts';
import { readWorld } from '../support/world.ts';

describe.each([1, 2, 3])('the generated world of seed %i', (seed) => {
  test('has jobs that are named after the rule that reports them', async () => {
    const inventory = await readWorld(seed);
    const { findings } = lintJobs(inventory);
    const flawed = inventory.entries.flatMap(({ name }) => /^Flaw: (.*)$/.exec(name)?.[1] ?? []);
    expect(new Set(flawed).size).toBeGreaterThanOrEqual(12);
    for (const words of flawed) {
      const id = words.replaceAll(' ', '-');
      expect(lintRules.map((rule) => rule.id)).toContain(id);
      expect(
        findings.some(({ rule, job }) => rule === id && job.name === `Flaw: ${words}`),
        id,
      ).toBe(true);
    }
  });
});
