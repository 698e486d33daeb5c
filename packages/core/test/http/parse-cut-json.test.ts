import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCutJson } from '../../src/http/parse-cut-json.ts';

describe('JSON that was cut off', () => {
  it.each([
    ['{"a":1,"b":2', { a: 1, b: 2 }],
    ['{"a":1,"b"', { a: 1 }],
    ['{"a":1,"b":', { a: 1 }],
    ['{"a":1,', { a: 1 }],
    ['{"a":1,"b":tr', { a: 1 }],
    ['{"a":1,"b":-', { a: 1 }],
    ['{"a":[1,{"b":"c', { a: [1, { b: 'c' }] }],
    ['{"a":"b\\', { a: 'b' }],
    ['{"a":"b\\u00', { a: 'b' }],
    ['{"a":"b\\\\', { a: 'b\\' }],
    ['{"a":",]}","b":{"c"', { a: ',]}' }],
    ['{', {}],
  ])('%s', (text, value) => expect(parseCutJson(text)).toEqual(value));
  it.each(['', '{"a', '{"a"', '<html>', '{a:1'])('is refused if nothing of it is left: %s', (text) =>
    expect(() => parseCutJson(text)).toThrow(SyntaxError));
  it('keeps the first member, wherever it is cut after it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.nat(), (first, second, place) => {
        const text = JSON.stringify({ first, second });
        const whole = JSON.stringify({ first }).length;
        const cut = whole + (place % Math.max(1, text.length - whole));
        expect(parseCutJson(text.slice(0, cut))).toMatchObject({ first: JSON.parse(JSON.stringify(first)) as unknown });
      }),
      { numRuns: 300 },
    );
  });
});
