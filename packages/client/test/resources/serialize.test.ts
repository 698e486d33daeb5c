import { describe, expect, it } from 'vitest';
import { compilePath, serializeQuery } from '../../src/resources/serialize.ts';
import { describeConformance } from '../../../core/test/support/conformance.ts';

interface Vectors {
  rfc3986: {
    pathSegments: { raw: string; strict: string }[];
    mustReject: { raw: string; why?: string; encodeURIComponent?: string }[];
  };
}
const serializePath = (template: string, values: Record<string, unknown>) => compilePath(template)(values);
const segment = (value: unknown) => serializePath('https://h/v2/jobs/{job_id}/status', { job_id: value });

describeConformance<Vectors>('rfc-vectors.json', ({ rfc3986: { pathSegments, mustReject } }) => {
  it.each(pathSegments)('$raw', ({ raw, strict }) => {
    const encoded = segment(raw).slice('https://h/v2/jobs/'.length, -'/status'.length);
    expect(decodeURIComponent(encoded)).toBe(raw);
    // encodeURIComponent does not encode !'()*, which a path segment may contain.
    expect(encoded.replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)).toBe(strict);
    expect(new URL(segment(raw)).pathname.split('/')).toHaveLength(5);
  });
  it.each(mustReject.filter(({ raw }) => !raw.startsWith('%')))('refuses $raw', ({ raw, why }) => {
    const value = why === undefined ? raw : (JSON.parse(raw) as string);
    expect(() => segment(value)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', option: 'job_id' }));
  });
});

describe('a path', () => {
  it.each(['.', '..'])('refuses the segment %j, which would change the path', (value) => {
    expect(() => segment(value)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', option: 'job_id' }));
  });
  it.each(['.', '..'])('writes the key %j in quotes, so that it is not a dot segment', (name) => {
    const address = serializePath("https://h/jobs('{JobName}')", { JobName: name });
    expect(new URL(address).pathname).toBe(`/jobs('${name}')`);
  });
  it.each([
    [7, '/v2/jobs/7/status'],
    [-1, '/v2/jobs/-1/status'],
    [2n ** 63n - 1n, '/v2/jobs/9223372036854775807/status'],
  ])('writes the whole number %s', (value, path) => expect(new URL(segment(value)).pathname).toBe(path));
  it.each([undefined, null, '', Number.NaN, 1.5, 2 ** 53, true, {}, '\ud800', 'a\udc00'])('refuses %o', (value) => {
    expect(() => segment(value)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', option: 'job_id' }));
    expect(() => serializePath("https://h/jobs('{JobName}')", { JobName: value })).toThrow(
      expect.objectContaining({ option: 'JobName' }),
    );
  });
  it.each([7, 7n])('refuses the number %s as a key, which is a string', (value) =>
    expect(() => serializePath("/jobs('{JobName}')", { JobName: value })).toThrow(
      expect.objectContaining({ option: 'JobName' }),
    ));
  it.each([
    ["O'Brien", "/jobs('O%27%27Brien')"],
    ['a/b', "/jobs('a%2Fb')"],
    ["x')/history?('", "/jobs('x%27%27)%2Fhistory%3F(%27%27')"],
    ['Übung 1', "/jobs('%C3%9Cbung%201')"],
  ])('writes the key %j as %s', (name, path) =>
    expect(serializePath("/jobs('{JobName}')", { JobName: name })).toBe(path));
  it('is filled in with the values of each call', () => {
    const fill = compilePath("/{a}/jobs('{b}')/runs/{c}");
    expect(fill({ a: 'x', b: "it's", c: 1 })).toBe("/x/jobs('it%27%27s')/runs/1");
    expect(fill({ a: 'y', b: '.', c: 2 })).toBe("/y/jobs('.')/runs/2");
    expect(() => fill({ a: 'y', b: '.' })).toThrow(expect.objectContaining({ option: 'c' }));
  });
  it.each([
    ["/jobs(name='{name}')", "/jobs(name='a%2Fb')"],
    ["/{name}')", "/a%2Fb')"],
    ["/jobs('{name}", "/jobs('a%2Fb"],
  ])('keeps the quotes and parentheses of %s, which are not a key', (template, path) =>
    expect(serializePath(template, { name: 'a/b' })).toBe(path));
  it('without parameters stays as it is', () => expect(serializePath('/history', { a: 1 })).toBe('/history'));
});

describe('a query', () => {
  it.each([
    [{}, ''],
    [{ $filter: "a eq 'b c'" }, "$filter=a%20eq%20'b%20c'"],
    [{ '@authtoken': 'x+y' }, '@authtoken=x%2By'],
    [{ a: undefined, b: null, c: 0, d: false }, 'c=0&d=false'],
    [{ a: ['x', 'y'], b: [] }, 'a=x&a=y'],
    [{ since: new Date(0) }, 'since=1970-01-01T00%3A00%3A00.000Z'],
  ])('%j → %s', (values, query) => expect(serializeQuery(values)).toBe(query));
  it('encodes the brackets and bars of a name, which a URI cannot hold', () =>
    expect(serializeQuery({ 'page[size]': 5, 'a|b': '[|]', $top: 1 })).toBe('page%5Bsize%5D=5&a%7Cb=%5B%7C%5D&$top=1'));
  it('writes every digit of a bigint', () =>
    expect(serializeQuery({ a: 2n ** 63n - 1n, b: [1n, 2] })).toBe('a=9223372036854775807&b=1&b=2'));
  it.each([
    '\ud800',
    new Date('x'),
    ['a', '\udc00'],
  ])('refuses the value %o, which cannot be encoded in a URL', (value) =>
    expect(() => serializeQuery({ a: value })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option: 'a' }),
    ));
  it('refuses values without such a form', () =>
    expect(() => serializeQuery({ a: { b: 1 } })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option: 'a' }),
    ));
});
