import { describe, expect, test } from 'vitest';
import {
  ConfigError,
  date,
  dateTimeOffset,
  decimal,
  filter,
  functionNames,
  guid,
  isFilter,
  odata,
  parseFilter,
  printFilter,
  rawFilter,
  toFilter,
} from '../../src/index.ts';
import * as make from '../../src/nodes/make.ts';
import type { Filter, Value } from '../../src/index.ts';

interface Properties {
  runstartdate: 'Edm.DateTimeOffset';
  details: 'Edm.String';
  records: 'Edm.Int64';
  share: 'Edm.Double';
  done: 'Edm.Boolean';
  'Label#': 'Edm.String';
}
const since = new Date('2024-01-01T12:30:00.5+02:00');

describe('the typed builder', () => {
  test.each<[string, Parameters<typeof filter<Properties>>[0]]>([
    [
      "runstartdate gt 2024-01-01T10:30:00.500Z and contains(details,'O''Neil')",
      (h) => h.runstartdate.gt(since).and(h.details.contains("O'Neil")),
    ],
    ["startswith(details,'a') or endswith(details,'z')", (h) => h.details.startswith('a').or(h.details.endswith('z'))],
    ['records eq 9007199254740993', (h) => h.records.eq(9007199254740993n)],
    [
      'records ne 5 and records ge 1 and records lt 9 and records le 8',
      (h) => h.records.ne(5).and(h.records.ge(1), h.records.lt(9), h.records.le(8)),
    ],
    ['share lt 0.0000001', (h) => h.share.lt(1e-7)],
    ['share gt 1000000000000000000000', (h) => h.share.gt(1e21)],
    ['share eq -2.5', (h) => h.share.eq(-2.5)],
    ['share eq 0', (h) => h.share.eq(-0)],
    ['done eq true or done ne false', (h) => h.done.eq(true).or(h.done.ne(false))],
    ['details ne null', (h) => h.details.ne(null)],
    ["Label# eq 'x'", (h) => h['Label#'].eq('x')],
    ["Status eq 'it''s'", (h) => h.field('Status').eq("it's")],
    ['runstartdate ge 2024-02-29', (h) => h.runstartdate.ge(date('2024-02-29'))],
    [
      'runstartdate gt 2024-02-29T12:00:00.1234567+01:00',
      (h) => h.runstartdate.gt(dateTimeOffset('2024-02-29t12:00:00.1234567+01:00')),
    ],
    ['share ge 0.1234567890123456789', (h) => h.share.ge(decimal('0.1234567890123456789'))],
    [
      'Id eq 01234567-89ab-cdef-0123-456789abcdef',
      (h) => h.field('Id').eq(guid('01234567-89AB-cdef-0123-456789abcdef')),
    ],
    ["not (details eq 'a' and done eq true)", (h) => h.details.eq('a').and(h.done.eq(true)).not()],
    ["details eq 'a'", (h) => h.details.eq('a').and().or()],
  ])('%s', (text, build) => {
    const built = filter<Properties>(build);
    expect(String(built)).toBe(text);
    expect(parseFilter(text)).toEqual(built.expression);
  });

  test('a property named property is accessed like any other', () => {
    expect(String(filter((h) => h.field('property').eq(1)))).toBe('property eq 1');
  });
});

test.each(functionNames)('the function %s has a method, and can be parsed again', (name) => {
  const built = filter((h) => h.field('a')[name]('x'));
  expect(String(built)).toBe(`${name}(a,'x')`);
  expect(parseFilter(String(built))).toEqual(built.expression);
});

describe('only the necessary parentheses are printed', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => filter((h) => h.field(name).eq(1))) as [Filter, Filter, Filter];
  test.each<[Filter, string]>([
    [a.or(b).and(c), '(a eq 1 or b eq 1) and c eq 1'],
    [a.and(b).or(c), 'a eq 1 and b eq 1 or c eq 1'],
    [a.and(b.and(c)), 'a eq 1 and b eq 1 and c eq 1'],
    [a.or(b.or(c)), 'a eq 1 or b eq 1 or c eq 1'],
    [a.not().not(), 'not (not (a eq 1))'],
    [a.not().and(b), 'not (a eq 1) and b eq 1'],
  ])('%s', (built, text) => {
    expect(printFilter(built)).toBe(text);
    expect(parseFilter(text)).toEqual(built.expression);
  });

  test('a filter is frozen, and its methods return new ones', () => {
    expect(Object.isFrozen(a)).toBe(true);
    a.and(b);
    expect(String(a)).toBe('a eq 1');
  });

  test('ten thousand levels are printed without overflowing the stack', () => {
    let deep = a.expression;
    for (let level = 0; level < 10_000; level++)
      deep = make.not(level % 2 ? make.and([deep, b.expression]) : make.or([deep, b.expression]));
    expect(printFilter(deep).length).toBeGreaterThan(150_000);
  });
});

