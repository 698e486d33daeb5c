import type { ReadingRule } from '../../src/index.ts';

/** When the odd runs start. */
export const oddStart = Date.parse('2026-03-02T08:00:00Z');

/** What services send that cannot be, by rule: in the fields of a record. */
export const oddFields: readonly (readonly [rule: ReadingRule, field: 'end' | 'rows' | 'status', value: unknown])[] = [
  ...(
    [
      '0001-01-01T00:00:00Z',
      '0001-01-01T00:00:00',
      '0001-01-01',
      '1900-01-01T00:00:00Z',
      '1970-01-01T00:00Z',
      '1970-01-01T00:00:00.000+00:00',
      '9999-12-31T23:59:59.9999999Z',
      '',
      'null',
      0,
      new Date(0),
      new Date(-62_135_596_800_000),
    ] as const
  ).map((value) => ['null-end', 'end', value] as const),
  ['unreadable-end', 'end', 'soon'],
  ['unreadable-end', 'end', '2026-02-30T00:00:00Z'],
  ['early-end', 'end', '2026-03-02T07:59:59.999Z'],
  ['early-end', 'end', oddStart - 1],
  ['unreadable-rows', 'rows', -1],
  ['unreadable-rows', 'rows', '-1'],
  ['unreadable-rows', 'rows', '1,234'],
  ['unreadable-rows', 'rows', 'n/a'],
  ['unreadable-rows', 'rows', Number.NaN],
  ['blank-status', 'status', ''],
  ['blank-status', 'status', ' \t'],
  ['blank-status', 'status', null],
];

/** The same as values of a run, which a source of the caller or a row of an earlier version may have. */
export const oddValues = [
  ['null-end', { end: -62_135_596_800_000 }],
  ['null-end', { end: Date.UTC(1900, 0, 1) }],
  ['null-end', { end: 0 }],
  ['null-end', { end: Date.UTC(9999, 11, 31) }],
  ['early-end', { end: oddStart - 1 }],
  ['unreadable-rows', { rows: -1 }],
] as const satisfies readonly (readonly [ReadingRule, object])[];

/** Starts with which a record is not a run. */
export const oddStarts = [-62_135_596_800_000, Date.UTC(1900, 0, 1), 0, Date.UTC(9999, 11, 31)] as const;
