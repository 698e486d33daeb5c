import type { SandboxData } from '../contract.ts';
import { checkOpenRecord, checkRecord, wrong } from '../data/check-record.ts';
import { ConfigError } from '../errors/config-error.ts';
import type { HistoryTable } from './history-table.ts';
import { toJsonText } from './json-text.ts';
import type { PropertyTypes } from './property-types.ts';
import type { RunRecords } from './run-records.ts';
import { instantOrNull, textOrNull } from './sql-value.ts';
import type { Prepare } from './statements.ts';

/** Where records other than jobs go. */
export interface LoadTargets {
  readonly prepare: Prepare;
  readonly history: HistoryTable;
  readonly runs: RunRecords;
  readonly connectorTypes: PropertyTypes;
}

/** @throws ConfigError naming record and field */
export function loadJobs(prepare: Prepare, { jobs = [] }: SandboxData): void {
  const names = new Set<unknown>();
  jobs.forEach((job, index) => {
    checkRecord('Job', job, `jobs[${index}]`);
    if (job.JobName === '') throw wrong(`jobs[${index}].JobName`, 'a name', '');
    if (names.has(job.JobName))
      throw new ConfigError(`data: jobs[${index}].JobName`, `a second job of the name ${JSON.stringify(job.JobName)}`);
    names.add(job.JobName);
    prepare('INSERT INTO job VALUES (?, ?, ?, ?)').run(
      index,
      job.JobName as string,
      textOrNull(job.JobId),
      toJsonText(job),
    );
  });
}

/** Everything but the jobs. @throws ConfigError naming record and field */
export function loadRest({ prepare, history: table, runs, connectorTypes }: LoadTargets, data: SandboxData): void {
  const { history = [], connectors = [], workspaces = [], jobStatus = {}, taskHistory = {} } = data;
  let index = 0;
  const place = (): string => `history[${index}]`;
  for (const record of history) {
    table.add(record, place);
    index++;
  }
  connectors.forEach((record, at) => {
    checkOpenRecord('ConnectorRecord', record, () => `connectors[${at}]`);
    for (const name in record) connectorTypes.learn(name, record[name]);
    prepare('INSERT INTO connector VALUES (?, ?, ?, ?)').run(
      at,
      textOrNull(record.connectorid),
      textOrNull(record.workspace),
      toJsonText(record),
    );
  });
  workspaces.forEach((record, at) => {
    checkRecord('Workspace', record, `workspaces[${at}]`);
    prepare('INSERT INTO workspace VALUES (?, ?, ?, ?, ?, ?)').run(
      at,
      textOrNull(record.id),
      textOrNull(record.name),
      instantOrNull(record.created_at),
      instantOrNull(record.updated_at),
      toJsonText(record),
    );
  });
  for (const [jobId, records] of Object.entries(jobStatus)) runs.putJobStatus(jobId, records);
  for (const [key, records] of Object.entries(taskHistory)) runs.putTaskHistory(key, records);
}
