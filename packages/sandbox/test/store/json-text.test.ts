import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberStart, pickMembers, toJsonText } from '../../src/store/json-text.ts';

const pick = (json: string, ...names: string[]): string => pickMembers(json, names.map(memberStart));

describe('pickMembers', () => {
  it('keeps every digit of a number', () =>
    expect(pick('{"a":1,"b":9007199254740993}', 'b')).toBe('{"b":9007199254740993}'));
  it('omits absent members', () => expect(pick('{"a":1}', 'b', 'a')).toBe('{"a":1}'));
  it('is not misled by a value that looks like a member', () =>
    expect(pick(toJsonText({ a: ',"b":1', 'x"b': 2, b: 3 }), 'b')).toBe('{"b":3}'));
  it('handles quotes and backslashes at the end of a string', () =>
    expect(pick(toJsonText({ a: 'x\\"\\', b: '\\' }), 'a', 'b')).toBe(toJsonText({ a: 'x\\"\\', b: '\\' })));

  it('gives the same as picking from the parsed record', () => {
    const scalar = fc.oneof(
      fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '{', '}', 'a', 'b') }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', ','), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.dictionary(name, scalar), fc.uniqueArray(name), (record, names) => {
        const expected = Object.fromEntries(
          names.filter((one) => Object.hasOwn(record, one)).map((one) => [one, record[one]]),
        );
        expect(JSON.parse(pick(toJsonText(record), ...names))).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
      { numRuns: 500 },
    );
  });
});
