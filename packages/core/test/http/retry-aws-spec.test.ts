import { describe, expect, it } from 'vitest';
import { createRetryBudget, planRetry, type RetryPlan, standardBudget } from '../../src/http/retry.ts';
import { describeConformance } from '../support/conformance.ts';

interface Spec {
  constants2026: {
    quota: number;
    transientCost: number;
    throttlingCost: number;
    transientBaseSeconds: number;
    throttlingBaseSeconds: number;
    capSeconds: number;
    maxAttempts: number;
  };
  specCases2026: {
    name: string;
    given: { max_attempts?: number; initial_retry_tokens?: number; exponential_base: number };
    responses: {
      response: { status_code: number; error_code?: string };
      expected: { outcome: string; retry_quota: number; delay?: number };
    }[];
  }[];
  timingsClassic: { name: string; timings: ['TRANSIENT' | 'THROTTLING', number, number | null, number, boolean][] }[];
}

const outcomes = { attempts: 'max_attempts_exceeded', budget: 'retry_quota_exceeded' } as Record<string, string>;

describeConformance<Spec>('aws-retry-spec.json', ({ constants2026: numbers, specCases2026: cases, timingsClassic }) => {
  const timing = (isThrottled: boolean) => ({
    baseMs: (isThrottled ? numbers.throttlingBaseSeconds : numbers.transientBaseSeconds) * 1000,
    capMs: numbers.capSeconds * 1000,
  });
  it.each(cases)('$name', ({ given, responses }) => {
    const budget = createRetryBudget({
      capacity: numbers.quota,
      cost: numbers.transientCost,
      throttledCost: numbers.throttlingCost,
    });
    budget.tokens = given.initial_retry_tokens ?? budget.tokens;
    let retries = 0;
    let cost: number | undefined;
    for (const { response, expected } of responses) {
      if (response.status_code < 400) {
        budget.refund(cost);
        retries = 0;
        cost = undefined;
        expect(expected.outcome).toBe('success');
      } else {
        const plan: RetryPlan = planRetry(
          {
            retries,
            maxRetries: (given.max_attempts ?? numbers.maxAttempts) - 1,
            isThrottled: response.error_code === 'Throttling',
            retryAfterSeconds: undefined,
            remainingMs: Number.POSITIVE_INFINITY,
          },
          budget,
          timing(response.error_code === 'Throttling'),
          () => given.exponential_base,
        );
        if (plan.stop === undefined) {
          retries += 1;
          cost = plan.cost;
          expect('retry_request').toBe(expected.outcome);
          expect(plan.delayMs).toBeCloseTo((expected.delay ?? Number.NaN) * 1000);
        } else expect(outcomes[plan.stop]).toBe(expected.outcome);
      }
      expect(budget.tokens).toBe(expected.retry_quota);
    }
  });

  it.each(timingsClassic)('classic timing: $name', ({ timings }) => {
    const budget = createRetryBudget(standardBudget);
    // The first row of each case is the state before any retry.
    for (const [type, count, cost, delayMs] of timings.slice(1)) {
      const plan = planRetry(
        {
          retries: count - 1,
          maxRetries: 99,
          isThrottled: type === 'THROTTLING',
          retryAfterSeconds: undefined,
          remainingMs: Number.POSITIVE_INFINITY,
        },
        budget,
        { baseMs: type === 'THROTTLING' ? 500 : 100, capMs: 20_000 },
        () => 1,
      );
      expect(plan).toEqual({ delayMs, cost });
    }
  });
});

describe('a retry plan', () => {
  const plan = (failure: object, random = () => 1) =>
    planRetry(
      { retries: 0, maxRetries: 2, isThrottled: false, retryAfterSeconds: undefined, remainingMs: 60_000, ...failure },
      createRetryBudget(standardBudget),
      { baseMs: 500, capMs: 8000 },
      random,
    );
  it.each([
    [{}, { delayMs: 500, cost: 10 }],
    [{ retries: 1 }, { delayMs: 1000, cost: 10 }],
    [{ isThrottled: true }, { delayMs: 500, cost: 5 }],
    [
      { retries: 90, maxRetries: 99 },
      { delayMs: 8000, cost: 10 },
    ],
    [{ retries: 2 }, { stop: 'attempts' }],
    [{ retryAfterSeconds: 3 }, { delayMs: 3000, cost: 10 }],
    [{ retryAfterSeconds: 0 }, { delayMs: 500, cost: 10 }],
    [
      { retryAfterSeconds: 60, remainingMs: 60_001 },
      { delayMs: 60_000, cost: 10 },
    ],
    [{ retryAfterSeconds: 60 }, { stop: 'deadline' }],
    [{ retryAfterSeconds: 61 }, { stop: 'retry-after' }],
    [{ remainingMs: 500 }, { stop: 'deadline' }],
    [{ remainingMs: 501 }, { delayMs: 500, cost: 10 }],
  ])('%j → %j', (failure, wanted) => expect(plan(failure)).toEqual(wanted));
  it('does not wait with the smallest jitter, except for a Retry-After', () => {
    expect(plan({}, () => 0)).toEqual({ delayMs: 0, cost: 10 });
    expect(plan({ retryAfterSeconds: 2 }, () => 0)).toEqual({ delayMs: 2000, cost: 10 });
  });
  it('never fills a budget beyond its capacity', () => {
    const budget = createRetryBudget({ capacity: 20, cost: 10, throttledCost: 5 });
    budget.refund(10);
    expect(budget.tokens).toBe(20);
    expect([budget.take(false), budget.take(true), budget.take(false), budget.take(true), budget.take(true)]).toEqual([
      10,
      5,
      undefined,
      5,
      undefined,
    ]);
    budget.refund(undefined);
    expect(budget.tokens).toBe(1);
  });
});
