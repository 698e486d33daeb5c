import {
  ConfigError,
  guard,
  isSynclineError,
  isThenable,
  type OptionNames,
  ownOptions,
  timeOf,
} from '@syncline/core/internal';
import { readTimestamp } from '../time/timestamp.ts';
import { correctEnd, correctRows, isNullText, isStart, ReadingTally } from './reading-rules.ts';

/** Where to find a value in a record: the name of its property, or a synchronous function that reads it. */
export type Accessor<Item> = (keyof Item & string) | ((record: Item) => unknown);

/**
 * Where to find the facts of a run in your service's records. The specification names only some of the properties, so
 * `key`, `job`, `status` and `start` are required.
 */
export interface RunAccessors<Item> {
  /** The key of the run: text or a number */
  readonly key: Accessor<Item>;
  /** The job that the run belongs to */
  readonly job: Accessor<Item>;
  /** The status word, whose meaning `defineOutcomes` defines */
  readonly status: Accessor<Item>;
  /** When the run started */
  readonly start: Accessor<Item>;
  /** When the run ended */
  readonly end?: Accessor<Item> | undefined;
  /** Number of rows that the run moved */
  readonly rows?: Accessor<Item> | undefined;
  /** The error of the run; empty or absent if there is none */
  readonly error?: Accessor<Item> | undefined;
  /**
   * The IANA time zone of timestamps without an offset. Required if the service sends such timestamps. A time that the
   * clocks show twice means the first, and for an end the first that is not before the start
   */
  readonly timeZone?: string | undefined;
}

/** A run from a source, with the same names for every service. */
export interface SourceRun<Item = unknown> {
  readonly key: string;
  readonly job: string;
  /** When the run started, in milliseconds since 1970 */
  readonly start: number;
  /** When it ended, in milliseconds since 1970; undefined if it is running, or if the service does not send it */
  readonly end: number | undefined;
  /** Number of rows that it moved; undefined if the service does not send it */
  readonly rows: number | undefined;
  readonly status: string;
  readonly error: string;
  /** The record as the client returned it */
  readonly record: Item;
}

/** A record that is not a run: a required fact is missing or cannot be read. */
export interface UnreadableRun<Item = unknown> {
  /** Which fact, and what is wrong with it. It never contains a value of the record */
  readonly problem: string;
  /** The key of the record; undefined if that cannot be read */
  readonly key: string | undefined;
  readonly record: Item;
}

/** The names of the accessors. */
export const accessorNames: OptionNames<RunAccessors<object>> = {
  key: 1,
  job: 1,
  status: 1,
  start: 1,
  end: 1,
  rows: 1,
  error: 1,
  timeZone: 1,
};

/**
 * Returns a function that reads a run from a record. It throws a ConfigError if a function of the caller throws, or
 * returns a promise or another value that is not a text, number, date or JSON.
 *
 * @throws ConfigError if an accessor is missing or is neither a name nor a function
 */
export function createRunParser<Item extends object>(
  options: RunAccessors<Item>,
): (record: Item, tally?: ReadingTally) => SourceRun<Item> | UnreadableRun<Item> {
  const accessors = ownOptions(options, accessorNames, 'accessors');
  for (const name of ['key', 'job', 'status', 'start', 'end', 'rows', 'error'] as const) {
    const accessor = accessors[name];
    const isOptional = name === 'end' || name === 'rows' || name === 'error';
    const isGood = typeof accessor === 'function' || (typeof accessor === 'string' && accessor !== '');
    if (!isGood && !(isOptional && accessor === undefined))
      throw new ConfigError(name, 'must be the name of a property or a function that reads it from a record');
  }
  const { timeZone } = accessors;
  const key = valueReader('key', accessors.key);
  const job = valueReader('job', accessors.job);
  const status = valueReader('status', accessors.status);
  const start = valueReader('start', accessors.start);
  const end = valueReader('end', accessors.end);
  const rows = valueReader('rows', accessors.rows);
  const error = valueReader('error', accessors.error);

  return (record, tally = new ReadingTally()) => {
    const [keyValue, jobValue, startValue] = [key(record), job(record), start(record)];
    const [runKey, runJob] = [identifier(keyValue), identifier(jobValue)];
    const unreadable = (problem: string): UnreadableRun<Item> => ({ problem, key: runKey || undefined, record });
    const startsAt = isNullText(startValue) ? undefined : readTimestamp(startValue, timeZone);
    if (runKey === '') return unreadable(`key ${problemOf(keyValue)}`);
    if (runJob === '') return unreadable(`job ${problemOf(jobValue)}`);
    if (startsAt === undefined && isMissing(startValue)) return unreadable('start is missing');
    if (startsAt === undefined && !isNullText(startValue)) return unreadable('start is not a timestamp');
    if (startsAt === undefined || !isStart(startsAt)) return unreadable('start is a null date, such as 0001-01-01');
    const word = text(status(record));
    const isBlank = word.trim() === '';
    if (isBlank) tally.add('blank-status');
    return {
      key: runKey,
      job: runJob,
      start: startsAt,
      end: endOf(end(record), timeZone, startsAt, tally),
      rows: rowsOf(rows(record), tally),
      status: isBlank ? '' : word,
      error: text(error(record)),
      record,
    };
  };
}

