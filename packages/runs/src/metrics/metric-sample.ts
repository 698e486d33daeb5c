/** One number of a metric. It is immutable: a changed number is a new object. */
export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  /** The number; the sum of a histogram */
  readonly value: number;
  /** For a histogram: the upper limits, each with the number of values up to it. The last limit is infinite. */
  readonly buckets?: readonly (readonly [limit: number, count: number])[] | undefined;
}