describe('the template', () => {
  test.each<[Filter, string]>([
    [
      odata`runstartdate gt ${since} and contains(details, ${"O'Neil"})`,
      "runstartdate gt 2024-01-01T10:30:00.500Z and contains(details,'O''Neil')",
    ],
    [odata`a eq ${1n} or a eq ${2.5} or a eq ${true} or a eq ${null}`, 'a eq 1 or a eq 2.5 or a eq true or a eq null'],
    [odata`a eq (${'x'})`, "a eq 'x'"],
    [odata`a eq ${"' or true or a eq '"}`, "a eq ''' or true or a eq '''"],
    [odata`${odata`a eq 1 or b eq 2`} and c eq ${3}`, '(a eq 1 or b eq 2) and c eq 3'],
    [odata`not ${odata`a eq 1`}`, 'not (a eq 1)'],
    [odata`${odata`a eq ${1}`}`, 'a eq 1'],
    [odata`d ge ${date('2024-02-29')} and x eq ${'y'.repeat(8000)}`, `d ge 2024-02-29 and x eq '${'y'.repeat(8000)}'`],
  ])('%s', (built, text) => {
    expect(String(built)).toBe(text);
  });

  test.each<[string, () => Filter, object]>([
    [
      'a value in quotes',
      () => odata`name eq '${'x'}'`,
      { code: 'ODATA_SYNTAX', offset: 9, expected: 'a value without quotes around it (the template adds them)' },
    ],
    [
      'a value in quotes that would escape them',
      () => odata`name eq '${' or true or '}'`,
      { code: 'ODATA_SYNTAX', offset: 9 },
    ],
    ['a number in quotes', () => odata`name eq '${5}' and a eq ${1}`, { code: 'ODATA_SYNTAX', offset: 9 }],
    ['a value after an open quote', () => odata`name eq '${'x'}`, { code: 'ODATA_SYNTAX', offset: 9 }],
    [
      'a name after a value',
      () => odata`a eq ${'x'}y`,
      {
        code: 'ODATA_SYNTAX',
        offset: 8,
        expected: "a space, ) or the end after the text (a quote inside a text is doubled: '')",
      },
    ],
    ['a value instead of an operator', () => odata`a ${'eq'} 1`, { code: 'ODATA_SYNTAX', offset: 2 }],
    [
      'a mistake before a value',
      () => odata`a eqq ${1}`,
      { code: 'ODATA_SYNTAX', offset: 2, expected: 'an operator: eq, ne, gt, ge, lt, le, and, or' },
    ],
    ['a filter instead of a value', () => odata`a eq ${odata`b eq 1`}`, { code: 'ODATA_UNSUPPORTED', offset: 5 }],
    ['a number instead of a string', () => odata`contains(a, ${5})`, { code: 'ODATA_SYNTAX', offset: 12 }],
    [
      'NaN',
      () => odata`a eq ${1} and b eq ${Number.NaN}`,
      { code: 'CONFIG_INVALID', option: 'value 2 of the template (offset 16)' },
    ],
  ])('refuses %s', (_name, build, details) => {
    expect(build).toThrow(expect.objectContaining(details));
  });
});

