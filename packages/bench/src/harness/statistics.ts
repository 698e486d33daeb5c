/** The middle value; of an even number of values, the mean of the two middle ones. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Median, least and greatest of the ratios taken round by round, so that a slow spell of the machine cancels out. */
export function spread(
  numerators: readonly number[],
  denominators: readonly number[],
): { median: number; min: number; max: number } {
  const ratios = numerators.map((numerator, round) => numerator / (denominators[round] ?? Number.NaN));
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}
