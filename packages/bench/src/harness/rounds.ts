import { spread, median } from './statistics.ts';
import type { Column, Contender, Goal, Row, Settings, Table } from './suite.ts';

/** The result of one round of one contender. `rate` is work per second. Every other number becomes a column. */
export interface Sample {
  readonly rate: number;
  readonly [extra: string]: number;
}

/** A contender returns one sample per round. */
export interface Sampler extends Contender {
  sample(): Promise<Sample> | Sample;
}

/** A comparison, and the contender that the others are compared with. */
export interface Comparison {
  readonly title: string;
  readonly about?: string;
  /** The unit of `rate`, such as `requests/s`. */
  readonly unit: string;
  /** The contender whose rate is 1. */
  readonly baseline: string;
  readonly contenders: readonly Sampler[];
  /** Columns for the other numbers of the samples, which show the median of the rounds. */
  readonly extras?: readonly Column[];
  /** Whether the first round is discarded. @default true */
  readonly warmUp?: boolean;
  /**
   * The turns of each contender in a round, of which the round counts the mean. The more often contenders of equal work
   * alternate, the less it matters when the machine is slow for a while. @default 1
   */
  readonly turns?: number;
  /**
   * Goals for the medians. `ratio('a')` compares a with the baseline, `ratio('a', 'b')` with b, and `value('a', 'key')`
   * is an extra.
   */
  goals?(ratio: (name: string, of?: string) => number, value: (name: string, key: string) => number): readonly Goal[];
}

/**
 * Runs the contenders in interleaved rounds (B C A A C B C A B B A C …), and returns the table of the ratios per round.
 *
 * Garbage is collected once, before the first round. A full collection while no work is under way discards the optimized
 * code of every contender, since nothing else holds the shapes that it was compiled for: 20,000 calls of a client then
 * took up to twice the CPU time (Node 24). A busy program always has work under way, so its code stays.
 *
 * Every second turn repeats the order of the one before backwards, so that a machine that becomes slower affects all alike.
 * Otherwise the order is random, so that nobody always has the same neighbor, whose garbage it pays for.
 */
export async function compareSamples(comparison: Comparison, settings: Settings): Promise<Table> {
  const { baseline, extras = [], turns = 1 } = comparison;
  const { only } = settings;
  const contenders = comparison.contenders.filter((contender) => isMeasured(contender, baseline, settings));
  const samples = new Map(contenders.map(({ name }) => [name, [] as Sample[]]));
  if (!samples.has(baseline)) throw new Error(`The baseline ${baseline} is not a contender of "${comparison.title}".`);
  await cleanUp();
  let order: readonly Sampler[] = [];
  let isRepeated = true;
  for (let round = comparison.warmUp === false ? 0 : -1; round < settings.rounds; round++) {
    const taken = new Map(contenders.map(({ name }) => [name, [] as Sample[]]));
    for (let turn = 0; turn < turns; turn++) {
      isRepeated = !isRepeated;
      order = isRepeated ? order.toReversed() : shuffled(contenders);
      for (const contender of order) taken.get(contender.name)?.push(await contender.sample());
    }
    if (round >= 0) for (const [name, parts] of taken) samples.get(name)?.push(meanOf(parts));
  }
  const series = (name: string, key: string): number[] =>
    (samples.get(name) ?? missing(name)).map((sample) => sample[key] ?? Number.NaN);
  const ratio = (name: string, of = baseline): number => spread(series(name, 'rate'), series(of, 'rate')).median;
  const value = (name: string, key: string): number => median(series(name, key));
  const rows = contenders.map(({ name, version, isBound }): Row => {
    const { median: middle, min, max } = spread(series(name, 'rate'), series(baseline, 'rate'));
    const further = extras.map(({ key }) => [key, value(name, key)] as const);
    return {
      name,
      version,
      isBound,
      values: { rate: value(name, 'rate'), ratio: middle, min, max, ...Object.fromEntries(further) },
    };
  });
  return {
    title: comparison.title,
    ...(comparison.about === undefined ? {} : { about: comparison.about }),
    columns: [
      { key: 'rate', label: comparison.unit },
      { key: 'ratio', label: `× ${baseline}` },
      { key: 'min', label: 'min' },
      { key: 'max', label: 'max' },
      ...extras,
    ],
    rows,
    // A goal may name a contender that was left out.
    goals: only.length > 0 ? [] : (comparison.goals?.(ratio, value) ?? []),
  };
}

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.sort((left, right) => left.key - right.key).map(({ item }) => item);
}

/** The sample of a round. Each turn does the same work, so the rate is the harmonic mean. */
function meanOf(parts: readonly Sample[]): Sample {
  const mean = (of: (part: Sample) => number): number => parts.reduce((sum, part) => sum + of(part), 0) / parts.length;
  const extras = Object.keys(parts[0] ?? {}).map((key) => [key, mean((part) => part[key] ?? Number.NaN)] as const);
  return { ...Object.fromEntries(extras), rate: 1 / mean(({ rate }) => 1 / rate) };
}

/** Whether the settings want this contender; always the baseline. */
export function isMeasured({ name }: Contender, baseline: string, { only }: Settings): boolean {
  return only.length === 0 || name === baseline || only.some((part) => name.includes(part));
}

/** The garbage of the table before, including finalizers, must not slow down this one. */
async function cleanUp(): Promise<void> {
  for (let time = 0; time < 2; time++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function missing(name: string): never {
  throw new Error(`No contender is called ${name}.`);
}
