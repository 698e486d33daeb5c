import { describe, expect, test } from 'vitest';
import { keyPredicate, parseKeyPredicate } from '../src/index.ts';
import type { ODataSyntaxCode } from '../src/index.ts';

const [syntax, unsupported] = ['ODATA_SYNTAX', 'ODATA_UNSUPPORTED'] as const satisfies ODataSyntaxCode[];

describe('a key predicate', () => {
  test.each([
    ['Nightly', "('Nightly')"],
    ["O'Brien/ö", "('O%27%27Brien%2F%C3%B6')"],
    ["x')/history?('", "('x%27%27)%2Fhistory%3F(%27%27')"],
    ['.', "('.')"],
    ['..', "('..')"],
    ['100 %', "('100%20%25')"],
    ['a+b&c=d#e', "('a%2Bb%26c%3Dd%23e')"],
    ['😀', "('%F0%9F%98%80')"],
  ])('%j is written %s and read back', (key, predicate) => {
    expect(keyPredicate(key)).toBe(predicate);
    expect(parseKeyPredicate(`jobs${predicate}`, 'jobs')).toBe(key);
  });
  test.each([
    ['', 'key must be a string that is not empty, found an empty string; write the key as text'],
    [undefined, 'key must be a string that is not empty, found undefined; write the key as text'],
    [null, 'key must be a string that is not empty, found null; write the key as text'],
    [5, 'key must be a string that is not empty, found a number; write the key as text'],
    ['a\udc00', 'key must be well-formed text, found half of a surrogate pair; cut it between characters'],
  ])('%j is not a key', (key, message) => {
    expect(() => keyPredicate(key as never)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option: 'key', message }),
    );
  });
  test('an empty key, a literal + and unencoded letters are read as they are', () => {
    expect(parseKeyPredicate("jobs('')", 'jobs')).toBe('');
    expect(parseKeyPredicate("jobs('a+b ö')", 'jobs')).toBe('a+b ö');
    expect(parseKeyPredicate("jobs('€%E2%82%AC%24')", 'jobs')).toBe('€€$');
  });
  test.each<[string, ODataSyntaxCode, number]>([
    ["Jobs('a')", syntax, 0],
    ["jobsx('a')", syntax, 0],
    ["jobs'a'", syntax, 4],
    ["jobs('O%27Neil')", syntax, 10],
    ["jobs('a/b')", syntax, 7],
    ["jobs('a'", syntax, 8],
    ["jobs('a')x", syntax, 9],
    ["jobs('a%2')", syntax, 7],
    ["jobs('%FF')", syntax, 6],
    ["jobs('%C3')", syntax, 6],
    ['jobs(a)', syntax, 5],
    ['jobs(1;2)', syntax, 5],
    ["jobs(%27%E2%82%AC'x')", syntax, 18],
    ['jobs', unsupported, 4],
    ['jobs/a', unsupported, 4],
    ['jobs(1)', unsupported, 5],
    ['jobs(-1)', unsupported, 5],
    ['jobs(2024-01-01)', unsupported, 5],
    ["jobs(JobName='a')", unsupported, 5],
    ["jobs('a')/Name", unsupported, 9],
  ])('refuses %s', (segment, code, offset) => {
    expect(() => parseKeyPredicate(segment, 'jobs')).toThrow(expect.objectContaining({ code, offset }));
  });
  test('applies the length limit', () => {
    expect(() => parseKeyPredicate(`jobs('${'x'.repeat(9000)}')`, 'jobs')).toThrow('at most 8192 (maxLength)');
  });
});
