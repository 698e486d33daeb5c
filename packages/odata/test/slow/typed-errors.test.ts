import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import * as odata from '../../src/index.ts';
import { isConfigError, isODataSyntaxError } from '../../src/index.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
afterAll(() => console.log(`fast-check seed ${seed} (SEED=${seed} repeats this run)`));

/** The error that `run` throws, or undefined if it returns. */
function thrownBy(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

const ofText: Readonly<Record<string, (text: never) => unknown>> = {
  parseFilter: odata.parseFilter,
  parseLiteral: odata.parseLiteral,
  parseOrderBy: odata.parseOrderBy,
  parseSelect: odata.parseSelect,
  parseKeyPredicate: (text) => odata.parseKeyPredicate(text, 'jobs'),
  parseQueryOptions: odata.parseQueryOptions,
  rawFilter: odata.rawFilter,
  date: odata.date,
  dateTimeOffset: odata.dateTimeOffset,
  guid: odata.guid,
  decimal: odata.decimal,
  keyPredicate: odata.keyPredicate,
  printSelect: odata.printSelect,
  printSelectOfOne: (name) => odata.printSelect([name]),
  printOrderBy: odata.printOrderBy,
  eq: (value) => odata.filter((h) => h.field('a').eq(value)),
  contains: (value) => odata.filter((h) => h.field('a').contains(value)),
  in: (value) => odata.filter((h) => h.field('a').in(value)),
  field: (name) => odata.filter((h) => h.field(name).eq(1)),
  template: (value) => odata.odata`a eq ${value}`,
  templateText: (text) => odata.odata([text] as never),
  toFilter: odata.toFilter,
  allOf: odata.allOf,
  createEvaluator: odata.createEvaluator,
  evaluate: (filter) => odata.evaluate(filter, {}),
  compareBy: odata.compareBy,
};

const circular: unknown[] = [];
circular.push(circular);

describe.each(Object.entries(ofText))('%s throws typed errors only', (_name, run) => {
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a bigint', 5n],
    ['a symbol', Symbol('x')],
    ['a number', Number.NaN],
    ['a list that contains itself', circular],
    ['an object without prototype', Object.create(null)],
    ['half of a surrogate pair', '\ud800'],
    ['half of a surrogate pair in a text', "a eq '\udc00'"],
    ['a day that does not exist', '9999-99-99'],
    ['a comparison with a day that does not exist', 'a eq 9999-99-99'],
    ['an instant that does not exist', 'a eq 2024-13-45T99:99:99Z'],
    ['a large exponent', 'a eq 1e99999'],
  ])('for %s', (_what, value) => {
    const error = thrownBy(() => run(value as never));
    expect(error === undefined || isConfigError(error) || isODataSyntaxError(error), String(error)).toBe(true);
  });

  test('for random texts', () => {
    const word = fc.constantFrom(
      'a',
      ' ',
      'eq',
      "'",
      '(',
      ')',
      'not',
      ',',
      '9999-99-99',
      '2024-02-30T25:61Z',
      '%',
      '$',
      '&',
      '=',
      '1e9999',
      '\ud800',
      'jobs',
      'null',
      '.',
      '-',
    );
    const text = fc.oneof(
      fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const error = thrownBy(() => run(value as never));
        expect(error === undefined || isConfigError(error) || isODataSyntaxError(error), String(error)).toBe(true);
      }),
      { seed, numRuns: 1000 },
    );
  });
});

describe('half of a surrogate pair, which a URL cannot carry, is refused wherever a text enters', () => {
  const half = '\ud83d';
  test.each<[string, () => unknown]>([
    ['a string of a filter', () => odata.parseFilter(`a eq '${half}'`)],
    ['the argument of a function', () => odata.parseFilter(`contains(a,'x${half}y')`)],
    ['a string of rawFilter', () => odata.rawFilter(`a eq '${half}'`)],
    ['a literal', () => odata.parseLiteral(`'${half}'`)],
    ['a key', () => odata.parseKeyPredicate(`jobs('${half}')`, 'jobs')],
    ['an order', () => odata.parseOrderBy(`a${half} desc`)],
    ['a selection', () => odata.parseSelect(`a${half}`)],
    ['the filter of a query', () => odata.parseQueryOptions(`$filter=a eq '${half}'`)],
    ['another option of a query', () => odata.parseQueryOptions(`a=${half}`)],
    ['the name of an option', () => odata.parseQueryOptions(`${half}=1`)],
    ['an order to print', () => odata.printOrderBy(`a${half}`)],
    ['an order to compare by', () => odata.compareBy(`a${half}`)],
    ['a selection to print', () => odata.printSelect([`a${half}`])],
    ['a key to print', () => odata.keyPredicate(half)],
    ['a value', () => odata.filter((h) => h.field('a').eq(half))],
    ['one of several values', () => odata.filter((h) => h.field('a').in(['x', half]))],
    ['a text to find', () => odata.filter((h) => h.field('a').endswith(half))],
    ['a property', () => odata.filter((h) => h.field(`a${half}`).eq(1))],
    ['a value of a template', () => odata.odata`a eq ${half}`],
    ['the text of a template', () => odata.odata(Object.assign([`a eq '${half}'`], { raw: [] }))],
  ])('%s', (_where, run) => {
    const error = thrownBy(run);
    expect(isConfigError(error) || isODataSyntaxError(error), String(error)).toBe(true);
  });
  test('a complete pair is read', () => {
    expect(odata.parseQueryOptions("$filter=a eq '\u{1f600}'").filter).toBe("a eq '\u{1f600}'");
  });
  test('the error says where', () => {
    expect(() => odata.parseFilter(`a eq 'x${half}'`)).toThrow(
      expect.objectContaining({ code: 'ODATA_SYNTAX', offset: 7 }),
    );
  });
});

test('a broken escape in a template is an error that says what to write', () => {
  expect(() => odata.odata`a eq \u{nothing}`).toThrow('template must not have an escape that JavaScript cannot read');
});
test('a selection that is not a list is refused, whatever its letters are', () => {
  expect(() => odata.printSelect('abc' as never)).toThrow(
    "select must be a list of property names, found a string; write ['JobName']",
  );
});
test('a filter with a day that does not exist is refused where the day is', () => {
  expect(() => odata.parseFilter('a eq 9999-99-99')).toThrow(
    expect.objectContaining({ code: 'ODATA_SYNTAX', offset: 5 }),
  );
});
