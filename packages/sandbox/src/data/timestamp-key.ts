const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/i;

/**
 * Returns a text that sorts like the instant: in UTC without the zone, and the fraction without trailing zeros
 * (`2026-01-02T03:04:05.5+01:00` gives `2026-01-02T02:04:05.5`). A date counts as midnight in UTC. Undefined if the
 * text is not a timestamp.
 */
export function timestampKey(text: string): string | undefined {
  if (text === lastText) return lastKey;
  lastText = text;
  return (lastKey = plainKey(text) ?? anyKey(text));
}

/** A record's time is checked and then stored: the second call finds the key of the first. */
let lastText: string | undefined;
let lastKey: string | undefined;

const plain = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d+))?Z$/;

/** The usual form of a timestamp, with a day that every month has, so that the calendar need not be checked. */
function plainKey(text: string): string | undefined {
  const match = plain.exec(text);
  if (match === null) return undefined;
  const zeros = /^0+$/.test(match[1] ?? '0');
  return zeros ? text.slice(0, 19) : text.slice(0, -1).replace(/0+$/, '');
}

function anyKey(text: string): string | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const utc = zone === 'Z' || zone === 'z' ? local : shifted(local, zone);
  if (utc === undefined || !exists(local)) return undefined;
  const digits = fraction.replace(/\.?0+$/, '');
  return digits === '' ? utc : utc + digits;
}

/** Whether the time exists: `Date.parse` reads February 30th as March 2nd, and hour 24 as the next day. */
function exists(local: string): boolean {
  const day = Number(local.slice(8, 10));
  const time = Date.parse(`${local}Z`);
  return !Number.isNaN(time) && !local.startsWith('24', 11) && (day <= 28 || day === new Date(time).getUTCDate());
}

function shifted(local: string, zone: string): string | undefined {
  const time = Date.parse(local + zone);
  if (Number.isNaN(time)) return undefined;
  const text = new Date(time).toISOString();
  return text.length === 24 ? text.slice(0, 19) : undefined;
}
