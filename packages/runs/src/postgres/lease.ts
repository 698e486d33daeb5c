import type { Clock } from '@syncline/core';
import type { CheckedQuery } from './postgres-database.ts';

/** How many leases long a poll may take, before another worker may take over although this one still runs. */
const longestTurn = 20;

/** Keeps the lease of a store while it polls. */
export interface LeaseKeeper {
  /** Renews the lease again and again from now on, until `stop`. */
  keep(fence: string): void;
  stop(): void;
}

/**
 * Renews a lease three times within its length, so that it does not expire during a long poll. A failure is ignored: the
 * lease is renewed by the next attempt, or is lost, which the next write notices. After 20 leases it stops, so that a
 * poll that hangs does not keep other workers out for ever.
 *
 * @param lease - in milliseconds
 */
export function createLeaseKeeper(
  query: CheckedQuery,
  clock: Clock,
  lease: number,
  statement: string,
  parametersOf: (fence: string) => (string | number | null)[],
): LeaseKeeper {
  let cancel = (): void => {};
  const stop = (): void => cancel();
  const keep = (fence: string): void => {
    stop();
    let isKept = true;
    const end = clock.now() + longestTurn * lease;
    const renew = async (): Promise<void> => {
      const isLost = await query(statement, parametersOf(fence)).then(
        (rows) => rows.length === 0,
        () => false,
      );
      if (isKept && !isLost && clock.now() < end) cancelWait = clock.wait(lease / 3, () => void renew(), true);
    };
    let cancelWait = clock.wait(lease / 3, () => void renew(), true);
    cancel = () => {
      isKept = false;
      cancelWait();
    };
  };
  return { keep, stop };
}
