import { describeReadings, type ReadingRule } from '@syncline/runs';
import type { SandboxOptions } from '@syncline/sandbox';
import { oddFields } from '../../../runs/test/support/odd-runs.ts';
import { now } from './command-context.ts';

/** A record with a value that cannot be, or that is no run, in a history of two more runs. */
export interface OddRecord {
  /** The rule that is applied; undefined if the record is not a run */
  readonly rule: ReadingRule | undefined;
  readonly name: string;
  readonly records: readonly object[];
  readonly behavior?: SandboxOptions['behavior'];
  /** What every consumer gets for the run `odd`. */
  readonly run: {
    readonly outcome: 'failed' | 'unknown';
    readonly start: number;
    readonly end: number | undefined;
    readonly rows: number | undefined;
  };
  /** The sentence that tells what was done */
  readonly note: string;
}

const start = Date.parse('2026-03-02T08:00:00Z');
const end = start + 60_000;
const record = {
  historyid: 'odd',
  jobname: 'Orders',
  status: 'FAILED',
  runstartdate: new Date(start).toISOString(),
  runenddate: new Date(end).toISOString(),
  recordsaffected: 5,
};
const names = { end: 'runenddate', rows: 'recordsaffected', status: 'status' } as const;
const run = { outcome: 'failed', start, end, rows: 5 } as const;
const noteOf = (rule: ReadingRule): string => `${describeReadings({ [rule]: 1 })[0]}.`;

/** Values that JSON can have. */
const isSent = (value: unknown): boolean => typeof value === 'string' || Number.isFinite(value) || value === null;

const future = now + 2 * 86_400_000;
const unreadable = '1 history record could not be read as runs with `history` of the configuration: ';

/** Every rule of reading, with the values that services send. Consumers are tested with all of them. */
export const oddRecords: readonly OddRecord[] = [
  ...oddFields
    .filter(([, , value]) => isSent(value))
    .map(
      ([rule, field, value]): OddRecord => ({
        rule,
        name: `${rule}: ${names[field]} ${JSON.stringify(value)}`,
        records: [{ ...record, [names[field]]: value }],
        run:
          rule === 'blank-status'
            ? { ...run, outcome: 'unknown' }
            : { ...run, ...(field === 'end' ? { end: undefined } : { rows: undefined }) },
        note: noteOf(rule),
      }),
    ),
  {
    rule: 'repeated-key',
    name: 'repeated-key: an earlier end comes last',
    records: [record],
    behavior: { duplicates: 1 },
    run,
    note: `${describeReadings({ 'repeated-key': 3 })[0]}.`,
  },
  {
    rule: 'future-start',
    name: 'future-start: in two days',
    records: [{ ...record, runstartdate: new Date(future).toISOString(), runenddate: null }],
    run: { ...run, start: future, end: undefined },
    note: noteOf('future-start'),
  },
];

/** Records that are not runs. */
export const notRuns: readonly { readonly name: string; readonly records: readonly object[]; readonly note: string }[] =
  [
    { name: 'no job', records: [{ ...record, jobname: null }], note: `${unreadable}job is missing.` },
    { name: 'no key', records: [{ ...record, historyid: null }], note: `${unreadable}key is missing.` },
  ];

/** One value of each rule. */
export const oneOfEach = oddRecords.filter(
  ({ rule }, index) => oddRecords.findIndex((other) => other.rule === rule) === index,
);

/** A success in two days, after a run that failed: what is shown must be the failure. */
export const futureSuccess: Pick<OddRecord, 'records'> = {
  records: [
    { ...record, historyid: 'real' },
    {
      ...record,
      historyid: 'future',
      status: 'SUCCESS',
      runstartdate: new Date(future).toISOString(),
      runenddate: null,
    },
  ],
};

/** A history with the records, and two runs of the job before them. */
export function oddSandbox({ records, behavior }: Pick<OddRecord, 'records' | 'behavior'>): SandboxOptions {
  const earlier = [1, 2].map((hours) => ({
    ...record,
    historyid: `earlier ${hours}`,
    status: 'SUCCESS',
    runstartdate: new Date(start - hours * 3_600_000).toISOString(),
    runenddate: new Date(end - hours * 3_600_000).toISOString(),
  }));
  return {
    data: { history: [...earlier, ...records] as never, jobs: [{ JobName: 'Orders', JobId: 'j1' }] },
    behavior,
    scale: undefined,
    seed: undefined,
  } as SandboxOptions;
}
