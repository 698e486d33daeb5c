const dayMs = 86_400_000;

/** The midnight in UTC of a date in the form yyyy-MM-dd; undefined if the form is wrong or the day does not exist. */
export function parseDate(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? Math.floor(date.getTime() / dayMs) * dayMs : undefined;
}
