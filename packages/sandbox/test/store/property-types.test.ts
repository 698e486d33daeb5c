import { describe, expect, it, onTestFinished } from 'vitest';
import { createStatements, createTables } from '../../src/store/database.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { PropertyTypes, createLearnedTypes } from '../../src/store/property-types.ts';

const iso = '2026-01-02T03:04:05.678Z';
const raw = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);

/** What the store knows about a property after these values. */
function after(...values: unknown[]) {
  const types = new PropertyTypes(() => true);
  const needed = values.map((value) => types.learn('p', value));
  return {
    types: types.of('p'),
    numberKeys: types.numberKeys.includes('p'),
    dateKeys: types.dateKeys.includes('p'),
    dateOnly: types.isDateOnly('p'),
    needed,
  };
}

describe('the types of a property', () => {
  it.each<[unknown, readonly string[]]>([
    [null, []],
    [undefined, []],
    [{}, []],
    [Number.NaN, []],
    [Number.POSITIVE_INFINITY, []],
    ['', ['string']],
    ['a', ['string']],
    [true, ['boolean']],
    [false, ['boolean']],
    [1, ['number']],
    [1.5, ['number']],
    [1e300, ['number']],
    [iso, ['string', 'dateTimeOffset']],
    ['2026-01-02', ['string', 'dateTimeOffset']],
    ['2026-13-02', ['string']],
    ['2026-02-30T00:00:00Z', ['string']],
    ['2026/01/02', ['string']],
    ['abcd-ef-gh', ['string']],
    ['2026-01-02T03:04', ['string']],
  ])('with the value %o', (value, types) => expect(after(value).types).toEqual(types));

  it('are those of all its values', () => {
    expect(after('a', 1, true, iso, null).types).toEqual(['string', 'number', 'boolean', 'dateTimeOffset']);
  });

  it('are unknown for a property that no record has', () => {
    const types = new PropertyTypes(() => true);
    expect([types.of('p'), types.isDateOnly('p')]).toEqual([undefined, true]);
  });

  it('are not learned for a property that the document describes', () => {
    const types = new PropertyTypes((name) => name !== 'known');
    expect(types.learn('known', 1.5)).toBe(false);
    expect([types.of('known'), types.changed, [...types.entries()]]).toEqual([undefined, false, []]);
  });
});

describe('the keys of a property', () => {
  it.each<[unknown[], boolean]>([
    [[1, -1, 0], false],
    [[Number.MAX_SAFE_INTEGER], false],
    [[9_007_199_254_740_992], false],
    [[2 ** 63], true],
    [[1e21], true],
    [[-(2 ** 63) * 2], true],
    [[0.5], true],
    [[1, 'a', 1.5], true],
    [[9_223_372_036_854_775_807n], false],
    [[9_223_372_036_854_775_808n], true],
    [[-9_223_372_036_854_775_808n], false],
    [[raw('1.0')], true],
    [['1.5', true, null], false],
  ])('are needed for numbers that SQLite would compare as doubles: %o', (values, needed) =>
    expect(after(...values)).toMatchObject({ numberKeys: needed, dateKeys: false }));

  it.each<[unknown[], boolean]>([
    [[iso], false],
    [[iso, null, 5], false],
    [['2026-12-31T23:59:59.999Z'], false],
    [['2026-01-31T00:00:00.000Z'], false],
    [['2026-01-02T03:04:05Z'], true],
    [['2026-01-02T03:04:05.6789Z'], true],
    [['2026-01-02T03:04:05.678+00:00'], true],
    [['2026-01-02'], true],
    [[iso, 'a'], true],
    [['a', iso], true],
    [['a', 'b'], false],
  ])('are needed for timestamps that do not sort as their texts do: %o', (values, needed) =>
    expect(after(...values)).toMatchObject({ dateKeys: needed, numberKeys: false }));

  it('are needed once: with the first value that needs them', () => {
    expect(after(1, 1.5, 2.5, 3).needed).toEqual([false, true, false, false]);
    expect(after(iso, 'a', 'b', iso).needed).toEqual([false, true, false, false]);
    expect(after(1.5, '2026-01-02').needed).toEqual([true, true]);
  });

  it('belong to a property whose strings are all timestamps, or to one that has others too', () => {
    expect(after(iso).dateOnly).toBe(true);
    expect(after(iso, 5).dateOnly).toBe(true);
    expect(after(iso, 'soon').dateOnly).toBe(false);
    expect(after('2026-02-30').dateOnly).toBe(false);
  });
});

describe('the learned types in the database', () => {
  function open() {
    const database = openNodeSqlite();
    onTestFinished(() => database.close());
    database.exec(createTables);
    const prepare = createStatements(database);
    const create = () => createLearnedTypes(prepare, { history: () => true, connector: () => true, job: () => true });
    return {
      create,
      rows: () =>
        prepare('SELECT collection, name FROM property')
          .all()
          .map((row) => ({ ...row })),
    };
  }

  it('are those of each collection, for the next store', () => {
    const { create, rows } = open();
    const types = create();
    types.history.learn('p', 1.5);
    types.history.learn('d', '2026-01-02');
    types.connector.learn('p', 'a');
    types.save();
    expect(rows()).toEqual([
      { collection: 'connector', name: 'p' },
      { collection: 'history', name: 'd' },
      { collection: 'history', name: 'p' },
    ]);
    const next = create();
    expect(next.history.of('p')).toBeUndefined();
    next.restore();
    expect([next.history.of('p'), next.connector.of('p'), next.job.of('p')]).toEqual([
      ['number'],
      ['string'],
      undefined,
    ]);
    expect([next.history.numberKeys, next.history.dateKeys, next.connector.numberKeys]).toEqual([['p'], ['d'], []]);
  });

  it('are written when they have changed, and forgotten when they were not', () => {
    const { create, rows } = open();
    const types = create();
    types.history.learn('p', 1);
    expect(types.history.changed).toBe(true);
    types.save();
    expect(types.history.changed).toBe(false);
    types.history.learn('p', 2);
    expect(types.history.changed).toBe(false);
    types.history.learn('q', 1.5);
    types.restore();
    expect([types.history.of('q'), types.history.numberKeys, types.history.changed]).toEqual([undefined, [], false]);
    types.save();
    expect(rows()).toEqual([{ collection: 'history', name: 'p' }]);
  });
});
