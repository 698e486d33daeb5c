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
