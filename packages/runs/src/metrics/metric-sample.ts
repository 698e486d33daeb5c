/** One number of a metric. It never changes: a number that is not the same any more is another object. */
export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  /** The number; the sum of a histogram */
  readonly value: number;
  /** Of a histogram: the limits and how many values are at most so large. The last limit is infinite. */
  readonly buckets?: readonly (readonly [limit: number, count: number])[] | undefined;
}
