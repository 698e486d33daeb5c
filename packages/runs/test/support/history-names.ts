import type { HistoryRecord } from '@syncline/client';
import type { RunAccessors } from '../../src/index.ts';

/** The properties of a history record that say what became of its run. */
export const historyNames = {
  key: 'historyid',
  job: 'jobname',
  status: 'status',
  start: 'runstartdate',
  end: 'runenddate',
  rows: 'recordsaffected',
  error: 'error',
} as const satisfies RunAccessors<HistoryRecord>;
