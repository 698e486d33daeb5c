let lastTime = Number.NaN;
let lastText = '';

/** A moment as ISO 8601 text. Many requests share a millisecond, and printing a date takes longer than reading a query. */
export function timeText(date: Date): string {
  const time = date.getTime();
  if (time !== lastTime) {
    lastText = date.toISOString();
    lastTime = time;
  }
  return lastText;
}
