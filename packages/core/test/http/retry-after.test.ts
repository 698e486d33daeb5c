import { describe, expect, it } from 'vitest';
import { parseRetryAfter, retryAfterOf } from '../../src/http/retry-after.ts';

const now = Date.UTC(1994, 10, 6, 8, 49, 7);

describe('parseRetryAfter', () => {
  it.each([
    ['120', 120],
    ['0', 0],
    [' 7 ', 7],
    ['1, 1', 1],
    ['60,120', 120],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 30],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 30],
    ['Sun Nov  6 08:49:37 1994', 30],
    ['Sun, 06 Nov 1994 08:49:00 GMT', 0],
    ['Thu, 29 Feb 1996 00:00:00 GMT', 41440253],
    ['Saturday, 31-Dec-44 23:59:60 GMT', (Date.UTC(2045, 0, 1) - now) / 1000],
    ['Sunday, 06-Nov-93 08:49:37 GMT', 0],
    ['Tue, 06 Nov 1894 08:49:37 GMT', 0],
  ])('reads %j as %s seconds', (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });

  it.each([
    null,
    undefined,
    '',
    '-1',
    '1.5',
    'abc',
    '5 apples',
    '1e3',
    '0x10',
    '120, soon',
    '1,, 1',
    'Sun, 31 Feb 1999 00:00:00 GMT',
    'Sun, 00 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:60:00 GMT',
    'Sun, 06 Nov 1994 08:49:61 GMT',
    'Sun, 06 Nov 1994 08:49:37 1995',
    'Sun Nov  6 08:49:37 GMT',
    'Sun Nov 31 08:49:37 1994',
    'Sun, 06 Nov 1994 08:49:60',
    'Sun, 06 Nov 1994 08:49:37 GMT, 5',
    'Sun, 06 anF 1994 08:49:37 GMT',
    'Sun, 06 Xxx 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 CET',
    'Foo, 06 Nov 1994 08:49:37 GMT',
    'xSun, 06 Nov 1994 08:49:37 GMT',
  ])('does not accept %j as Retry-After', (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  });

  it('puts a two-digit year more than 50 years ahead into the last century', () => {
    const now2000 = Date.UTC(2000, 0, 1);
    expect(parseRetryAfter('Sunday, 06-Nov-94 08:49:37 GMT', now2000)).toBe(0);
    expect(parseRetryAfter('Saturday, 01-Jan-50 00:00:00 GMT', now2000)).toBe((Date.UTC(2050, 0, 1) - now2000) / 1000);
  });

  it('never returns a moment before the date: part of a second counts as a whole one', () => {
    expect(parseRetryAfter('Sun, 06 Nov 1994 08:49:37 GMT', now + 1)).toBe(30);
  });
});

describe('retryAfterOf', () => {
  const clock = { date: () => now };
  const at = (seconds: number) => new Date(now + seconds * 1000).toUTCString();
  it.each<[string, Record<string, string>, number | undefined]>([
    ['no header', { date: at(0) }, undefined],
    ['seconds', { 'retry-after': '7', date: at(-7200) }, 7],
    ['a date, by our clock', { 'retry-after': at(30) }, 30],
    ['a date of a server two hours behind', { 'retry-after': at(-7170), date: at(-7200) }, 30],
    ['a date of a server two hours ahead', { 'retry-after': at(7230), date: at(7200) }, 30],
    ['a date beside an invalid Date', { 'retry-after': at(30), date: 'soon' }, 30],
    ['a date beside a Date without a zone', { 'retry-after': at(30), date: 'Sun Nov  6 08:49:37 1994' }, 30],
  ])('%s', (_, headers, seconds) => {
    expect(retryAfterOf(new Headers(headers), clock)).toBe(seconds);
  });
});
