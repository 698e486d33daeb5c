/** The median: the middle value, or the mean of the two middle ones. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * The median, the smallest and the largest ratio of the rounds. A period in which the machine is slow affects both
 * sides of a ratio.
 */
export function spread(
  numerators: readonly number[],
  denominators: readonly number[],
): { median: number; min: number; max: number } {
  const ratios = numerators.map((numerator, round) => numerator / (denominators[round] ?? Number.NaN));
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}
