import type { HistoryRecord } from '@syncline/client';
import type { RunAccessors } from '../../src/index.ts';

/** The names of the properties of a history record that describe its run. */
export const historyNames = {
  key: 'historyid',
  job: 'jobname',
  status: 'status',
  start: 'runstartdate',
  end: 'runenddate',
  rows: 'recordsaffected',
  error: 'error',
} as const satisfies RunAccessors<HistoryRecord>;
