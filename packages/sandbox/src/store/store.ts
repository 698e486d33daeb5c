import { fields } from '@syncline/openapi';
import type { HistoryHandle, LifeStore, OpenRecord, SandboxData, Scalar, WireRecord } from '../contract.ts';
import { checkOpenRecord, checkRecord, wrong } from '../data/check-record.ts';
import { parseTaskKey, printTaskKey } from '../data/task-key.ts';
import { collection } from './collection.ts';
import { unknownProperty } from './compile-filter.ts';
import { ConfigError } from '../errors/config-error.ts';
import type { SqlDatabase, SqlValue } from './database.ts';
import { memberStart, pickMembers, toJsonText } from './json-text.ts';
import { PropertyTypes } from './property-types.ts';
import { createIndexes, createTables } from './schema.ts';
import { type CollectionQuery, type RecordsText, SelectQueries } from './select-query.ts';
import { timestampKey } from './timestamp-key.ts';

/** The data of one sandbox. Records go in as objects and come out as JSON text. */
export interface Store extends LifeStore {
  /** One job as JSON text, whole or only the selected members; undefined when there is none. @throws QueryError for a selected field unknown to document and record */
  job(name: string, select?: readonly string[]): string | undefined;
  hasJobId(jobId: string): boolean;
  /** @throws QueryError for a query that does not fit the records */
  list(name: CollectionName, query: CollectionQuery): RecordsText;
  /** Status records of a job as the text of an array. */
  jobStatusText(jobId: string): string | undefined;
  taskHistoryText(transformationId: string, taskId: string): string | undefined;
  /** Takes back every change since the store was made. */
  reset(): void;
  close(): void;
}

/** Mark in the database file that its data is complete. */
const loaded = 1;

export type CollectionName = 'history' | 'connector' | 'workspace' | 'job';

/**
 * Makes the tables where they are absent and loads the data into them; data given as a function is made only for a database that
 * has none. What changes afterwards stays inside one savepoint, so that
 * `reset` costs what was changed and no more; `close` keeps it.
 *
 * @throws ConfigError for a record that does not fit the document
 */
