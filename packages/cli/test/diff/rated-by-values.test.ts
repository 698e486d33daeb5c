import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { SchemaComparison } from '../../src/diff/compare-schemas.ts';
import type { Document } from '../../src/generate/model.ts';
import type { Direction } from '../../src/diff/usage.ts';

// A validator decides what a change breaks: a value that only the old schema allows breaks a request, and one that only
// the new schema allows breaks a response. No such change may have a lower rating than major.

/** More of them find more; 3,200 take some minutes. */
const SEEDS = 120;

const document = { openapi: '3.1.0', info: { title: 'pets', version: '1' } } as Document;

/** Random numbers that are the same in every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Schema = Record<string, unknown>;

/** Makes schemas, changes them, and makes values that they may allow. */
class Maker {
  readonly #random: () => number;
  readonly #isSent: boolean;

  constructor(seed: number, direction: Direction) {
    this.#random = randomOf(seed);
    this.#isSent = direction === 'request';
  }

  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  schema(depth = 2): Schema {
    const kinds = ['string', 'number', 'integer', 'boolean', 'mixed', 'const', ...(this.#isSent ? ['enum'] : [])];
    const deep = ['array', 'object', 'object', 'anyOf', 'oneOf', 'allOf', 'if', 'not', 'list'];
    const kind = this.one(depth > 0 ? [...kinds, ...deep] : kinds);
    const some = (keywords: Schema): Schema =>
      Object.fromEntries(Object.entries(keywords).filter(() => this.#chance(0.4)));
    const inner = (): Schema => this.schema(depth - 1);
    switch (kind) {
      case 'string':
        return {
          type: this.#nullable('string'),
          ...some({
            minLength: this.one([0, 1, 2]),
            maxLength: this.one([1, 2, 3]),
            pattern: this.one(['^a', 'b$', '.*']),
          }),
        };
      case 'number':
      case 'integer':
        return {
          type: this.#nullable(kind),
          ...some({
            minimum: this.one([-1, 0, 2]),
            maximum: this.one([2, 3, 8]),
            exclusiveMinimum: this.one([-2, 1]),
            exclusiveMaximum: this.one([4, 9]),
            multipleOf: this.one([1, 2, 4]),
          }),
        };
      case 'boolean':
        return { type: this.#nullable('boolean') };
      case 'mixed':
        return { type: [this.one(['string', 'null']), this.one(['integer', 'number', 'boolean', 'array'])] };
      case 'const':
        return { const: this.one(['a', 'ab', 1, true]) };
      case 'enum':
        return { enum: this.one([['a', 'b'], ['a'], ['a', 'b', 'ab'], [1, 2], ['a', null]]) };
      case 'array':
        return {
          type: 'array',
          ...some({
            items: inner(),
            minItems: this.one([0, 1]),
            maxItems: this.one([1, 2]),
            uniqueItems: true,
            contains: inner(),
          }),
        };
      case 'list':
        return { type: 'array', prefixItems: [inner()], ...some({ items: false, unevaluatedItems: false }) };
      case 'object':
        return {
          type: 'object',
          properties: { a: inner(), b: inner() },
          ...some({
            required: this.one([['a'], ['b'], ['a', 'b']]),
            minProperties: 1,
            maxProperties: 1,
            dependentRequired: { a: ['b'] },
            propertyNames: { maxLength: 1 },
            patternProperties: { '^b': inner() },
            dependentSchemas: { a: { required: ['b'] } },
          }),
        };
      case 'anyOf':
      case 'oneOf':
        return { [kind]: [inner(), inner()] };
      case 'allOf':
        return { allOf: [inner(), inner()] };
      case 'not':
        return { type: ['string', 'integer'], not: inner() };
      default:
        // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
        return { if: inner(), then: inner(), ...some({ else: inner() }) };
    }
  }

  #nullable(type: string): unknown {
    return this.#chance(0.2) ? [type, 'null'] : type;
  }

  /** The schema with a change somewhere in it. */
  changed(schema: Schema): Schema {
    const keys = Object.keys(schema);
    const key = this.one(keys);
    const value = schema[key];
    if (this.#chance(0.15) || key === undefined) return this.schema(1);
    // Without its type, a schema with properties is still that of an object.
    if (this.#chance(0.2) && key !== 'type')
      return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
    if (this.#chance(0.2)) return { ...this.schema(1), ...schema };
    if (typeof value === 'number')
      return { ...schema, [key]: this.one(key === 'multipleOf' ? [1, 2, 3] : [0, 1, 2, 3, 5]) };
    if (key === 'properties') {
      const name = this.one(['a', 'b']);
      const properties = value as Record<string, Schema>;
      return { ...schema, properties: { ...properties, [name]: this.changed(properties[name] ?? {}) } };
    }
    if (Array.isArray(value) && ['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key)) {
      const parts = value as readonly Schema[];
      if (this.#chance(0.3)) return { ...schema, [key]: [...parts, this.schema(1)] };
      if (this.#chance(0.3) && parts.length > 1) return { ...schema, [key]: parts.slice(1) };
      return { ...schema, [key]: [this.changed(parts[0] ?? {}), ...parts.slice(1)] };
    }
    if (['items', 'not', 'if', 'then', 'else', 'contains'].includes(key) && typeof value === 'object')
      return { ...schema, [key]: this.changed(value as Schema) };
    return { ...schema, ...this.schema(1) };
  }

  value(depth = 2): unknown {
    const simple = [null, true, false, 0, 1, 2, 3, 4, 5, 8, -1, 0.5, 2.5, '', 'a', 'b', 'ab', 'aab', 'abab'];
    if (depth === 0 || this.#chance(0.4)) return this.one(simple);
    const size = this.one([0, 1, 2, 3]);
    if (this.#chance(0.5)) return Array.from({ length: size }, () => this.value(depth - 1));
    return Object.fromEntries(
      ['a', 'b', 'bb'].flatMap((name) => (this.#chance(0.5) ? [[name, this.value(depth - 1)]] : [])),
    );
  }
}

/** The ratings of all changes between two schemas. */
function ratingsOf(before: Schema, after: Schema, direction: Direction): readonly string[] {
  const bumps: string[] = [];
  const comparison = new SchemaComparison([document, document], ({ bump }) => bumps.push(bump));
  const owner = { base: ['components', 'schemas', 'Pet'], rest: [] };
  comparison.compare({ owner, path: 'Pet', of: '', directions: new Set([direction]) }, before, after);
  return bumps;
}

const text = { type: 'string' };

/** Changes whose rating was too low once. */
const FOUND: readonly (readonly [Direction, before: Schema, after: Schema, broken: unknown])[] = [
  ['request', { const: 1 }, { const: 1, enum: ['a'] }, 1],
  ['request', { type: 'boolean' }, { type: 'boolean', allOf: [text] }, true],
  ['request', { ...text, pattern: 'a' }, { ...text, pattern: 'a', allOf: [{ pattern: 'b' }] }, 'a'],
  ['response', { ...text, maxLength: 3, allOf: [{ maxLength: 2 }] }, { ...text, maxLength: 3 }, 'abc'],
  ['request', { oneOf: [text, { type: 'integer' }] }, { oneOf: [text, { type: 'integer' }, { type: 'number' }] }, 1],
  ['request', { oneOf: [{ type: 'boolean' }, text] }, { oneOf: [{}, text] }, 'a'],
  [
    'response',
    { oneOf: [{ type: 'number' }, { type: 'integer' }] },
    { oneOf: [{ type: 'number', maximum: 5 }, { type: 'integer' }] },
    8,
  ],
  ['request', { oneOf: [text] }, { oneOf: [text], anyOf: [{ const: 'a' }, { const: 'b' }] }, 'c'],
  ['request', { type: ['boolean', 'null'] }, { type: ['boolean', 'null'], anyOf: [{ type: 'boolean' }, text] }, null],
  ['request', { ...text, not: { const: 'a' } }, { ...text, not: {} }, 'b'],
];

test.each(FOUND)('%s: %j → %j breaks %j', (direction, before, after, broken) => {
  const ajv = new Ajv2020({ strict: false });
  expect([ajv.validate(before, broken), ajv.validate(after, broken)]).toEqual([
    direction === 'request',
    direction !== 'request',
  ]);
  expect(ratingsOf(before, after, direction)).toContain('major');
});

test.each<Direction>(['request', 'response'])('every change that breaks a value of a %s is major', (direction) => {
  const ajv = new Ajv2020({ strict: false });
  const wrong: string[] = [];
  let breaking = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const maker = new Maker(seed, direction);
    const before = maker.schema();
    const after = maker.changed(before);
    const [isOld, isNew] = [ajv.compile(before), ajv.compile(after)];
    const values = Array.from({ length: 100 }, () => maker.value());
    const broken = values.find((value) =>
      direction === 'request' ? isOld(value) && !isNew(value) : isNew(value) && !isOld(value),
    );
    if (broken === undefined) continue;
    breaking++;
    if (!ratingsOf(before, after, direction).includes('major'))
      wrong.push(`${seed} ${JSON.stringify(before)} → ${JSON.stringify(after)}: ${JSON.stringify(broken)}`);
  }
  expect(wrong).toEqual([]);
  expect(breaking).toBeGreaterThan(25);
});
