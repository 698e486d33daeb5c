import { describe, expect, it } from 'vitest';
import { backoffDelay, isRetryableStatus } from '../../src/http/retry.ts';

const timing = { baseMs: 500, capMs: 8000 };

describe('backoffDelay', () => {
  it.each([
    [1, 250],
    [2, 500],
    [3, 1000],
    [5, 4000],
    [6, 4000],
    [2000, 4000],
  ])('after try %d waits half of the limit, %d ms, for the random number 0.5', (attempt, ms) => {
    expect(backoffDelay(attempt, timing, () => 0.5)).toBe(ms);
  });

  it('stays within its limits with real random numbers', () => {
    for (let i = 0; i < 100; i++) {
      const delay = backoffDelay(2, { baseMs: 10, capMs: 15 }, Math.random);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThan(15);
    }
    expect(backoffDelay(1, timing, Math.random)).toBeLessThan(500);
  });
});

describe('isRetryableStatus', () => {
  it('is true for exactly seven statuses', () => {
    const retryable = Array.from({ length: 600 }, (_, status) => status).filter(isRetryableStatus);
    expect(retryable).toEqual([408, 425, 429, 500, 502, 503, 504]);
  });
});