export function createStore(database: SqlDatabase, data: SandboxData | (() => SandboxData)): Store {
  const holdsData = database.prepare('PRAGMA user_version').get()?.user_version === loaded;
  if (holdsData && typeof data !== 'function') throw new ConfigError('file', 'holds data already; leave the data out, or take another file');
  database.exec(createTables);
  const types = { history: new PropertyTypes(), connector: new PropertyTypes() };
  const collections = {
    history: collection('history', ['start', 'seq'], fields.HistoryRecord, { runstartdate: 'start', connectorid: 'connectorid', details: 'details', instanceid: 'instanceid' }, types.history),
    connector: collection('connector', ['seq'], fields.ConnectorRecord, { connectorid: 'connectorid', workspace: 'workspace' }, types.connector),
    workspace: collection('workspace', ['seq'], fields.Workspace, { id: 'id', name: 'name', created_at: 'created_at', updated_at: 'updated_at' }),
    job: collection('job', ['seq'], fields.Job, { JobName: 'name', JobId: 'id' }),
  };
  const insert = {
    history: database.prepare('INSERT INTO history VALUES (?, ?, ?, ?, ?, ?)'),
    connector: database.prepare('INSERT INTO connector VALUES (?, ?, ?, ?)'),
    workspace: database.prepare('INSERT INTO workspace VALUES (?, ?, ?, ?, ?, ?)'),
    job: database.prepare('INSERT INTO job VALUES (?, ?, ?, ?)'),
    jobStatus: database.prepare('INSERT OR REPLACE INTO job_status VALUES (?, ?)'),
    taskHistory: database.prepare('INSERT OR REPLACE INTO task_history VALUES (?, ?, ?)'),
  };
  const read = {
    job: database.prepare('SELECT json FROM job WHERE name = ?'),
    jobs: database.prepare('SELECT json FROM job ORDER BY seq'),
    jobId: database.prepare('SELECT 1 FROM job WHERE id = ?'),
    jobStatus: database.prepare('SELECT json FROM job_status WHERE job_id = ?'),
    taskHistory: database.prepare('SELECT json FROM task_history WHERE transformation_id = ? AND task_id = ?'),
    taskKeys: database.prepare('SELECT transformation_id, task_id FROM task_history'),
    history: database.prepare('SELECT json FROM history WHERE start = ? AND seq = ?'),
    lastSeq: database.prepare('SELECT ifnull(max(seq), -1) AS seq FROM history'),
    types: database.prepare('SELECT name, types FROM property WHERE collection = ?'),
  };
  const write = {
    history: database.prepare('UPDATE history SET connectorid = ?, details = ?, instanceid = ?, json = ? WHERE start = ? AND seq = ?'),
    types: database.prepare('INSERT OR REPLACE INTO property VALUES (?, ?, ?)'),
  };
  const queries = new SelectQueries(database);
  let nextSeq = 0;

  const addOne = (record: OpenRecord, place: () => string): HistoryHandle => {
    checkOpenRecord('HistoryRecord', record, place);
    for (const name in record) types.history.learn(name, record[name]);
    const start = record.runstartdate;
    const handle = { key: start === undefined || start === null ? '' : (timestampKey(start as string) ?? ''), seq: nextSeq++ };
    insert.history.run(handle.key, handle.seq, text(record.connectorid), text(record.details), text(record.instanceid), toJsonText(record));
    return handle;
  };

  const saveTypes = (): void => {
    for (const [name, learned] of Object.entries(types)) {
      if (!learned.changed) continue;
      for (const [property, seen] of learned.entries()) write.types.run(name, property, seen);
      learned.changed = false;
    }
  };

  const readTypes = (): void => {
    for (const [name, learned] of Object.entries(types)) {
      learned.restore(read.types.all(name).map((row) => [row.name as string, row.types as number]));
    }
    nextSeq = Number(read.lastSeq.get()?.seq) + 1;
  };

  const transaction = <T>(work: () => T): T => {
    database.exec('SAVEPOINT work');
    try {
      const result = work();
      saveTypes();
      database.exec('RELEASE work');
      return result;
    } catch (error) {
      database.exec('ROLLBACK TO work; RELEASE work');
      readTypes();
      throw error;
    }
  };

  const putJobStatus = (jobId: string, records: readonly WireRecord[]): void => {
    records.forEach((record, index) => checkRecord('JobStatusRecord', record, `jobStatus[${JSON.stringify(jobId)}][${index}]`));
    insert.jobStatus.run(jobId, toJsonText(records));
  };
  const putTaskHistory = (key: string, records: readonly WireRecord[]): void => {
    records.forEach((record, index) => checkRecord('TaskHistoryRecord', record, `taskHistory[${JSON.stringify(key)}][${index}]`));
    insert.taskHistory.run(...parseTaskKey(key), toJsonText(records));
  };

  const load = ({ jobs = [], history = [], connectors = [], workspaces = [], jobStatus = {}, taskHistory = {} }: SandboxData): void => {
    const names = new Set<unknown>();
    jobs.forEach((job, index) => {
      checkRecord('Job', job, `jobs[${index}]`);
      if (job.JobName === '') throw wrong(`jobs[${index}].JobName`, 'a name', '');
      if (names.has(job.JobName)) throw new ConfigError(`data: jobs[${index}].JobName`, `a second job of the name ${JSON.stringify(job.JobName)}`);
      names.add(job.JobName);
      insert.job.run(job.JobName as string, index, text(job.JobId), toJsonText(job));
    });
    let index = 0;
    const place = (): string => `history[${index}]`;
    for (const record of history) {
      addOne(record, place);
      index++;
    }
    connectors.forEach((record, at) => {
      checkOpenRecord('ConnectorRecord', record, () => `connectors[${at}]`);
      for (const name in record) types.connector.learn(name, record[name]);
      insert.connector.run(at, text(record.connectorid), text(record.workspace), toJsonText(record));
    });
    workspaces.forEach((record, at) => {
      checkRecord('Workspace', record, `workspaces[${at}]`);
      insert.workspace.run(at, text(record.id), text(record.name), instant(record.created_at), instant(record.updated_at), toJsonText(record));
    });
    for (const [jobId, records] of Object.entries(jobStatus)) putJobStatus(jobId, records);
    for (const [key, records] of Object.entries(taskHistory)) putTaskHistory(key, records);
  };

  if (!holdsData) {
    transaction(() => load(typeof data === 'function' ? data() : data));
    database.exec(`${createIndexes}; PRAGMA user_version = ${loaded}`);
  }
  readTypes();
  database.exec('SAVEPOINT pristine');

  return {
    job(name, select) {
      const json = read.job.get(name)?.json as string | undefined;
      if (json === undefined || select === undefined) return json;
      for (const wanted of select) {
        const known = Object.hasOwn(fields.Job, wanted) || pickMembers(json, [memberStart(wanted)]) !== '{}';
        if (!known) throw unknownProperty(wanted, collections.job);
      }
      return pickMembers(json, select.map(memberStart));
    },
    hasJobId: (jobId) => read.jobId.get(jobId) !== undefined,
    list: (name, query) => queries.run(collections[name], query),
    jobStatusText: (jobId) => read.jobStatus.get(jobId)?.json as string | undefined,
    taskHistoryText: (transformationId, taskId) => read.taskHistory.get(transformationId, taskId)?.json as string | undefined,
    listJobs: () => read.jobs.all().map((row) => JSON.parse(row.json as string) as WireRecord),
    listTaskHistoryKeys: () => read.taskKeys.all().map((row) => printTaskKey(row.transformation_id as string, row.task_id as string)),
    addHistory: (records) => transaction(() => Array.from(records, (record, index) => addOne(record, () => `history[${index}]`))),
    patchHistory({ key, seq }, changes) {
      const row = read.history.get(key, seq);
      if (row === undefined) return;
      const record = { ...(JSON.parse(row.json as string) as OpenRecord), ...changes } as Record<string, Scalar>;
      checkOpenRecord('HistoryRecord', JSON.parse(toJsonText(record)), () => 'history');
      transaction(() => {
        for (const name in changes) if (changes[name] !== undefined) types.history.learn(name, changes[name]);
        write.history.run(text(record.connectorid), text(record.details), text(record.instanceid), toJsonText(record), key, seq);
      });
    },
    putJobStatus,
    jobStatus: (jobId) => JSON.parse((read.jobStatus.get(jobId)?.json ?? '[]') as string) as WireRecord[],
    putTaskHistory,
    taskHistory: (key) => JSON.parse((read.taskHistory.get(...parseTaskKey(key))?.json ?? '[]') as string) as WireRecord[],
    transaction,
    reset() {
      database.exec('ROLLBACK TO pristine');
      readTypes();
    },
    close() {
      database.exec('RELEASE pristine');
      database.close();
    },
  };
}

function text(value: unknown): SqlValue {
  return typeof value === 'string' ? value : null;
}

function instant(value: unknown): SqlValue {
  return typeof value === 'string' ? (timestampKey(value) ?? null) : null;
}
