import type { Prepare } from './database.ts';

/** The types that a filter can compare. Only a property that the document declares as `date-time` is a timestamp. */
export type ValueType = 'string' | 'number' | 'boolean' | 'dateTimeOffset';

const bits: Readonly<Record<string, number>> = { string: 1, number: 2, bigint: 2, boolean: 4 };

/** The JSON types that occurred in each property of an open collection. */
export class PropertyTypes {
  readonly #seen = new Map<string, number>();
  /** Whether anything was learned since the types were last saved. */
  changed = false;

  learn(name: string, value: unknown): void {
    const known = this.#seen.get(name) ?? 0;
    const now = known | (bits[typeof value] ?? 0);
    if (now === known && this.#seen.has(name)) return;
    this.#seen.set(name, now);
    this.changed = true;
  }

  /** Types of a property's values: none if it was always null, undefined if no record has it. */
  of(name: string): readonly ValueType[] | undefined {
    const seen = this.#seen.get(name);
    if (seen === undefined) return undefined;
    return (['string', 'number', 'boolean'] as const).filter((type) => (seen & (bits[type] ?? 0)) !== 0);
  }

  entries(): Iterable<[string, number]> {
    return this.#seen;
  }

  restore(entries: Iterable<[string, number]>): void {
    this.#seen.clear();
    for (const [name, seen] of entries) this.#seen.set(name, seen);
    this.changed = false;
  }
}

/** The property types of the two open collections, and the table that stores them. */
export interface LearnedTypes {
  readonly history: PropertyTypes;
  readonly connector: PropertyTypes;
  /** Writes the changes since the last call. */
  save(): void;
  /** Reads the stored types again. */
  restore(): void;
}

/** Starts without any types. */
export function createLearnedTypes(prepare: Prepare): LearnedTypes {
  const types = { history: new PropertyTypes(), connector: new PropertyTypes() };
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
