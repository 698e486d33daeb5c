const bars = [...'▁▂▃▄▅▆▇█'];

/**
 * Numbers as a row of bars, the largest one full and 0 the lowest. An unknown value is a space.
 *
 * @param values - the oldest first
 */
export function sparkline(values: readonly (number | undefined)[]): string {
  const known = values.map((value) => (value !== undefined && Number.isFinite(value) ? Math.max(value, 0) : undefined));
  const highest = Math.max(1, ...known.filter((value) => value !== undefined));
  return known
    .map((value) => (value === undefined ? ' ' : bars[Math.round((value / highest) * (bars.length - 1))]))
    .join('');
}
