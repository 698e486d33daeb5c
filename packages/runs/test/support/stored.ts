import type { Change, Store, StoredEvent } from '../../src/store/store.ts';
import { streamRuns } from '../../src/store/run-page.ts';
import type { StoredRun } from '../../src/store/stored-run.ts';

/** A run as a store keeps it. It started at second 1 and is still running. */
export const runOf = (key: string, facts: Partial<StoredRun> = {}): StoredRun => ({
  key,
  job: 'Orders',
  outcome: 'running',
  status: 'RUNNING',
  start: 1_000,
  end: undefined,
  rows: undefined,
  version: `${key}-1`,
  firstSeen: 2_000,
  raw: `{"historyid":"${key}","details":"x"}`,
  ...facts,
});

/** An event that was found at second 2. */
export const eventOf = (id: string, at = 2_000): StoredEvent => ({ id, type: 'started', key: 'a', at, data: '{}' });

/** Writes a change as the next turn. */
export async function write(store: Store, given: Partial<Change>): Promise<void> {
  const { fence = '' } = (await store.begin()) ?? {};
  await store.write({ fence, state: 's', runs: [], events: [], at: 2_000, ...given });
}

/** The state that the next turn begins with. */
export async function stateOf(store: Store): Promise<string | undefined> {
  return (await store.begin())?.state;
}

/** All runs of a store, oldest first. */
export async function allRuns(store: Pick<Store, 'readPage'>): Promise<readonly StoredRun[]> {
  const found: StoredRun[] = [];
  for await (const runs of streamRuns(store, { first: 'oldest' })) found.push(...runs);
  return found;
}