/** Whether a record could be read as a run. */
export function isRun<Item>(run: SourceRun<Item> | UnreadableRun<Item>): run is SourceRun<Item> {
  return !('problem' in run);
}

function valueReader<Item extends object>(
  name: string,
  accessor: Accessor<Item> | undefined,
): (record: Item) => unknown {
  if (typeof accessor === 'function')
    return (record) =>
      callNow(name, 'must return a value of the record, not a promise', () => accessor(record), isReadable);
  if (accessor === undefined) return () => undefined;
  return (record) => (Object.hasOwn(record, accessor) ? record[accessor] : undefined);
}

/** Whether a value can be read without running code of the caller: a plain value, a date, or JSON. */
function isReadable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  const time = timeOf(value);
  // A subclass may return anything. A date of another realm is read by the method of this one, too.
  if (time !== undefined) return Object.is(time, Date.prototype.getTime.call(value));
  return typeof JSON.stringify(value) === 'string';
}

/** Text, or the digits of a number; empty for anything else. */
function identifier(value: unknown): string {
  if (typeof value === 'string') return storable(value);
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : '';
}

/** Why a value is not an identifier. */
function problemOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'is missing';
  return Number.isInteger(value)
    ? 'is a number beyond 2^53, which has lost digits: make the service send it as a text'
    : 'is neither a text nor a whole number';
}

function text(value: unknown): string {
  if (typeof value === 'string') return storable(value);
  if (value === undefined || value === null || value === false) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function endOf(value: unknown, timeZone: string | undefined, start: number, tally: ReadingTally): number | undefined {
  if (value === undefined || value === null) return undefined;
  // A null date has no offset in some services, and needs no time zone.
  if (isNullText(value)) {
    tally.add('null-end');
    return undefined;
  }
  // When the clocks are set back, an end seems to be before its start if it means the first of two instants.
  const end = readTimestamp(value, timeZone, 'timeZone', start);
  if (end === undefined) tally.add('unreadable-end');
  return correctEnd(start, end, tally);
}

/** A count as a number, or as a text of digits. A blank text means that there is none. */
function rowsOf(value: unknown, tally: ReadingTally): number | undefined {
  if (isMissing(value)) return undefined;
  const isCount = typeof value === 'number' || typeof value === 'bigint' || /^\s*\d{1,15}\s*$/.test(String(value));
  return correctRows(isCount ? Number(value) : Number.NaN, tally);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Databases cannot store a NUL character or half of a surrogate pair in a text. */
function storable(value: string): string {
  return value.replace(/\0|\p{Surrogate}/gu, '\ufffd');
}

/**
 * Calls a function of the caller that must not wait. A promise is a wrong value, and its rejection is ignored.
 *
 * @param rule - the rest of the sentence that begins with the option, such as `must return a classification`
 * @throws {ConfigError} when it throws or returns a wrong value. A Syncline error that it throws passes as it is
 */
export function callNow<Result>(
  option: string,
  rule: string,
  call: () => Result,
  isGood: (value: Result) => boolean,
): Result {
  const fail = (thrown?: unknown): never => {
    throw isSynclineError(thrown) ? thrown : new ConfigError(option, rule);
  };
  const result = guard(call, fail, (value) => !isGood(value as Result) && rule);
  if (!isThenable(result)) return result;
  result.then(undefined, () => {});
  return fail();
}
