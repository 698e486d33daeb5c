import { jobRecordFields } from './job-record-fields.ts';
import type { SandboxData } from '@syncline/sandbox';

const start = '2026-03-02T11:00:00Z';

/** Data in which almost every text is `text`. Keys and times are valid, and the name of the job ends with `text`. */
export function poisonedData(text: string): SandboxData {
  const name = `Orders ${text}`.slice(0, 2_000);
  const member = { id: 'j1', name, connector: text, error: text };
  const record = { details: text, error: text, table: text, query: text, runtime: text, instance_id: text };
  return {
    jobs: [
      {
        ...Object.fromEntries(jobRecordFields.map((field) => [field, text])),
        JobName: name,
        JobId: 'j1',
        OwnField: text,
      },
    ],
    workspaces: [
      {
        id: 'w1',
        name: text,
        jobs: [member],
        connections: [{ ...member, id: text }],
        transformations: [{ ...member, id: text }],
      },
    ],
    history: ['SUCCESS', text, 'FAILED'].map((status, at) => ({
      historyid: `r${at}`,
      jobname: name,
      status,
      runstartdate: start,
      details: text,
      error: at === 0 ? '' : text,
      instanceid: text,
      connectorid: text,
      own: text,
    })),
    jobStatus: { j1: [{ history_id: 'r1', status: text, details: text, run_start_at: start, runtime: text }] },
    taskHistory: { '7/1': [{ ...record, task_id: '1', job_history_id: 'r2', status: text, run_start_at: start }] },
  };
}
