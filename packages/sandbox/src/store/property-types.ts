import { isInt64, numberText } from '../data/number-text.ts';
import { timestampKey } from '../data/timestamp-key.ts';
import type { Prepare } from './database.ts';

/** The types that a filter can compare. */
export type ValueType = 'string' | 'number' | 'boolean' | 'dateTimeOffset';

/** What is known of a property's values, as the bits of a number. */
const bits = {
  string: 1,
  number: 2,
  boolean: 4,
  /** A string that is a timestamp. */
  date: 8,
  /** A number that is not a 64-bit integer. SQLite would compare it as a double. */
  inexactNumber: 16,
  /** A timestamp that does not sort as its text does. */
  otherDate: 32,
  /** A string that is not a timestamp. */
  plainText: 64,
} as const;

const has = (seen: number, bit: keyof typeof bits): boolean => (seen & bits[bit]) !== 0;

/** The form that `toISOString` writes. Such timestamps sort like their texts. */
const isoText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** The same form with a day that every month has, so that the calendar need not be checked. */
const plainIsoText = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function bitsOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      if (value.charCodeAt(4) !== 45 || value.charCodeAt(7) !== 45) return bits.string | bits.plainText;
      if (plainIsoText.test(value)) return bits.string | bits.date;
      if (timestampKey(value) === undefined) return bits.string | bits.plainText;
      return bits.string | bits.date | (isoText.test(value) ? 0 : bits.otherDate);
    case 'number':
      if (Number.isSafeInteger(value)) return bits.number;
      if (!Number.isInteger(value)) return Number.isFinite(value) ? bits.number | bits.inexactNumber : 0;
      break;
    case 'boolean':
      return bits.boolean;
  }
  const digits = numberText(value);
  return digits === undefined ? 0 : bits.number | (isInt64(digits) ? 0 : bits.inexactNumber);
}

/**
 * The types of the values that occurred in each property of an open collection, and whether SQLite can compare them as
 * they are. Where it cannot, the table holds a key that sorts as the values do, for each of the property's values.
 */
export class PropertyTypes {
  readonly #learns: (name: string) => boolean;
  readonly #seen = new Map<string, number>();
  #numberKeys: string[] = [];
  #dateKeys: string[] = [];
  /** Whether the types have changed since they were last saved. */
  changed = false;

  /** `learns` says which properties have no documented type. */
  constructor(learns: (name: string) => boolean) {
    this.#learns = learns;
  }

  /** Returns whether the property now needs keys and did not before. */
  learn(name: string, value: unknown): boolean {
    const known = this.#seen.get(name);
    if (known === undefined && !this.#learns(name)) return false;
    const now = (known ?? 0) | bitsOf(value);
    if (now === known) return false;
    this.#seen.set(name, now);
    this.changed = true;
    return this.#updateKeys(name, now);
  }

  /** Types of a property's values: none if it was always null, undefined if no record has it. */
  of(name: string): readonly ValueType[] | undefined {
    const seen = this.#seen.get(name);
    if (seen === undefined) return undefined;
    const types: ValueType[] = (['string', 'number', 'boolean'] as const).filter((type) => has(seen, type));
    return has(seen, 'date') ? [...types, 'dateTimeOffset'] : types;
  }

  /** Whether every string of the property is a timestamp. */
  isDateOnly(name: string): boolean {
    return !has(this.#seen.get(name) ?? 0, 'plainText');
  }

  /** The properties whose numbers have keys. */
  get numberKeys(): readonly string[] {
    return this.#numberKeys;
  }
  /** The properties whose timestamps have keys. */
  get dateKeys(): readonly string[] {
    return this.#dateKeys;
  }

  entries(): Iterable<[string, number]> {
    return this.#seen;
  }

  restore(entries: Iterable<[string, number]>): void {
    this.#seen.clear();
    this.#numberKeys = [];
    this.#dateKeys = [];
    for (const [name, seen] of entries) {
      this.#seen.set(name, seen);
      this.#updateKeys(name, seen);
    }
    this.changed = false;
  }

  #updateKeys(name: string, seen: number): boolean {
    const needsNumbers = has(seen, 'inexactNumber') && !this.#numberKeys.includes(name);
    const needsDates =
      has(seen, 'date') && (has(seen, 'otherDate') || has(seen, 'plainText')) && !this.#dateKeys.includes(name);
    if (needsNumbers) this.#numberKeys.push(name);
    if (needsDates) this.#dateKeys.push(name);
    return needsNumbers || needsDates;
  }
}

/** The property types of the collections that learn them, and the table that stores them. */
interface LearnedTypes {
  readonly history: PropertyTypes;
  readonly connector: PropertyTypes;
  readonly job: PropertyTypes;
  /** Writes the changes since the last call. */
  save(): void;
  /** Reads the stored types again. */
  restore(): void;
}

/** Starts without any types. */
export function createLearnedTypes(
  prepare: Prepare,
  learns: Readonly<Record<'history' | 'connector' | 'job', (name: string) => boolean>>,
): LearnedTypes {
  const types = {
    history: new PropertyTypes(learns.history),
    connector: new PropertyTypes(learns.connector),
    job: new PropertyTypes(learns.job),
  };
  return {
    ...types,
    save() {
      for (const [collection, learned] of Object.entries(types)) {
        if (!learned.changed) continue;
        for (const [property, seen] of learned.entries())
          prepare('INSERT OR REPLACE INTO property VALUES (?, ?, ?)').run(collection, property, seen);
        learned.changed = false;
      }
    },
    restore() {
      for (const [collection, learned] of Object.entries(types)) {
        const rows = prepare('SELECT name, types FROM property WHERE collection = ?').all(collection);
        learned.restore(rows.map((row) => [row.name as string, row.types as number]));
      }
    },
  };
}
