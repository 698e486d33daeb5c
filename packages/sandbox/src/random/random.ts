/**
 * A seeded random number generator. It uses only integer arithmetic, so that a seed gives the same numbers on every
 * engine.
 */
export interface Random {
  /** A fraction from 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** True with this probability (0 to 1). */
  chance(probability: number): boolean;
  /** One element of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** `length` lower-case hexadecimal digits. */
  hex(length: number): string;
}

/**
 * Hashes a text to a whole number from 0 to 2^32 - 1 (FNV-1a), to use a text, such as the id of a job, as a part of a
 * seed.
 *
 * @example
 * hash('job_3f9a1c20'); // always the same number
 */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/**
 * Creates a generator (sfc32). Each combination of parts has its own sequence, so that an extra draw in one place
 * changes nothing elsewhere.
 *
 * @example
 * createRandom(seed, hash('jobs')).int(1, 6);
 */
export function createRandom(seed: number, part = 0, other = 0): Random {
  let a = seed | 0;
  let b = part | 0;
  let c = other ^ Math.imul(Math.floor(seed / 0x1_0000_0000), 0x9e3779b1);
  let counter = 1;

  const step = (): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) step();

  const next = (): number => step() / 0x1_0000_0000;
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)]!,
    hex: (length) => Array.from({ length }, () => int(0, 15).toString(16)).join(''),
  };
}
