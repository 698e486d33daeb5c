import type { Clock } from '@syncline/core/internal';
import { outcomes } from '../outcome/outcome.ts';
import { callMethod, type Check, isText, listOf } from '../store/guard-method.ts';
import type { QueuedEvent, RunHead, Store, StoredRun, StoreTurn } from '../store/store.ts';

/**
 * Returns a store whose methods settle within a time limit. Its failures are a `StoreError` that names the method, and
 * a wrong value is a `ConfigError`: if a store returned nothing, a tracker would start again from the beginning.
 *
 * An abandoned write may still happen. Its fence then refuses a later write that is based on the state before it.
 */
export function guardStore(store: Store, clock: Clock, timeout: number): Store {
  const limit = { clock, timeout, advice: 'No data is lost: poll again when it works.' };
  const limited = <Result>(method: keyof Store, call: () => Promise<Result>, isGood: Check): Promise<Result> =>
    callMethod(method, limit, call, isGood);
  return {
    environment: store.environment,
    begin: () => limited('begin', () => store.begin(), isTurn),
    write: (change) => limited('write', () => store.write(change), isAnything),
    release: () => limited('release', () => store.release(), isAnything),
    readHeads: (query) => limited('readHeads', () => store.readHeads(query), listOf(isHead)),
    readRuns: (query) => limited('readRuns', () => store.readRuns(query), listOf(isStoredRun)),
    readOpen: (startedBefore) => limited('readOpen', () => store.readOpen(startedBefore), listOf(isHead)),
    readEvents: (after, limit) => limited('readEvents', () => store.readEvents(after, limit), eventsAfter(after)),
    readCursor: (consumer) => limited('readCursor', () => store.readCursor(consumer), isCount),
    acknowledge: (consumer, position) =>
      limited('acknowledge', () => store.acknowledge(consumer, position), isAnything),
    removeConsumer: (consumer) => limited('removeConsumer', () => store.removeConsumer(consumer), isBoolean),
    deleteEvents: (foundBefore) => limited('deleteEvents', () => store.deleteEvents(foundBefore), isCount),
    prune: (options) => limited('prune', () => store.prune(options), isCount),
    close: () => limited('close', () => store.close(), isAnything),
  };
}

const isAnything: Check = () => true;
const isBoolean: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

function isTurn(value: unknown): boolean {
  if (value === undefined) return true;
  const { fence, state } = Object(value) as Partial<StoreTurn>;
  return isText(fence) && (state === undefined || isText(state));
}

function isHead(value: unknown): boolean {
  const { key, job, version, outcome, start } = Object(value) as Partial<RunHead>;
  return (
    [key, job, version].every(isText) && outcomes.includes(outcome as RunHead['outcome']) && Number.isFinite(start)
  );
}

function isStoredRun(value: unknown): boolean {
  const { status, raw, firstSeen } = Object(value) as Partial<StoredRun>;
  return isHead(value) && isText(status) && isText(raw) && Number.isFinite(firstSeen);
}

/** Checks that events are in order and after a position. Otherwise they might be delivered repeatedly. */
function eventsAfter(after: number): Check {
  return (value) => {
    let last = after;
    return listOf((event) => {
      const { position, id, type, data, at } = Object(event) as Partial<QueuedEvent>;
      const isNext = isCount(position) && (position as number) > last;
      last = position ?? last;
      return isNext && [id, type, data].every(isText) && Number.isFinite(at);
    })(value);
  };
}
