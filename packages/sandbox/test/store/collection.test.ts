import { describe, expect, it } from 'vitest';
import { collection, documentedTypes } from '../../src/store/collection.ts';
import { PropertyTypes } from '../../src/store/property-types.ts';

const path = (name: string): string => `'$."${name}"'`;
const member = (name: string): string => `(json ->> ${path(name)})`;
const only = (name: string, kinds: string): string =>
  `(CASE WHEN json_type(json, ${path(name)}) IN (${kinds}) THEN json ->> ${path(name)} END)`;
/** The SQL expression that orders values by their kind. */
const rank = (name: string, date?: string): string => {
  const kind = `json_type(json, ${path(name)})`;
  const dates = date === undefined ? '' : `WHEN ${date} IS NOT NULL THEN 2 `;
  return `(CASE ${dates}WHEN ${kind} IN ('true', 'false') THEN 0 WHEN ${kind} = 'text' THEN 3 WHEN ${kind} <> 'null' THEN 1 END)`;
};

const iso = '2026-01-01T00:00:00.000Z';
const fields = {
  text: { edm: 'Edm.String' },
  own: { edm: 'Edm.String' },
  at: { edm: 'Edm.DateTimeOffset' },
  first: { edm: 'Edm.DateTimeOffset' },
  int32: { edm: 'Edm.Int32' },
  int64: { edm: 'Edm.Int64' },
  double: { edm: 'Edm.Double' },
  flag: { edm: 'Edm.Boolean' },
  list: { edm: null },
};

/** A collection whose records had these values in the property `p`. */
function withValues(...values: unknown[]) {
  const learned = new PropertyTypes((name) => !Object.hasOwn(fields, name));
  for (const value of values) learned.learn('p', value);
  return collection('t', ['seq'], fields, { own: 'own', at: 'at', first: 'start' }, learned);
}

const column = (values: readonly unknown[], name = 'p') => {
  const found = withValues(...values).column(name);
  return found && { ...found, types: Object.fromEntries(found.types) };
};

describe('how SQL reads a property that the document does not name', () => {
  const string = (sql: string) => ({ string: { sql, form: 'value' } });
  const boolean = (sql: string) => ({ boolean: { sql, form: 'value' } });
  const textOnly = only('p', "'text'");
  const flagOnly = only('p', "'true', 'false'");
  const wholeOnly = only('p', "'integer'");
  const number = '(keys ->> \'$."#p"\')';
  const date = '(keys ->> \'$."@p"\')';

  it.each<[unknown[], object, string[]]>([
    [[null], {}, [member('p')]],
    [['a', null], string(member('p')), [member('p')]],
    [[true], boolean(member('p')), [member('p')]],
    [[1], { number: { sql: member('p'), form: 'int64' } }, [member('p')]],
    [[1, 1.5], { number: { sql: number, form: 'numberKey' } }, [number]],
    [[1e30], { number: { sql: number, form: 'numberKey' } }, [number]],
    [
      [iso],
      { ...string(member('p')), dateTimeOffset: { sql: `substr(${member('p')}, 1, 23)`, form: 'isoText' } },
      [`substr(${member('p')}, 1, 23)`],
    ],
    [
      ['2026-01-01T00:00:00+01:00'],
      { ...string(member('p')), dateTimeOffset: { sql: date, form: 'timestampKey' } },
      [date],
    ],
    [
      [iso, 'soon'],
      { ...string(member('p')), dateTimeOffset: { sql: date, form: 'timestampKey' } },
      [rank('p', date), date, `(CASE WHEN ${date} IS NULL THEN ${member('p')} END)`],
    ],
    [['a', 1], { ...string(textOnly), number: { sql: wholeOnly, form: 'int64' } }, [rank('p'), wholeOnly, textOnly]],
    [['a', false], { ...string(textOnly), ...boolean(flagOnly) }, [rank('p'), flagOnly, textOnly]],
    [[true, 1.5], { number: { sql: number, form: 'numberKey' }, ...boolean(flagOnly) }, [rank('p'), flagOnly, number]],
    [
      [iso, 1],
      {
        ...string(textOnly),
        number: { sql: wholeOnly, form: 'int64' },
        dateTimeOffset: { sql: `substr(${textOnly}, 1, 23)`, form: 'isoText' },
      },
      [rank('p', `substr(${textOnly}, 1, 23)`), wholeOnly, `substr(${textOnly}, 1, 23)`],
    ],
    [
      ['a', 1.5, true, '2026-01-01'],
      {
        ...string(textOnly),
        number: { sql: number, form: 'numberKey' },
        ...boolean(flagOnly),
        dateTimeOffset: { sql: date, form: 'timestampKey' },
      },
      [rank('p', date), flagOnly, number, date, `(CASE WHEN ${date} IS NULL THEN ${textOnly} END)`],
    ],
  ])('that had %j', (values, types, order) => expect(column(values)).toEqual({ sql: member('p'), types, order }));

  it('quotes its name', () => {
    const learned = new PropertyTypes(() => true);
    learned.learn('it\'s "odd"', 'x');
    expect(collection('t', ['seq'], {}, {}, learned).column('it\'s "odd"')?.sql).toBe(
      String.raw`(json ->> '$."it''s \"odd\""')`,
    );
  });

  it('unless no record has it', () => {
    expect(column([1], 'q')).toBeUndefined();
    expect(collection('t', ['seq'], fields, {}).column('p')).toBeUndefined();
    expect(column([1], 'constructor')).toBeUndefined();
  });
});

describe('how SQL reads a documented property', () => {
  it.each<[string, object]>([
    ['own', { sql: 'own', types: { string: { sql: 'own', form: 'value' } }, order: ['own'] }],
    ['at', { sql: 'at', types: { dateTimeOffset: { sql: 'at', form: 'timestampKey' } }, order: ['at'] }],
    [
      'first',
      {
        sql: 'start',
        types: { dateTimeOffset: { sql: 'start', form: 'timestampKey' } },
        order: ['start'],
        emptyIsNull: true,
      },
    ],
    [
      'text',
      { sql: member('text'), types: { string: { sql: member('text'), form: 'value' } }, order: [member('text')] },
    ],
    [
      'flag',
      { sql: member('flag'), types: { boolean: { sql: member('flag'), form: 'value' } }, order: [member('flag')] },
    ],
    ...['int32', 'int64', 'double'].map((name): [string, object] => [
      name,
      { sql: member(name), types: { number: { sql: member(name), form: 'int64' } }, order: [member(name)] },
    ]),
  ])('%s', (name, expected) => {
    expect(column([], name)).toEqual(expected);
    const alone = collection('t', ['seq'], fields, { own: 'own', at: 'at', first: 'start' }).column(name);
    expect(alone && { ...alone, types: Object.fromEntries(alone.types) }).toEqual(expected);
  });

  it('unless a filter cannot compare its type', () => {
    expect(column([], 'list')).toBeUndefined();
    expect([undefined, { edm: null }, { edm: 'Edm.Guid' }].map(documentedTypes)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('the known names are the documented ones that a filter can compare, then those of the records, each once', () => {
  const documented = ['text', 'own', 'at', 'first', 'int32', 'int64', 'double', 'flag'];
  expect(withValues('a').names()).toEqual([...documented, 'p']);
  expect(collection('t', ['seq'], fields, {}).names()).toEqual(documented);
  const all = new PropertyTypes(() => true);
  all.learn('text', 'a');
  expect(collection('t', ['seq'], fields, {}, all).names()).toEqual(documented);
});
