import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, hash } from '../../src/random/random.ts';

const draws = (seed: number, part?: number, other?: number): number[] => {
  const random = createRandom(seed, part, other);
  return Array.from({ length: 5 }, () => random.int(0, 999));
};

describe('createRandom', () => {
  it('gives these numbers on every engine', () => {
    expect(draws(1)).toMatchInlineSnapshot(`
      [
        102,
        143,
        382,
        788,
        251,
      ]
    `);
    expect(createRandom(1, hash('jobs')).hex(8)).toMatchInlineSnapshot(`"be7aab05"`);
    expect(hash('job_3f9a1c20')).toMatchInlineSnapshot(`827562368`);
  });

  it('gives different numbers for another seed or part', () => {
    const streams = [draws(1), draws(2), draws(1, 1), draws(1, 0, 1), draws(1 + 0x1_0000_0000), draws(-1)];
    expect(new Set(streams.map(String)).size).toBe(streams.length);
  });

  it('draws every whole number of a range and no other', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (seed) => {
        const random = createRandom(seed);
        expect(new Set(Array.from({ length: 200 }, () => random.int(-1, 2)))).toEqual(new Set([-1, 0, 1, 2]));
      }),
    );
  });

  it('is fair: each tenth of the range gets a tenth of 100,000 numbers', () => {
    const random = createRandom(42);
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 100_000; i++) tenths[Math.floor(random.next() * 10)]!++;
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  it('never draws a chance of 0 and always a chance of 1', () => {
    const random = createRandom(3);
    for (let i = 0; i < 1000; i++) {
      expect(random.chance(0)).toBe(false);
      expect(random.chance(1)).toBe(true);
    }
  });
});
