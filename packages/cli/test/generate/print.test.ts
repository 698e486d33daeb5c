import { expect, test } from 'vitest';
import {
  Name,
  camelCase,
  identifier,
  pascalCase,
  printDoc,
  printKey,
  printString,
  printValue,
} from '../../src/generate/print.ts';

test.each([
  ['plain', "'plain'"],
  ["it's", '"it\'s"'],
  ['a "word"', '\'a "word"\''],
  ['both \' and "', '"both \' and \\""'],
  ['line\nbreak\\', "'line\\nbreak\\\\'"],
  ['\u2028', "'\u2028'"],
])('the string %j is printed so that it can be parsed again', (text, printed) => {
  expect(printString(text)).toBe(printed);
  expect(new Function(`return ${printed}`)()).toBe(text);
});

test.each([
  ['JobId', 'JobId'],
  ['Label#', "'Label#'"],
  ['a-b', "'a-b'"],
  ['2nd', "'2nd'"],
  ['__proto__', "['__proto__']"],
])('the key %s is quoted only if necessary', (key, printed) => {
  expect(printKey(key)).toBe(printed);
});

test.each([
  ['JobStatusRecord', 'jobStatusRecord', 'JobStatusRecord'],
  ['ODataError', 'oDataError', 'ODataError'],
  ['Foo.Bar-baz', 'fooBarBaz', 'FooBarBaz'],
  ['3D', '_3D', '_3D'],
  ['v2', 'v2', 'V2'],
])('the name %s becomes %s and %s', (name, camel, pascal) => {
  expect([camelCase(name), pascalCase(name)]).toEqual([camel, pascal]);
  expect(() => new Function(`const ${identifier(name)} = 1`)).not.toThrow();
});

test('values are split over lines down to the depth, and are on one line below it', () => {
  expect(printValue({ a: { b: [1, null, 'x'] }, c: new Name('other'), d: {} })).toBe(
    "{\n  a: { b: [1, null, 'x'] },\n  c: other,\n  d: {},\n}",
  );
});

test('keys with the names of what every object has are printed as keys of their own', () => {
  const value = JSON.parse(
    '{ "constructor": 1, "toString": { "a": [1] }, "__proto__": "x", "valueOf": null }',
  ) as object;
  const printed = printValue(value, 0);
  expect(printed).toBe(
    "{ constructor: 1 as const, toString: { a: [1] } as const, ['__proto__']: 'x' as const, valueOf: null }",
  );
  expect(new Function(`return ${printed.replaceAll(' as const', '')}`)()).toEqual(value);
});

test('a description cannot end its own comment', () => {
  expect(printDoc('ends */ here')).toBe('/** ends *\\/ here */\n');
  expect(printDoc('two\nlines', '  ')).toBe('  /**\n   * two\n   * lines\n   */\n');
});
