/** The numbers of a retry budget. */
export interface RetryBudgetNumbers {
  /** Tokens in a full budget */
  readonly capacity: number;
  /** What one retry costs */
  readonly cost: number;
  /** What one retry after a throttling answer (429) costs */
  readonly throttledCost: number;
  /** Tokens at the start; full where absent */
  readonly initial?: number;
}

/** Keeps the clients of a service in trouble from multiplying its load: when most calls fail, retries stop. */
export interface RetryBudget {
  readonly tokens: number;
  /** Takes the price of one retry and returns it; undefined where there is too little left */
  take(throttled: boolean): number | undefined;
  /** A call succeeded: gives back what its last retry took, or one token where it took none */
  refund(cost: number | undefined): void;
}

/** The numbers that every client uses (those of the AWS SDKs' adaptive budget). */
export const standardBudget: RetryBudgetNumbers = { capacity: 500, cost: 10, throttledCost: 5 };

/** A budget, full at first. */
export function createRetryBudget({
  capacity,
  cost,
  throttledCost,
  initial = capacity,
}: RetryBudgetNumbers): RetryBudget {
  let tokens = initial;
  return {
    get tokens() {
      return tokens;
    },
    take: (throttled) => {
      const price = throttled ? throttledCost : cost;
      if (price > tokens) return undefined;
      tokens -= price;
      return price;
    },
    refund: (taken = 1) => {
      tokens = Math.min(capacity, tokens + taken);
    },
  };
}
