import { describe, expect, test } from 'vitest';
import {
  facts,
  exceptionOf,
  needsTimeZone,
  proposeFreshness,
  proposeHistory,
  proposeWords,
  type Records,
  requiredFacts,
} from '../../../src/init/ops/propose.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
/** Records in the style of a service: each of `names` gives the name of a property. */
const records = (count: number, of: (index: number) => Readonly<Record<string, unknown>>): Records =>
  Array.from({ length: count }, (_, index) => of(index));
const usual = records(20, (index) => ({
  historyid: `h${index}`,
  connectorid: 'Shop',
  jobname: index % 2 === 0 ? 'Orders' : 'Stock',
  status: index % 5 === 0 ? 'FAILED' : 'SUCCESS',
  details: 'No changes',
  runstartdate: at(index),
  runenddate: index === 3 ? '0001-01-01T00:00:00Z' : at(index + 1),
  recordsaffected: index,
  error: index % 5 === 0 ? 'Timed out' : '',
}));
const chosen = (given: Records, jobs: readonly string[] = []) => {
  const proposals = proposeHistory(given, new Set(jobs));
  return Object.fromEntries(facts.map((fact) => [fact, proposals[fact].property]));
};

describe('the properties of a history', () => {
  test.each<[string, Records, readonly string[], object]>([
    [
      'with usual names',
      usual,
      [],
      {
        key: 'historyid',
        job: 'jobname',
        status: 'status',
        start: 'runstartdate',
        end: 'runenddate',
        rows: 'recordsaffected',
        error: 'error',
      },
    ],
    [
      'in another style',
      records(10, (index) => ({ Id: index, Task: `T${index % 3}`, State: 'ok', StartTime: at(index), EndTime: null })),
      [],
      {
        key: 'Id',
        job: 'Task',
        status: 'State',
        start: 'StartTime',
        end: undefined,
        rows: undefined,
        error: undefined,
      },
    ],
    [
      'whose job is recognized by the jobs that the service lists',
      records(10, (index) => ({ id: index, ref: `j${index % 3}`, jobgroup: 'all', status: 'ok', start: at(index) })),
      ['j0', 'j1', 'j2'],
      { key: 'id', job: 'ref', status: 'status', start: 'start' },
    ],
    [
      'whose error has text in every record, which would make every run a failure',
      usual.map((record) => ({ ...record, error: 'none' })),
      [],
      { error: undefined },
    ],
    [
      'with an end before the start',
      usual.map((record) => ({ ...record, runenddate: '2020-01-01T00:00:00Z' })),
      [],
      { end: undefined },
    ],
    [
      'with two properties that look alike',
      usual.map((record) => ({
        ...record,
        RunStatus: record['status'],
        status: undefined,
        JobStatus: 'x',
        run_status: 'y',
      })),
      [],
      { status: undefined },
    ],
    [
      'whose key is missing in a record',
      usual.map((record, at) => (at === 0 ? { ...record, historyid: null } : record)),
      [],
      { key: undefined },
    ],
  ])('%s', (_title, given, jobs, expected) => {
    expect(chosen(given, jobs)).toMatchObject(expected);
  });

  test('each proposal says why, also one without a property', () => {
    const proposals = proposeHistory(usual, new Set());
    for (const fact of facts) expect(proposals[fact].why).not.toBe('');
    const none = proposeHistory([{ a: {} }, { a: {} }], new Set());
    for (const fact of requiredFacts)
      expect(none[fact]).toMatchObject({ property: undefined, why: expect.stringMatching(/^no property/) as string });
  });
});

test('only times without an offset need a time zone', () => {
  expect(needsTimeZone(usual, 'runstartdate')).toBe(false);
  expect(needsTimeZone([{ start: '2026-03-01T06:00:00' }, { start: null }], 'start')).toBe(true);
});

test.each([
  ['SUCCESS', 'succeeded'],
  ['Completed with warnings', 'warned'],
  ['FAILED', 'failed'],
  ['Canceled', 'cancelled'],
  ['In Progress', 'running'],
  ['HALTED', undefined],
  ['', undefined],
])('the status word %j probably means %s', (word, outcome) => {
  const found = proposeWords([{ status: word }], 'status', undefined);
  expect(found).toEqual(word === '' ? [] : [{ word, runs: 1, withError: 0, outcome }]);
});

test('words that differ only in numbers are one pattern', () => {
  const words = ['3 of 7 Tasks Failed', '1 of 2 Tasks Failed', '10 rows (a.b)'].map((status) => ({ status }));
  expect(proposeWords(words, 'status', undefined)).toMatchObject([
    { word: String.raw`/^\d+ of \d+ Tasks Failed$/`, runs: 2, outcome: 'partial' },
    { word: String.raw`/^\d+ rows \(a\.b\)$/`, runs: 1, outcome: undefined },
  ]);
});

test('a word says how many of its runs are failed because of an error text', () => {
  const withErrors = (status: string, ...errors: readonly (string | null)[]) =>
    proposeWords(
      errors.map((error) => ({ status, error })),
      'status',
      'error',
    ).map(exceptionOf);
  expect(withErrors('OK', '', null)).toEqual([undefined]);
  expect(withErrors('FAILED', 'full', '')).toEqual([undefined]);
  expect(withErrors('OK', 'full', '')).toEqual(['1 has an error, so it is failed']);
  expect(withErrors('1 of 3 Tasks Failed', 'full', 'full', '')).toEqual(['2 have an error, so they are failed']);
  expect(withErrors('OK', 'full')).toEqual(['it has an error, so it is failed']);
  expect(withErrors('OK', 'full', 'full')).toEqual(['all have an error, so they are failed']);
});

describe('freshness', () => {
  const every = (hours: number) => Array.from({ length: 5 }, (_, index) => index * hours * 3_600_000);
  test('follows the usual time between two runs of most jobs, with an entry for each other job', () => {
    const starts = new Map([
      ['A', every(1)],
      ['B', every(1)],
      ['C', every(24)],
      ['D', every(168)],
      ['once', [0]],
    ]);
    expect(proposeFreshness(starts)).toMatchObject([
      { jobs: 'C', warnAfter: '26h', errorAfter: '2d' },
      { jobs: 'D', warnAfter: '8d', errorAfter: '15d' },
      { jobs: '*', warnAfter: '3h', errorAfter: '6h' },
    ]);
  });
  test('has the longest limits for all jobs if there are many exceptions', () => {
    const starts = new Map(Array.from({ length: 80 }, (_, index) => [`J${index}`, every(index % 2 === 0 ? 1 : 24)]));
    expect(proposeFreshness(starts)).toMatchObject([{ jobs: '*', warnAfter: '26h', errorAfter: '2d' }]);
  });
  test('is not proposed if no job ran twice', () => {
    expect(proposeFreshness(new Map([['A', [0]]]))).toEqual([]);
  });
});
