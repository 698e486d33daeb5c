import { connectorRecordDecode, jobDecode, workspaceDecode } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { decodeRecords } from '../../src/decode/records.ts';
import { decodeText } from '../support/decode-text.ts';

type Row = Record<string, unknown>;
import { numbersOf, parseInt64 } from '../../src/decode/exact-json.ts';
import { parseJson } from '../../src/decode/record-decoder.ts';

const decodeField = (field: string, json: string) => {
  const { records, refused } = decodeText(`[{"${field}":${json}}]`);
  return refused.length > 0 ? 'refused' : records[0]?.[field];
};

describe('decoding a field', () => {
  it.each([
    ['Scheduled', '"true"', true],
    ['Scheduled', '"TRUE"', true],
    ['Scheduled', '"False"', false],
    ['Scheduled', '"false"', false],
    ['Scheduled', 'true', true],
    ['Scheduled', 'false', false],
    ['Scheduled', '""', undefined],
    ['Scheduled', 'null', undefined],
    ['Scheduled', '"yes"', 'refused'],
    ['Scheduled', '1', 'refused'],
    ['Scheduled', '[]', 'refused'],
    ['SkipSnapshot', 'true', true],
    ['SkipSnapshot', '"true"', true],
    ['SkipSnapshot', '0', 'refused'],
    ['Verbosity', '"5"', 5],
    ['Verbosity', '"-5"', -5],
    ['Verbosity', '"007"', 7],
    ['Verbosity', '"-010"', -10],
    ['Verbosity', '"1e3"', 'refused'],
    ['Verbosity', '"Infinity"', 'refused'],
    ['Verbosity', '5', 5],
    ['Verbosity', '""', undefined],
    ['Verbosity', 'null', undefined],
    ['Verbosity', '"5 apples"', 'refused'],
    ['Verbosity', '"1.5"', 'refused'],
    ['Verbosity', '1.5', 'refused'],
    ['Verbosity', '"0x10"', 'refused'],
    ['Verbosity', '"9007199254740993"', 'refused'],
    ['Verbosity', 'true', 'refused'],
    ['Verbosity', '" 5"', 'refused'],
    ['RowVersion', '0', 0n],
    ['RowVersion', '-1', -1n],
    ['RowVersion', '"12"', 12n],
    ['RowVersion', '""', undefined],
    ['RowVersion', 'null', undefined],
    ['RowVersion', '9007199254740991', 9007199254740991n],
    ['RowVersion', '9007199254740993', 9007199254740993n],
    ['RowVersion', '-9007199254740993', -9007199254740993n],
    ['RowVersion', '1.0', 1n],
    ['RowVersion', '1e3', 1000n],
    ['RowVersion', 'true', 'refused'],
    ['RowVersion', '1.5', 'refused'],
    ['RowVersion', '1e30', 'refused'],
    ['RowVersion', '"x"', 'refused'],
    ['RowVersion', '{}', 'refused'],
    ['RowVersion', '[5]', 'refused'],
  ])('%s: %s → %s', (field, json, value) => expect(decodeField(field, json)).toEqual(value));

  it('keeps absent fields absent, and unknown fields unchanged', () => {
    const { records } = decodeText('[{"JobName":"a","New":9007199254740991,"Label#":"x"}]');
    expect(Object.keys(records[0] as Row)).toEqual(['JobName', 'New', 'Label#']);
  });
  it('decodes records inside records, one or many', () => {
    const { records } = decodeText(
      '[{"is_default":"true","permissions":{"can_update":"false","x":1}},{"permissions":null},{}]',
      workspaceDecode,
    );
    expect(records).toEqual([
      { is_default: true, permissions: { can_update: false, x: 1 } },
      { permissions: null },
      {},
    ]);
    expect(decodeText('[{"permissions":[{"can_update":"true"}]}]', workspaceDecode).records).toEqual([
      { permissions: [{ can_update: true }] },
    ]);
    expect(decodeText('[{"permissions":7}]', workspaceDecode).refused).toEqual([['Workspace', 'permissions', 7]]);
    expect(decodeText('[{"permissions":[null]}]', workspaceDecode).refused).toEqual([
      ['Workspace', 'permissions', [null]],
    ]);
  });
  it('changes nothing in open records', () =>
    expect(decodeText('[{"a":1}]', connectorRecordDecode).records).toEqual([{ a: 1 }]));
});

