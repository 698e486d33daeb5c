import { ConfigError, type OptionNames, ownOptions, parseDuration } from '@syncline/core/internal';

/** A value that should be a number, for an error message. A text is shown in quotes, NaN as it is. */
export function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

const hourMs = 3_600_000;
/** A JSON string that is a timestamp in UTC, and nothing else. */
const timestamp = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)Z"/g;

/**
 * Rewrites the timestamps of a JSON text as local times of a time zone, without an offset.
 *
 * @example
 * createWallTime('Europe/Berlin')('{"a":"2026-01-01T00:00:00Z"}'); // '{"a":"2026-01-01T01:00:00"}'
 */
export function createWallTime(timeZone: string): (json: string) => string {
  if (timeZone === 'UTC') return (json) => json.replace(timestamp, '"$1"');
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offsets = new Map<number, number>();
  /** The offset for each quarter of an hour: time zones change their offset only at these moments. */
  const offsetAt = (ms: number): number => {
    const quarter = Math.floor(ms / (hourMs / 4));
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
      offset = Number(`${sign}1`) * (Number(hours) * hourMs + Number(minutes) * 60_000);
      if (offsets.size > 10_000) offsets.clear();
      offsets.set(quarter, offset);
    }
    return offset;
  };
  return (json) =>
    json.replace(timestamp, (whole, utc: string) => {
      const ms = Date.parse(`${utc.slice(0, 19)}Z`);
      if (Number.isNaN(ms)) return whole;
      return `"${new Date(ms + offsetAt(ms)).toISOString().slice(0, 19)}${utc.slice(19)}"`;
    });
}

/**
 * How services differ where the specification leaves it open. A client that reads the run history must handle all of
 * these differences.
 *
 * @example
 * createSandbox({ behavior: { appear: 'end', pageCap: 500, filter: 'ignore' } });
 */
export interface Behavior {
  /** Whether a history record appears when its run starts, or only when it has ended. @default 'start' */
  readonly appear?: 'start' | 'end' | undefined;
  /** How long after a change to a history record the change becomes visible: milliseconds or `'20m'`. @default 0 */
  readonly lateUpdates?: number | string | undefined;
  /**
   * How long the service keeps history records, counted from the start of their run: milliseconds or `'30d'`.
   *
   * @default forever
   */
  readonly retention?: number | string | undefined;
  /** The largest number of records in a response of the OData interface. @default no limit */
  readonly pageCap?: number | undefined;
  /**
   * Whether a capped response links to the next page: `@odata.nextLink` in the envelope, a `Link` header with a bare
   * array. Without it, the remaining records are silently missing.
   *
   * @default false
   */
  readonly nextLink?: boolean | undefined;
  /** The fraction of the OData interface's records that are sent twice, from 0 to 1. @default 0 */
  readonly duplicates?: number | undefined;
  /**
   * Whether records are sent in a random order when the request has no `$orderby`. The order is the same for each
   * request.
   *
   * @default false
   */
  readonly shuffle?: boolean | undefined;
  /**
   * How far the service's clock is ahead of the sandbox's option `clock`: milliseconds or `'2h'`. `'-2h'` is behind it.
   *
   * @default 0
   */
  readonly clockOffset?: number | string | undefined;
  /**
   * Sends the timestamps of the OData interface as local times of this time zone, without an offset: `'UTC'`,
   * `'+02:00'` or `'Europe/Berlin'`.
   *
   * @default timestamps in UTC with their `Z`
   */
  readonly zoneless?: string | undefined;
  /** `refuse` responds to a `$filter` with 400; `ignore` responds with 200 and every record. @default 'apply' */
  readonly filter?: 'apply' | 'refuse' | 'ignore' | undefined;
  /** `ignore` responds in the order that applies without `$orderby`. @default 'apply' */
  readonly orderBy?: 'apply' | 'ignore' | undefined;
}

/** A checked behavior, with durations in milliseconds. */
export interface ResolvedBehavior {
  readonly appear: 'start' | 'end';
  readonly lateMs: number;
  readonly retentionMs: number | undefined;
  readonly pageCap: number | undefined;
  readonly nextLink: boolean;
  readonly duplicates: number;
  readonly shuffle: boolean;
  readonly clockOffsetMs: number;
  readonly zoneless: string | undefined;
  readonly filter: 'apply' | 'refuse' | 'ignore';
  readonly orderBy: 'apply' | 'ignore';
}

/** The settings by the names that the command line uses. */
const optionNames: OptionNames<Behavior> = {
  appear: 1,
  lateUpdates: 1,
  retention: 1,
  pageCap: 1,
  nextLink: 1,
  duplicates: 1,
  shuffle: 1,
  clockOffset: 1,
  zoneless: 1,
  filter: 1,
  orderBy: 1,
};

/** @throws ConfigError naming the setting that is unknown or out of its range */
export function resolveBehavior(input: Behavior = {}): ResolvedBehavior {
  const behavior = ownOptions(input, optionNames, 'behavior');
  const { appear = 'start', pageCap, nextLink = false, duplicates = 0, shuffle = false, zoneless } = behavior;
  const { filter = 'apply', orderBy = 'apply', lateUpdates = 0, retention, clockOffset = 0 } = behavior;
  oneOf('appear', appear, ['start', 'end']);
  oneOf('filter', filter, ['apply', 'refuse', 'ignore']);
  oneOf('orderBy', orderBy, ['apply', 'ignore']);
  oneOf('nextLink', nextLink, [true, false]);
  oneOf('shuffle', shuffle, [true, false]);
  if (pageCap !== undefined && !(Number.isSafeInteger(pageCap) && pageCap > 0))
    throw new ConfigError('behavior.pageCap', `must be a whole number above 0, found ${shown(pageCap)}`);
  if (nextLink && pageCap === undefined)
    throw new ConfigError('behavior.nextLink', 'needs a pageCap: without one, there is no next page');
  if (typeof duplicates !== 'number' || !(duplicates >= 0 && duplicates <= 1))
    throw new ConfigError('behavior.duplicates', `must be a number from 0 to 1, found ${shown(duplicates)}`);
  if (zoneless !== undefined && !isTimeZone(zoneless))
    throw new ConfigError(
      'behavior.zoneless',
      `must be a time zone such as UTC, +02:00 or Europe/Berlin, found ${JSON.stringify(zoneless)}`,
    );
  return {
    appear,
    lateMs: duration('lateUpdates', lateUpdates),
    retentionMs: retention === undefined ? undefined : duration('retention', retention),
    pageCap,
    nextLink,
    duplicates,
    shuffle,
    clockOffsetMs: signedDuration('clockOffset', clockOffset),
    zoneless,
    filter,
    orderBy,
  };
}

function oneOf(name: keyof Behavior, value: unknown, allowed: readonly unknown[]): void {
  if (!allowed.includes(value))
    throw new ConfigError(`behavior.${name}`, `must be ${allowed.join(' or ')}, found ${JSON.stringify(value)}`);
}

function duration(name: keyof Behavior, value: number | string): number {
  return parseDuration(`behavior.${name}`, value);
}

function signedDuration(name: keyof Behavior, value: number | string): number {
  if (typeof value === 'number') return Math.sign(value) * duration(name, Math.abs(value));
  if (typeof value !== 'string') return duration(name, value);
  return value.startsWith('-') ? -duration(name, value.slice(1)) : duration(name, value.replace(/^\+/, ''));
}

function isTimeZone(zone: unknown): boolean {
  try {
    return (
      typeof zone === 'string' && new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
    );
  } catch {
    return false;
  }
}
