import type { Clock } from '@syncline/core/internal';
import type { HistoryStore } from '../store/history-store.ts';
import { callMethod, type Check, isText, listOf } from '../store/guard-method.ts';
import type { StoredRun } from '../store/store.ts';

/** Returns a store for an export whose methods settle within a time limit, and whose results are checked. */
export function guardHistory(store: HistoryStore, clock: Clock, timeout: number): HistoryStore {
  const limit = { clock, timeout, advice: 'The days that are written are complete. Export again to continue.' };
  const limited = <Result>(method: keyof HistoryStore, call: () => Promise<Result>, isGood: Check): Promise<Result> =>
    callMethod(method, limit, call, isGood);
  return {
    readIdentity: () => limited('readIdentity', () => store.readIdentity(), isIdentity),
    readDays: () => limited('readDays', () => store.readDays(), listOf(isDay)),
    readPage: (day, after, most) =>
      limited('readPage', () => store.readPage(day, after, most), pageAfter(after?.start, after?.key, most)),
    readRuns: (query) => limited('readRuns', () => store.readRuns(query), listOf(isRun)),
  };
}

function isIdentity(value: unknown): boolean {
  const { id, environment } = Object(value) as Partial<Awaited<ReturnType<HistoryStore['readIdentity']>>>;
  return isText(id) && id !== '' && isText(environment);
}

function isDay(value: unknown): boolean {
  const { day, revision } = Object(value) as { day?: unknown; revision?: unknown };
  return Number.isSafeInteger(day) && Number.isSafeInteger(revision);
}

function isRun(value: unknown): boolean {
  const { key, job, outcome, status, version, raw, start, end, rows, firstSeen } = Object(value) as Partial<StoredRun>;
  return (
    [key, job, outcome, status, version, raw].every(isText) &&
    [start, firstSeen, end ?? 0].every(Number.isInteger) &&
    Number.isFinite(rows ?? 0)
  );
}

/** Checks that the runs come after the last one of the previous page. Otherwise an export might never end. */
function pageAfter(start = Number.NEGATIVE_INFINITY, key = '', most: number): Check {
  return (value) =>
    listOf(isRun)(value) &&
    (value as readonly StoredRun[]).length <= most &&
    (value as readonly StoredRun[]).every((run) => run.start > start || (run.start === start && run.key !== key));
}
