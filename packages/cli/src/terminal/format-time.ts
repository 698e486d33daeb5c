import { cleanText, toRfc3339 } from '@syncline/core/internal';

const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;
/** Created only for a terminal, because that takes 5 % of the processor time of `syncline status`. */
let relative: Intl.RelativeTimeFormat | undefined;

/**
 * A moment as text: relative to now on a terminal (`3h ago`), RFC 3339 in UTC elsewhere.
 *
 * @param moment - milliseconds since 1970; undefined gives an empty text
 */
export function formatTime(
  moment: number | undefined,
  { width, now }: { readonly width?: number | undefined; readonly now: number },
): string {
  if (moment === undefined) return '';
  return width === undefined ? toRfc3339(moment) : relativeTime(moment, now);
}

/** A moment relative to another one: `12s ago`, `in 3d`, `now`. Counts whole units, rounded towards now. */
export function relativeTime(moment: number, now: number): string {
  const distance = moment - now;
  const [unit, size] = units.find(([, each]) => Math.abs(distance) >= each) ?? [undefined, 1];
  if (unit === undefined) return 'now';
  relative ??= new Intl.RelativeTimeFormat('en', { style: 'narrow', numeric: 'always' });
  return relative.format(Math.trunc(distance / size), unit);
}

const day = 86_400_000;

/**
 * The end of a sentence that says that a period has nothing: when it began, and a longer one to try.
 *
 * @param near - the name of a job that was meant, if the name is misspelt
 */
export function emptySince(since: number, now: number, near?: string): string {
  const start = toRfc3339(Math.floor(since / 1_000) * 1_000);
  if (near !== undefined) return `since ${start}. Did you mean ${cleanText(near)}?`;
  const longer = [7, 30, 90, 365].find((days) => days * day > now - since);
  const example = longer === undefined ? '' : `, for example with --since ${longer}d`;
  return `since ${start}. Look further back${example}.`;
}