describe('exactness', () => {
  it('does not change a number in a nested object', () => {
    const { records } = decodeText('[{"x":{"RowVersion":9007199254740993},"RowVersion":9007199254740993}]');
    expect(records[0]).toEqual({ x: { RowVersion: 9007199254740992 }, RowVersion: 9007199254740993n });
  });
  it.each([
    ['9.223372036854775807e18', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9223372036854775808', undefined],
    ['1e18', 1000000000000000000n],
    ['1e19', undefined],
    ['1e999', undefined],
    ['1e9999', undefined],
    ['10e-1', 1n],
    ['15e-1', undefined],
    ['0.0', 0n],
    ['0e99', 0n],
    ['-0', 0n],
    ['00012', 12n],
    ['1E+2', 100n],
    ['-1e2', -100n],
    ['-1.5e1', -15n],
    ['1000e-3', 1n],
    ['1010e-2', undefined],
    ['1001e-3', undefined],
    ['00', 0n],
    ['0.00e5', 0n],
    ['-12.0', -12n],
    ['1e18', 10n ** 18n],
    ['1.50e1', 15n],
    ['0.1', undefined],
    ['5e-1', undefined],
    ['', undefined],
    ['abc', undefined],
    ['1_0', undefined],
    ['0x1', undefined],
  ])('reads %s as %s', (text, value) => expect(parseInt64(text)).toBe(value));
  it.each([
    ['[{"RowVersion":9007199254740993},{"RowVersion":1},{"SnapshotSize":9007199254740995},{"RowVersion":"7"},{}]', 0],
    ['[{"\\u0052owVersio\\u006E":9007199254740993}]', 0],
    ['[{"RowVersion":1,"RowVersion":9007199254740993}]', 1],
    ['[{"R\\u0061wVersion":9007199254740995,"RowVersion":9007199254740993}]', 1],
    ['[{"x":{"RowVersion":9007199254740993},"SnapshotSize":9007199254740995}]', 1],
    ['[{"RowVersion":1,"x":{"RowVersion":9007199254740993}}]', 0],
  ])('parses %s %i times more', (text, times) => {
    const records = JSON.parse(text) as Row[];
    let parsed = 0;
    decodeRecords(records, jobDecode, {
      text,
      undecodable: () => expect.fail(),
      recordsOf: (value) => ((parsed += 1), value as Row[]),
    });
    expect(parsed).toBe(times);
    const exact = (match: RegExpExecArray[]) => match.map(([, digits]) => BigInt(digits ?? ''));
    const last = exact([...text.matchAll(/:(900719925474099\d)/g)]);
    const decoded = records
      .flatMap((record) => Object.values(record))
      .filter((value) => typeof value === 'bigint' && value > 2n ** 53n);
    expect(last).toEqual(expect.arrayContaining(decoded));
    expect(records.every((record) => !('RowVersion' in record) || typeof record.RowVersion === 'bigint')).toBe(true);
  });
  it('adds no field', () =>
    expect(decodeText('[{"RowVersion":9007199254740993},{}]').records.map(Object.keys)).toEqual([['RowVersion'], []]));
  it('finds a field under every spelling of its letters', () => {
    for (const spelling of ['Lo', '\\u004co', '\\u004Co', 'L\\u006f', 'L\\u006F', '\\u004C\\u006f']) {
      expect(`{ "${spelling}" : -1.5e+3}`.replace(numbersOf(['Lo']), '<$3>'), spelling).toBe('<-1.5e+3>}');
    }
    expect('{"LO":1,"xLo":2,"Lox":3,"Lo":"4"}'.replace(numbersOf(['Lo']), '<>')).toBe(
      '{"LO":1,"xLo":2,"Lox":3,"Lo":"4"}',
    );
  });
  it('escapes the special characters of regular expressions', () =>
    expect('{"a.b+$":5}'.replace(numbersOf(['a.b+$']), '$1"$3"')).toBe('{"a.b+$":"5"}'));
});

describe('__proto__', () => {
  it.each([
    '{"__proto__":{"x":1},"a":1}',
    '{"\\u005f_proto__":1,"a":1}',
    '{"_\\u005Fproto__":1,"a":1}',
    '{"__pr\\u006fto__":1,"a":1}',
    '{"__p\\u0072oto__":1,"a":1}',
    '{"__pro\\u0074o__":1,"a":1}',
    '{"__\\u0070roto__":1,"a":1}',
  ])('is dropped from %s', (text) => {
    const value = parseJson(text) as Row;
    expect(Reflect.ownKeys(value)).toEqual(['a']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
  it('is dropped at any depth, and a value that is the word stays', () => {
    expect(JSON.stringify(parseJson('[{"a":[{"__proto__":[1]}],"b":"__proto__","c":null}]'))).toBe(
      '[{"a":[{}],"b":"__proto__","c":null}]',
    );
  });
});
