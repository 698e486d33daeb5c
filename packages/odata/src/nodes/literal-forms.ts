/** The spellings of literals, once for the parser (which reads on from a place) and once for whole texts. */
const day = String.raw`\d{4}-\d\d-\d\d`;
const time = String.raw`T\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)`;
const guid = String.raw`[\dA-F]{8}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{12}`;
const number = String.raw`[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;

export const dayHere = new RegExp(day, 'y');
export const timeHere = new RegExp(time, 'iy');
export const guidHere = new RegExp(guid, 'iy');
export const numberHere = new RegExp(number, 'iy');

export const wholeInstant = new RegExp(`^${day}${time}$`, 'i');
export const wholeGuid = new RegExp(`^${guid}$`, 'i');
export const wholeNumber = new RegExp(`^${number}$`, 'i');

/** Whether `text` is `yyyy-MM-dd` of a day that exists: JavaScript moves 30 February on to March, the calendar does not have it. */
export function isCalendarDay(text: string): boolean {
  const instant = text.length === 10 ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

/** Whether a text of the form of an instant is one: no hour 24, no second 60. */
export function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && !text.startsWith('T24', 10);
}
