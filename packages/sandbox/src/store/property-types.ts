/** What a filter can compare. A timestamp is one only where the document says `date-time`. */
export type ValueType = 'string' | 'number' | 'boolean' | 'dateTimeOffset';

const bits: Readonly<Record<string, number>> = { string: 1, number: 2, bigint: 2, boolean: 4 };

/** The JSON types that the values of each property of an open collection have had so far. */
export class PropertyTypes {
  readonly #seen = new Map<string, number>();
  /** Whether anything was learned since the last `saved()`. */
  changed = false;

  learn(name: string, value: unknown): void {
    const known = this.#seen.get(name) ?? 0;
    const now = known | (bits[typeof value] ?? 0);
    if (now === known && this.#seen.has(name)) return;
    this.#seen.set(name, now);
    this.changed = true;
  }

  /** Types of a property's values, none when it only was null; undefined when no record has it. */
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
