import { type Clock, guard, isSynclineError, scrubError, withTimeLimit } from '@syncline/core';
import { StoreError } from '../errors/store-error.ts';
import type { Store } from '../store/store.ts';

/**
 * Returns a store whose methods settle within a time limit, and whose failures are a `StoreError` that names the method.
 * A write that is abandoned may still happen: its fence keeps a later one from being made from what was before it.
 */
export function guardStore(store: Store, clock: Clock, timeout: number): Store {
  const limited = async <Result>(method: keyof Store, call: () => Promise<Result>): Promise<Result> =>
    withTimeLimit(
      clock,
      timeout,
      async () =>
        guard(call, (thrown) => {
          throw isSynclineError(thrown) ? thrown : failureOf(method, thrown);
        }),
      () => new StoreError(`store.${method} did not settle within ${timeout} ms. Look at the database.`, 'TIMEOUT'),
    );
  return {
    environment: store.environment,
    begin: () => limited('begin', () => store.begin()),
    write: (change) => limited('write', () => store.write(change)),
    release: () => limited('release', () => store.release()),
    readHeads: (query) => limited('readHeads', () => store.readHeads(query)),
    readRuns: (query) => limited('readRuns', () => store.readRuns(query)),
    readOpen: (startedBefore) => limited('readOpen', () => store.readOpen(startedBefore)),
    readEvents: (after, limit) => limited('readEvents', () => store.readEvents(after, limit)),
    readCursor: (consumer) => limited('readCursor', () => store.readCursor(consumer)),
    acknowledge: (consumer, position) => limited('acknowledge', () => store.acknowledge(consumer, position)),
    removeConsumer: (consumer) => limited('removeConsumer', () => store.removeConsumer(consumer)),
    deleteEvents: (foundBefore) => limited('deleteEvents', () => store.deleteEvents(foundBefore)),
    prune: (options) => limited('prune', () => store.prune(options)),
    close: () => store.close(),
  };
}

function failureOf(method: keyof Store, thrown: unknown): StoreError {
  const cause = scrubError(thrown);
  const reason = cause.code ?? cause.name;
  const message = `store.${method} failed (${reason}). Nothing is lost: poll again when it works.`;
  return new StoreError(message, reason, { cause });
}
