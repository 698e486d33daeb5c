/** Random choices that are the same in every run with the same seed. */
export interface Dice {
  /** A number from 0 up to, but not including, 1 */
  next(): number;
  /** Returns true with this probability */
  chance(probability: number): boolean;
  /** A whole number from 0 to `count` - 1 */
  below(count: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the names, with a probability in proportion to its weight */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] as never,
    weighted: (weights) => {
      const all = Object.entries(weights) as [never, number][];
      let left = next() * all.reduce((sum, [, weight]) => sum + weight, 0);
      return (all.find(([, weight]) => (left -= weight) < 0) ?? (all.at(-1) as [never, number]))[0];
    },
  };
}
