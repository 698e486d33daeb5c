import type { Clock } from '@syncline/core/internal';
import type { CheckedQuery } from './postgres-database.ts';

/**
 * Maximum duration of a poll, in multiples of the lease. After that, another worker may take over even if this one
 * still runs.
 */
const longestTurn = 20;

/** Keeps the lease of a store while it polls. */
export interface LeaseKeeper {
  /** Renews the lease repeatedly from now on, until `stop`. */
  keep(fence: string): void;
  stop(): void;
}

/**
 * Renews a lease three times within its length, so that it does not expire during a long poll. A failure is ignored:
 * either the next attempt renews the lease, or the lease is lost, which the next write detects. Renewal stops after 20
 * leases, so that a poll that hangs does not block other workers forever.
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