describe('a value that has no literal is refused, and the error names its property', () => {
  const forged = Object.freeze({ kind: 'literal', type: 'date', value: '2024-01-01 or true' });
  test.each<[string, unknown, string]>([
    ['NaN', Number.NaN, 'a must be a finite number, found NaN'],
    ['Infinity', Infinity, 'a must be a finite number, found Infinity'],
    ['an invalid date', new Date('x'), 'a must be a date from year 0000 to 9999, found Invalid Date'],
    [
      'a date before the year 0',
      new Date(-1e14),
      'a must be a date from year 0000 to 9999, found -001199-02-15T14:13:20.000Z',
    ],
    [
      'a date after the year 9999',
      new Date(8.64e15),
      'a must be a date from year 0000 to 9999, found +275760-09-13T00:00:00.000Z',
    ],
    ['half of a surrogate pair', 'a\ud800', 'a must be well-formed text, found half of a surrogate pair'],
    ['undefined', undefined, 'or literal, found undefined'],
    ['an array', ['x'], 'or literal, found an array'],
    ['an object', { a: 1 }, 'or literal, found an object'],
    ['a function', () => 'x', 'or literal, found a function'],
    ['a forged date', forged, 'a must be a string, number, bigint, boolean, Date, null or literal, found an object'],
    [
      'a forged decimal that is a name',
      { ...forged, type: 'decimal', value: 'deadbeef' },
      'or literal, found an object',
    ],
    [
      'a forged GUID with more behind it',
      { ...forged, type: 'guid', value: '01234567-89ab-cdef-0123-456789abcdef or true' },
      'or literal, found an object',
    ],
    ['a forged date with a line break', { ...forged, value: '2024-01-01\nor' }, 'or literal, found an object'],
    [
      'a literal with an object inside',
      { kind: 'literal', type: 'string', value: { toString: () => 'x' } },
      'a must be a string, number, bigint, boolean, Date, null or literal, found an object',
    ],
  ])('%s', (_name, value, reason) => {
    expect(() => filter((h) => h.field('a').eq(value as Value as string))).toThrow(reason);
  });

  test('a forged integer becomes the type of its value: a string in quotes', () => {
    const value = { kind: 'literal', type: 'integer', value: '1 or true' } as never;
    expect(String(filter((h) => h.field('a').eq(value)))).toBe("a eq '1 or true'");
    const nothing = { kind: 'literal', type: 'null', value: null } as const;
    expect(String(filter((h) => h.field('a').eq(nothing as never)))).toBe('a eq null');
  });

  test('a function takes only a string', () => {
    expect(() => filter((h) => h.field('a').contains(5 as never))).toThrow('a must be a string, found a number');
    expect(() => filter((h) => h.field('a').contains(null as never))).toThrow('a must be a string, found null');
  });

  test.each([
    '',
    'a b',
    'a eq 1 or b',
    "x'",
    '1a',
    'null',
    'True',
    'NOT',
    'a/b',
    '$it',
    'x'.repeat(129),
  ])('the property name %j', (name) => {
    expect(() => filter((h) => h.field(name).eq(1))).toThrow(ConfigError);
  });
  test('a property name that is not a string', () => {
    expect(() => filter((h) => h.field(5 as never).eq(1))).toThrow('filter must be a property name, found 5');
    expect(() => filter((h) => h.field(undefined as never).eq(1))).toThrow(
      'filter must be a property name, found undefined',
    );
  });
});

describe('the literals', () => {
  test.each<[string, () => unknown]>([
    ['date', () => date('2023-02-29')],
    ['date', () => date('2024-01-01T00:00Z')],
    ['date', () => date(5 as never)],
    ['dateTimeOffset', () => dateTimeOffset('2024-01-01T00:00:00')],
    ['dateTimeOffset', () => dateTimeOffset('2023-02-29T00:00Z')],
    ['dateTimeOffset', () => dateTimeOffset('2024-01-01T24:00Z')],
    ['dateTimeOffset', () => dateTimeOffset(undefined as never)],
    ['guid', () => guid('x')],
    ['guid', () => guid(5 as never)],
    ['decimal', () => decimal('1,5')],
    ['decimal', () => decimal('1e999')],
    ['decimal', () => decimal(5 as never)],
  ])('%s refuses a value that is not one: %s', (option, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', option }));
  });
});

describe('values that become a filter', () => {
  test('toFilter accepts a filter and a function', () => {
    const built = rawFilter("a eq 'x'");
    expect(toFilter(built)).toBe(built);
    expect(String(toFilter<Properties>((h) => h.done.eq(true)))).toBe('done eq true');
  });
  test.each([
    ['a eq 1', 'a string'],
    [{ expression: 'true' }, 'an object'],
    [null, 'null'],
    [undefined, 'undefined'],
  ])('toFilter refuses %j', (input, found) => {
    expect(() => toFilter(input as never)).toThrow(`filter must be or return a Filter, found ${found}; `);
    expect(isFilter(input)).toBe(false);
  });
  test('a function that returns no filter and a method without a filter argument are refused', () => {
    expect(() => filter(() => 'a eq 1' as never)).toThrow(
      'filter must be or return a Filter, found a string; read a text with rawFilter(text)',
    );
    expect(() => rawFilter('true').and('true' as never)).toThrow(
      'filter must be a Filter or undefined, found a string; read a text with rawFilter(text)',
    );
  });
  test('rawFilter refuses what is not a string, and text that is not a filter', () => {
    expect(() => rawFilter(5 as never)).toThrow('filter must be a string, found a number');
    expect(() => rawFilter("a eq '\udc00'")).toThrow('filter must be well-formed text, found half of a surrogate pair');
    expect(() => rawFilter('a eq')).toThrow(expect.objectContaining({ code: 'ODATA_SYNTAX', offset: 4 }));
    expect(() => rawFilter('a eq 1', { maxNodes: 1 })).toThrow('maxNodes');
  });
});
