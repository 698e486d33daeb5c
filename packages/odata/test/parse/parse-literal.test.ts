import { describe, expect, test } from 'vitest';
import { parseLiteral } from '../../src/index.ts';
import type { ODataSyntaxCode } from '../../src/index.ts';

const [syntax, unsupported] = ['ODATA_SYNTAX', 'ODATA_UNSUPPORTED'] as const satisfies ODataSyntaxCode[];

describe('single literals', () => {
  test.each<[string, string | undefined, unknown]>([
    ["'a'", undefined, 'a'],
    ['5', 'Edm.Int64', 5n],
    ['5', 'Edm.Double', 5n],
    ['5.5', 'Edm.Decimal', '5.5'],
    ['null', 'Edm.Guid', null],
    ['true', 'Edm.Boolean', true],
  ])('%s as %s', (text, type, value) => {
    expect(parseLiteral(text, type).value).toEqual(value);
  });
  test.each<[string, string | undefined, ODataSyntaxCode, number]>([
    ['0', 'Edm.Boolean', syntax, 0],
    ['5.5', 'Edm.Int64', syntax, 0],
    ["'5'", 'Edm.Int64', syntax, 0],
    ['a', undefined, syntax, 0],
    ['5 ', undefined, syntax, 1],
    ['5x', undefined, syntax, 1],
    ["contains(a,'b')", undefined, syntax, 0],
    ["'P1D'", 'Edm.Duration', unsupported, 0],
    ['5', 'toString', unsupported, 0],
  ])('refuses %s as %s', (text, type, code, offset) => {
    expect(() => parseLiteral(text, type)).toThrow(expect.objectContaining({ code, offset }));
  });
});
