/** Whether a value is empty: absent, null, or a string without visible characters. */
export function isNothing(value: unknown): value is undefined | null | string {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
