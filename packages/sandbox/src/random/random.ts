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
 * Creates a generator. Each combination of parts has its own sequence. Give each field of a record its own, so that
 * another field, or another draw for one, changes no other value.
 *
 * @example
 * createRandom(seed, hash('job'), index, 'Verbosity').pick(['0', '1', '2']);
 */
export function createRandom(seed: number, part = 0, part2 = 0, field = ''): Random {
  const seedAbove32Bits = Math.imul(Math.floor(seed / 0x1_0000_0000), 0x9e3779b1);
  return new Sfc32(seed | 0, part | 0, part2 ^ seedAbove32Bits, field === '' ? 1 : hash(field) | 0);
}

/** Returns the sequence of one field of one record. */
type FieldRandom = (field: string) => Random;

/**
 * Returns the sequences of the fields of one record.
 *
 * @param kind what the record is, such as `job`
 * @param record which of them it is
 */
export function fieldRandom(seed: number, kind: string, record: number): FieldRandom {
  const part = hash(kind);
  return (field) => createRandom(seed, part, record, field);
}

/** Makes the value of a field of a record from `parts`, or undefined if the record lacks the field. */
export type FieldValue<Parts> = (parts: Parts, random: () => Random) => unknown;

/**
 * Makes a record. Each field can draw only from its own sequence, so that a new field changes no other value.
 *
 * @example
 * drawFields({ Verbosity: (_, random) => random().pick(['1', '2']) }, job, fieldRandom(seed, 'job', index));
 */
export function drawFields<Parts>(
  fields: Readonly<Record<string, FieldValue<Parts>>>,
  parts: Parts,
  random: FieldRandom,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    const made = value(parts, () => random(field));
    if (made !== undefined) record[field] = made;
  }
  return record;
}

/** The generator sfc32. Its whole state is four integers of 32 bits. */
class Sfc32 implements Random {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(a: number, b: number, c: number, counter: number) {
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#counter = counter;
    for (let i = 0; i < 12; i++) this.#step();
  }

  next(): number {
    return this.#step() / 0x1_0000_0000;
  }

  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)]!;
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.int(0, 15).toString(16)).join('');
  }

  #step(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
}
