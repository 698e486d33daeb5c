/** A value that should be a number, for an error message. A text is shown in quotes, NaN as it is. */
export function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
