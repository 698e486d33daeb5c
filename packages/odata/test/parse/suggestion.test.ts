import { describe, expect, test } from 'vitest';
import {
  evaluate,
  isODataSyntaxError,
  type ODataSyntaxError,
  odata,
  parseFilter,
  parseOrderBy,
  parseQueryOptions,
  parseSelect,
} from '../../src/index.ts';

function refusal(run: () => unknown): ODataSyntaxError {
  try {
    run();
  } catch (error) {
    if (isODataSyntaxError(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** The text that was written, the suggestion, a record that should match, and a record that should not match. */
type Row = readonly [text: string, suggestion: string, meant: object, other: object];

function check(rows: readonly Row[]): void {
  test.each(rows)('%s', (text, suggestion, meant, other) => {
    const error = refusal(() => parseFilter(text));
    expect(error.suggestion).toBe(suggestion);
    expect(error.message.split('\n').slice(1)).toEqual([...error.excerpt.split('\n'), `Did you mean: ${suggestion}`]);
    expect(evaluate(parseFilter(suggestion), meant)).toBe(true);
    expect(evaluate(parseFilter(suggestion), other)).not.toBe(true);
  });
}

describe('a value first', () => {
  check([
    ['2 eq a', 'a eq 2', { a: 2 }, { a: 3 }],
    ['2 lt a', 'a gt 2', { a: 3 }, { a: 1 }],
    ['2 ge a', 'a le 2', { a: 2 }, { a: 3 }],
    ["'x' ne a and b eq 1", "a ne 'x' and b eq 1", { a: 'y', b: 1 }, { a: 'x', b: 1 }],
    ['null eq a', 'a eq null', {}, { a: 1 }],
    ["contains('x',a)", "contains(a,'x')", { a: 'axa' }, { a: 'b' }],
    ["substringof('x', a)", "contains(a,'x')", { a: 'axa' }, { a: 'b' }],
  ]);
});

describe('operators of other languages', () => {
  check([
    ['a == 1', 'a eq 1', { a: 1 }, { a: 2 }],
    ['a = 1', 'a eq 1', { a: 1 }, { a: 2 }],
    ['a=1', 'a eq 1', { a: 1 }, { a: 2 }],
    ['a === 1', 'a eq 1', { a: 1 }, { a: 2 }],
    ['a != 1', 'a ne 1', { a: 2 }, { a: 1 }],
    ['a <> 1', 'a ne 1', { a: 2 }, { a: 1 }],
    ['a >= 1 && b < 2', 'a ge 1 and b lt 2', { a: 1, b: 1 }, { a: 1, b: 2 }],
    ['a > 1 || b <= 2', 'a gt 1 or b le 2', { a: 1, b: 2 }, { a: 1, b: 3 }],
    ['a eq 1 && b eq 2', 'a eq 1 and b eq 2', { a: 1, b: 2 }, { a: 1, b: 3 }],
    ['!(a eq 1)', 'not (a eq 1)', { a: 2 }, { a: 1 }],
    ['not a eq 1', 'not (a eq 1)', { a: 2 }, { a: 1 }],
    ["a contains 'x'", "contains(a,'x')", { a: 'axa' }, { a: 'b' }],
  ]);
});

describe('quotes', () => {
  check([
    ["name eq 'O'Neil'", "name eq 'O''Neil'", { name: "O'Neil" }, { name: 'O' }],
    [
      "contains(name,'it's') and a eq 1",
      "contains(name,'it''s') and a eq 1",
      { name: "so it's", a: 1 },
      { name: 'its', a: 1 },
    ],
    ["name eq 'the dogs' bone'", "name eq 'the dogs'' bone'", { name: "the dogs' bone" }, { name: 'the dogs' }],
    ['name eq "O\'Neil"', "name eq 'O''Neil'", { name: "O'Neil" }, { name: 'O' }],
    ['name eq "a b" or a eq 1', "name eq 'a b' or a eq 1", { name: 'a b' }, { name: 'a' }],
    ['name eq ‘x’', "name eq 'x'", { name: 'x' }, { name: 'y' }],
    ['name eq “x”', "name eq 'x'", { name: 'x' }, { name: 'y' }],
    ["name eq 'done", "name eq 'done'", { name: 'done' }, { name: 'x' }],
    ['name eq done', "name eq 'done'", { name: 'done' }, { name: 'x' }],
    ['contains(name, done)', "contains(name,'done')", { name: 'is done' }, { name: 'x' }],
    ['contains(name, 5)', "contains(name,'5')", { name: '15' }, { name: '1' }],
  ]);
});

describe('spaces', () => {
  check([
    ['a+eq+1', 'a eq 1', { a: 1 }, { a: 2 }],
    ["a+eq+'x+y'", "a eq 'x y'", { a: 'x y' }, { a: 'x+y' }],
    ['a%20eq%201', 'a eq 1', { a: 1 }, { a: 2 }],
    [' a eq 1 ', 'a eq 1', { a: 1 }, { a: 2 }],
    ['a eq 1\nand b eq 2', 'a eq 1 and b eq 2', { a: 1, b: 2 }, { a: 1 }],
    ['not(a eq 1)', 'not (a eq 1)', { a: 2 }, { a: 1 }],
    ['a eq 1 and(b eq 2)', 'a eq 1 and (b eq 2)', { a: 1, b: 2 }, { a: 1 }],
    ["a eq'x'", "a eq 'x'", { a: 'x' }, { a: 'y' }],
    ['$filter=a eq 1', 'a eq 1', { a: 1 }, { a: 2 }],
  ]);
});

describe('upper case', () => {
  check([
    ['a EQ 1 AND b NE 2', 'a eq 1 and b ne 2', { a: 1, b: 1 }, { a: 1, b: 2 }],
    ['NOT (a EQ TRUE)', 'not (a eq true)', { a: false }, { a: true }],
    ["Contains(a,'x') Or b Eq Null", "contains(a,'x') or b eq null", { a: 'x', b: 1 }, { a: 'y', b: 1 }],
  ]);
});

describe('lists', () => {
  check([
    ["a in ('x','y')", "(a eq 'x' or a eq 'y')", { a: 'y' }, { a: 'z' }],
    ['b eq 1 and a IN (1, 2)', 'b eq 1 and (a eq 1 or a eq 2)', { a: 2, b: 1 }, { a: 2, b: 2 }],
    ['a in (1)', 'a eq 1', { a: 1 }, { a: 2 }],
    ['a not in (1,2)', 'not (a eq 1 or a eq 2)', { a: 3 }, { a: 1 }],
    ['not a in (1,2)', 'not (a eq 1 or a eq 2)', { a: 3 }, { a: 1 }],
  ]);
});

describe('null', () => {
  check([
    ['a is null', 'a eq null', {}, { a: 1 }],
    ['a IS NOT NULL', 'a ne null', { a: 1 }, {}],
    ['a = NULL', 'a eq null', {}, { a: 1 }],
    ['a not null', 'a ne null', { a: 1 }, {}],
    ['isnull(a)', 'a eq null', {}, { a: 1 }],
  ]);
});

describe('a missing value, operator or parenthesis', () => {
  check([
    ['a eq', "a eq 'value'", { a: 'value' }, {}],
    ['a gt and b eq 1', "a gt 'value' and b eq 1", { a: 'w', b: 1 }, { b: 1 }],
    ["a 'x'", "a eq 'x'", { a: 'x' }, { a: 'y' }],
    ['a 5 or b eq 1', 'a eq 5 or b eq 1', { a: 5 }, { a: 6 }],
    ['done', 'done eq true', { done: true }, { done: false }],
    ['done and a eq 1', 'done eq true and a eq 1', { done: true, a: 1 }, { a: 1 }],
    ['(a eq 1 or b eq 2', '(a eq 1 or b eq 2)', { b: 2 }, {}],
    ["contains(a,'x'", "contains(a,'x')", { a: 'x' }, { a: 'y' }],
  ]);
});

test.each([
  '',
  'and',
  'a eq 1 adn b eq 2',
  "a eq 'done' adn b eq 2",
  'a eq 1)',
  'length(a) eq 1',
  'a/b eq 1',
  "a eq 'x and b eq 2",
  'a eq 1 eq 2',
  '1 eq 2',
  'a eq 9999-99-99',
  'a in ()',
  `${'('.repeat(60)}a`,
  'a == 1 or '.repeat(200),
])('if the text does not show what was meant, nothing is suggested: %s', (text) => {
  const error = refusal(() => parseFilter(text));
  expect(error.suggestion).toBeUndefined();
  expect(error.message).not.toContain('Did you mean');
});

test('a text that is over a limit gets no suggestion', () => {
  expect(refusal(() => parseFilter('a == 1', { maxLength: 3 })).suggestion).toBeUndefined();
  expect(refusal(() => parseFilter('a in (1,2,3)', { maxNodes: 5 })).suggestion).toBeUndefined();
});

describe('orders, selections and queries', () => {
  test.each([
    ['name DESC', 'name desc'],
    ['a Asc,b DESC', 'a asc,b desc'],
    ['a descending', 'a desc'],
    ['-a,b', 'a desc,b'],
    ['a:desc', 'a desc'],
    ['a+desc', 'a desc'],
    ['a;b', 'a,b'],
    ['a,a desc', 'a'],
    ['a,', 'a'],
    [' a', 'a'],
  ])('$orderby=%s', (text, suggestion) => {
    expect(refusal(() => parseOrderBy(text)).suggestion).toBe(suggestion);
    expect(parseOrderBy(suggestion)).not.toEqual([]);
  });
  test.each([
    ['a b', 'a,b'],
    ['a;b', 'a,b'],
    ['a,b,a', 'a,b'],
    ['a,,b', 'a,b'],
    ["'a','b'", 'a,b'],
    ['a,+b', 'a,b'],
  ])('$select=%s', (text, suggestion) => {
    expect(refusal(() => parseSelect(text)).suggestion).toBe(suggestion);
    expect(parseSelect(suggestion)).not.toEqual([]);
  });
  test.each([
    ['filter=a%20eq%201', '$filter=a%20eq%201'],
    ['$Filter=true&OrderBy=a', '$filter=true&$orderby=a'],
    ["$filter=a%20eq%20'100%'", "$filter=a%20eq%20'100%25'"],
  ])('%s', (text, suggestion) => {
    expect(refusal(() => parseQueryOptions(text)).suggestion).toBe(suggestion);
    expect(parseQueryOptions(suggestion).filter).toBeDefined();
  });
  test.each(['*', 'a/b', '', 'a(b)'])('nothing is suggested for $select=%s', (text) => {
    expect(refusal(() => parseSelect(text)).suggestion).toBeUndefined();
  });
  test.each(['a up', 'a/b', 'a add b', ''])('nothing is suggested for $orderby=%s', (text) => {
    expect(refusal(() => parseOrderBy(text)).suggestion).toBeUndefined();
  });
});

test('a template suggests the same, and to remove the quotes', () => {
  expect(refusal(() => odata`a == ${1}`).suggestion).toBe('a eq 1');
  expect(refusal(() => odata`name eq '${"O'Neil"}' and a eq ${1}`).suggestion).toBe("name eq 'O''Neil' and a eq 1");
  expect(refusal(() => odata`contains(name,'%${'x'}%')`).suggestion).toBeUndefined();
});
