import { PropertyTypes } from './property-types.ts';
import type { Prepare } from './statements.ts';

/** What the records of the two open collections have taught of their properties, kept in step with the table that remembers it. */
export interface LearnedTypes {
  readonly history: PropertyTypes;
  readonly connector: PropertyTypes;
  /** Writes what was learned since the last time. */
  save(): void;
  /** Back to what is written. */
  restore(): void;
}

/** Nothing learned yet. */
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
