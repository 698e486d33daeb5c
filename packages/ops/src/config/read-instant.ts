const pattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * A time in RFC 3339 with an offset, such as `2026-03-02T06:00:00Z`; the seconds are optional.
 *
 * @returns milliseconds since 1970; undefined if the text is something else, or a date that does not exist
 */
export function readInstant(text: string): number | undefined {
  const [, day = ''] = pattern.exec(text) ?? [];
  const moment = day === '' ? Number.NaN : Date.parse(text);
  if (Number.isNaN(moment)) return undefined;
  // The parser turns a date that does not exist, such as 30 February, into another one.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? moment : undefined;
}
