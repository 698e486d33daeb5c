import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../support/decode-text.ts';

describe('exactness', () => {
  it('is true for every int64, whatever the surrounding text is', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(',"RowVersion":1', '{"RowVersion":9007199254740993}', '\\"RowVersion\\":', '","RowVersion":"'),
    );
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const key = fc.constantFrom(
      '"RowVersion"',
      '"\\u0052owVersion"',
      '"Row\\u0056ersion"',
      '"RowVersio\\u006E"',
      '"RowVersio\\u006e"',
    );
    const space = fc.constantFrom('', ' ', '\n\t ');
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, int64, int64, key, space), { maxLength: 5 }), (rows) => {
        const json = rows.map(
          ([source, other, version, size, name, gap]) =>
            `{${gap}${JSON.stringify(other + '"')}:${version},"Source":${JSON.stringify(source)}${gap},${gap}${name}${gap}:${gap}${version},"SnapshotSize":${size}}`,
        );
        const { records, refused } = decodeText(`[${json.join(',')}]`);
        expect(refused).toEqual([]);
        rows.forEach(([source, other, version, size], index) =>
          expect(records[index]).toEqual({
            [`${other}"`]: Number(version),
            Source: source,
            RowVersion: version,
            SnapshotSize: size,
          }),
        );
      }),
      { numRuns: 300 },
    );
  });
});
