import type { SandboxData } from '../data/records.ts';
import { checkOpenRecord, checkRecord, type Field } from '../data/check-record.ts';
import { invalid } from '../data/data-error.ts';
import type { PropertyNames } from '../data/property-names.ts';
import { timestampKey } from '../data/timestamp-key.ts';
import { type Prepare, type SqlValue, textOrNull } from './database.ts';
import type { HistoryTable } from './history-table.ts';
import { toJsonText } from './json-text.ts';
import type { PropertyTypes } from './property-types.ts';
import { createSortKeys } from './sort-keys.ts';
import type { StatusTables } from './status-tables.ts';

/** Where to write the records other than jobs. */
export interface LoadTargets {
  readonly prepare: Prepare;
  readonly history: HistoryTable;
  readonly status: StatusTables;
  readonly connectorTypes: PropertyTypes;
  /** The documented fields of connector records, by the names that they are sent with. */
  readonly connectorFields: Readonly<Record<string, Field>>;
  readonly names: PropertyNames;
  /** Called every 10,000 history records and at the end, with their number so far. */
  readonly onProgress: ((historyRecords: number) => void) | undefined;
}

const recordsPerProgress = 10_000;

/** @throws ConfigError naming record and field */
export function loadJobs(prepare: Prepare, { jobs = [] }: SandboxData, types: PropertyTypes): void {
  const names = new Set<unknown>();
  const sortKeys = createSortKeys(prepare, 'job', ['seq'], types);
  jobs.forEach((job, index) => {
    checkRecord('Job', job, `jobs[${index}]`);
    if (job.JobName === '') throw invalid(`jobs[${index}].JobName`, 'must not be empty');
    if (names.has(job.JobName))
      throw invalid(`jobs[${index}].JobName`, `must be unique, found a second job ${JSON.stringify(job.JobName)}`);
    names.add(job.JobName);
    prepare('INSERT INTO job VALUES (?, ?, ?, ?, ?)').run(
      index,
      job.JobName as string,
      textOrNull(job.JobId),
      sortKeys(job),
      toJsonText(job),
    );
  });
}

/** Loads everything except the jobs. @throws ConfigError naming record and field */
export function loadRest(targets: LoadTargets, data: SandboxData): void {
  const { prepare, history: table, status, connectorTypes, connectorFields, names, onProgress } = targets;
  const { history = [], connectors = [], workspaces = [], jobStatus = {}, taskHistory = {} } = data;
  let index = 0;
  const place = (): string => `history[${index}]`;
  for (const record of history) {
    table.add(record, place);
    if (++index % recordsPerProgress === 0) onProgress?.(index);
  }
  onProgress?.(index);
  const sortKeys = createSortKeys(prepare, 'connector', ['seq'], connectorTypes);
  connectors.forEach((record, at) => {
    checkOpenRecord(connectorFields, record, () => `connectors[${at}]`);
    prepare('INSERT INTO connector VALUES (?, ?, ?, ?, ?)').run(
      at,
      textOrNull(record[names.connectorid ?? 'connectorid']),
      textOrNull(record[names.workspace ?? 'workspace']),
      sortKeys(record),
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
  for (const [jobId, records] of Object.entries(jobStatus)) status.putJobStatus(jobId, records);
  for (const [key, records] of Object.entries(taskHistory)) status.putTaskHistory(key, records);
}

/** The sort key of a timestamp, or NULL. */
function instantOrNull(value: unknown): SqlValue {
  return typeof value === 'string' ? (timestampKey(value) ?? null) : null;
}
