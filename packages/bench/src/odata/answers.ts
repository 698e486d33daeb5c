import type { Table } from '../harness/suite.ts';

/** A filter, a record, and whether the filter is true for it according to OData. */
type Case = readonly [filter: string, record: Readonly<Record<string, unknown>>, isTrue: boolean];

/** Cases that filter libraries often get wrong, by topic. */
const cases: Readonly<Record<string, readonly Case[]>> = {
  'texts with quotes, %, . and (': [
    ["details eq 'O''Neil'", { details: "O'Neil" }, true],
    ["details eq '50% off'", { details: '50% off' }, true],
    ["contains(details,'1.5')", { details: '1x5' }, false],
    ["contains(details,'(x')", { details: 'a (x)' }, true],
  ],
  'whole numbers beyond 2^53': [
    ['records eq 9007199254740993', { records: 9007199254740993n }, true],
    ['records eq 9007199254740993', { records: 9007199254740992n }, false],
    ['records gt 9007199254740992', { records: 9007199254740993n }, true],
  ],
  'date-times of the wire': [
    ['runstartdate gt 2026-01-01T08:00:00Z', { runstartdate: '2026-01-01T09:00:00Z' }, true],
    ['runstartdate eq 2026-01-01T08:00:00Z', { runstartdate: '2026-01-01T10:00:00+02:00' }, true],
    ['runstartdate gt 2026-01-01T08:00:00.1234567Z', { runstartdate: '2026-01-01T08:00:00.1234568Z' }, true],
  ],
  null: [
    ['records le 6000', { records: null }, false],
    ['records eq null', {}, true],
    ['records ne null', {}, false],
    ["not contains(details,'x')", {}, false],
  ],
  'and, or, not': [
    ['records eq 1 or records eq 2 and duration eq 3', { records: 1, duration: 0 }, true],
    ["not (startswith(details,'O')) and status ne 'X'", { details: 'abc', status: 'X' }, false],
    ["not (startswith(details,'O')) and status ne 'X'", { details: 'abc', status: 'Y' }, true],
  ],
  'properties of a prototype': [['toString ne null', {}, false]],
};

/** The number of correct results of each library. A library that throws has no result. */
export function answers(
  libraries: readonly {
    readonly name: string;
    readonly version?: string;
    readonly compile: (filter: string) => (record: object) => unknown;
  }[],
): Table {
  const topics = Object.entries(cases);
  return {
    title: 'Correct results',
    about: 'Single records with values that are easy to get wrong. A library that throws has no result.',
    columns: topics.map(([topic, rows]) => ({ key: topic, label: `${topic} (of ${rows.length})` })),
    rows: libraries.map(({ name, version, compile }) => ({
      name,
      version,
      values: Object.fromEntries(
        topics.map(([topic, rows]) => [topic, rows.filter((row) => isRight(compile, row)).length]),
      ),
    })),
    goals: [],
  };
}

function isRight(compile: (filter: string) => (record: object) => unknown, [filter, record, isTrue]: Case): boolean {
  try {
    return (compile(filter)(record) === true) === isTrue;
  } catch {
    return false;
  }
}
