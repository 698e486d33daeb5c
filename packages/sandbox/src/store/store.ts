import { ConfigError } from '@syncline/core/errors';
import { fields } from '@syncline/openapi';
import { checkOpenRecord, checkRecord, type Field } from '../data/check-record.ts';
import { invalid, withSource } from '../data/data-error.ts';
import { parseExact } from '../data/number-text.ts';
import { type PropertyNames, renamed } from '../data/property-names.ts';
import {
  type OpenRecord,
  parseTaskKey,
  printTaskKey,
  type SandboxData,
  type Scalar,
  type WireRecord,
} from '../data/records.ts';
import { timestampKey } from '../data/timestamp-key.ts';
import { collection, documentedTypes, type Fields } from './collection.ts';
import {
  createIndexes,
  createStatements,
  createTables,
  memoize,
  type Prepare,
  type SqlDatabase,
  type SqlValue,
  textOrNull,
} from './database.ts';
import { createHistoryTable, type HistoryHandle, type HistoryTable } from './history-table.ts';
import { memberStart, pickMembers, toJsonText } from './json-text.ts';
import { createLearnedTypes, type PropertyTypes } from './property-types.ts';
import { unknownProperty } from './query-error.ts';
import { type CollectionQuery, type RecordsText, SelectQueries } from './select-query.ts';
import { createSortKeys } from './sort-keys.ts';

/**
 * The two tables with a list of records per row: status records by job, and task histories by transformation and task.
 */
interface StatusTables {
  /** @throws ConfigError naming record and field */
  putJobStatus(jobId: string, records: readonly WireRecord[]): void;
  /** The text of an array. */
  jobStatusText(jobId: string): string | undefined;
  /** @throws ConfigError naming key, record and field */
  putTaskHistory(key: string, records: readonly WireRecord[]): void;
  taskHistoryText(transformationId: string, taskId: string): string | undefined;
  taskKeys(): string[];
}

export function createStatusTables(prepare: Prepare): StatusTables {
  const check = (
    name: 'JobStatusRecord' | 'TaskHistoryRecord',
    records: readonly WireRecord[],
    path: string,
  ): string => {
    records.forEach((record, index) => checkRecord(name, record, `${path}[${index}]`));
    return toJsonText(records);
  };
  return {
    putJobStatus(jobId, records) {
      prepare('INSERT OR REPLACE INTO job_status VALUES (?, ?)').run(
        jobId,
        check('JobStatusRecord', records, `jobStatus[${JSON.stringify(jobId)}]`),
      );
    },
    jobStatusText: (jobId) =>
      prepare('SELECT json FROM job_status WHERE job_id = ?').get(jobId)?.json as string | undefined,
    putTaskHistory(key, records) {
      const text = check('TaskHistoryRecord', records, `taskHistory[${JSON.stringify(key)}]`);
      prepare('INSERT OR REPLACE INTO task_history VALUES (?, ?, ?)').run(...parseTaskKey(key), text);
    },
    taskHistoryText: (transformationId, taskId) =>
      prepare('SELECT json FROM task_history WHERE transformation_id = ? AND task_id = ?').get(transformationId, taskId)
        ?.json as string | undefined,
    taskKeys: () =>
      prepare('SELECT transformation_id, task_id FROM task_history')
        .all()
        .map((row) => printTaskKey(row.transformation_id as string, row.task_id as string)),
  };
}

/** Where to write the records other than jobs. */
interface LoadTargets {
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
function loadJobs(prepare: Prepare, { jobs = [] }: SandboxData, types: PropertyTypes): void {
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
function loadRest(targets: LoadTargets, data: SandboxData): void {
  const { prepare, history: table, status, connectorTypes, connectorFields, names, onProgress } = targets;
  const { history = [], connectors = [], workspaces = [], jobStatus = {}, taskHistory = {} } = data;
  let index = 0;
  const path = (): string => `history[${index}]`;
  for (const record of history) {
    table.add(record, path);
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

/** The data of one sandbox. Records go in as objects and come out as JSON text. Every write is synchronous. */
export interface Store {
  /**
   * One job as JSON text, with all or only the selected members. Undefined if there is no such job.
   *
   * @throws QueryError for a selected field that neither the document nor the record has
   */
  job(name: string, select?: readonly string[]): string | undefined;
  hasJobId(jobId: string): boolean;
  /** Every job record, in the order of the data. */
  listJobs(): WireRecord[];
  /** @throws QueryError when the query does not fit the records */
  list(name: CollectionName, query: CollectionQuery): RecordsText;
  /** Adds history records, with the sandbox's own names of their properties. Returns one handle per record, for `patchHistory`. */
  addHistory(records: Iterable<OpenRecord>): HistoryHandle[];
  /** Replaces fields of a history record. A field set to `undefined` is removed. `runstartdate` cannot change. */
  patchHistory(handle: HistoryHandle, changes: Readonly<Record<string, Scalar | undefined>>): void;
  jobStatus(jobId: string): WireRecord[];
  /** Status records of a job, as the text of an array. */
  jobStatusText(jobId: string): string | undefined;
  /** Replaces the status records of a job. They are returned in this order. */
  putJobStatus(jobId: string, records: readonly WireRecord[]): void;
  /** Keys of the task histories: `transformation_id/task_id`, as in the data file. */
  listTaskHistoryKeys(): string[];
  taskHistory(key: string): WireRecord[];
  taskHistoryText(transformationId: string, taskId: string): string | undefined;
  /** Replaces one task history. */
  putTaskHistory(key: string, records: readonly WireRecord[]): void;
  /** Runs `work` in one transaction: many small changes cost one commit. */
  transaction<T>(work: () => T): T;
  /** Loads immediately the records that are otherwise loaded when they are first needed. */
  load(): void;
  /** Undoes every change since the store was created. */
  reset(): void;
  close(): void;
}

/** The `user_version` of a database file with complete data. */
const loaded = 2;

export type CollectionName = 'history' | 'connector' | 'workspace' | 'job';

/** Options of {@link createStore}. */
export interface StoreOptions {
  /** Property names of the sandbox's own records. The records of given data are not changed. */
  readonly names?: PropertyNames;
  /** Called while history records are loaded, with their count so far. */
  readonly onProgress?: ((historyRecords: number) => void) | undefined;
}

/**
 * Creates missing tables and loads the data into them. A function is called only for a database without data. Its jobs
 * are loaded at once, the rest when something other than a job is first requested, because loading takes most of the
 * time to the first response. Changes after loading stay in one savepoint, so that `reset` costs only as much as was
 * changed. `close` saves them.
 *
 * @throws ConfigError when a record does not fit the document
 */
export function createStore(
  database: SqlDatabase,
  data: SandboxData | (() => SandboxData),
  { names = {}, onProgress }: StoreOptions = {},
): Store {
  const version = database.prepare('PRAGMA user_version').get()?.user_version;
  if (version !== 0 && version !== loaded)
    throw new ConfigError('file', `must be from this version of the sandbox, found version ${version}; use a new file`);
  const holdsData = version === loaded;
  if (holdsData && typeof data !== 'function')
    throw new ConfigError(
      'file',
      'must be empty when data is given, but it contains data; omit the data or use another file',
    );
  if (!holdsData) database.exec(`SAVEPOINT load; ${createTables}`);
  const prepare = createStatements(database);
  const historyFields = renamed<Field>(fields.HistoryRecord, names);
  const connectorFields = renamed<Field>(fields.ConnectorRecord, names);
  const types = createLearnedTypes(prepare, {
    history: (name) => !Object.hasOwn(historyFields, name),
    connector: (name) => !Object.hasOwn(connectorFields, name),
    job: (name) => documentedTypes((fields.Job as Fields)[name])?.includes('number') === true,
  });
  const history = createHistoryTable(prepare, types.history, historyFields, names);
  const status = createStatusTables(prepare);
  const queries = new SelectQueries(database);
  const collections = {
    history: collection(
      'history',
      ['start', 'seq'],
      historyFields,
      renamed(
        { runstartdate: 'start', connectorid: 'connectorid', details: 'details', instanceid: 'instanceid' },
        names,
      ),
      types.history,
    ),
    connector: collection(
      'connector',
      ['seq'],
      connectorFields,
      renamed({ connectorid: 'connectorid', workspace: 'workspace' }, names),
      types.connector,
    ),
    workspace: collection('workspace', ['seq'], fields.Workspace, {
      id: 'id',
      name: 'name',
      created_at: 'created_at',
      updated_at: 'updated_at',
    }),
    job: collection('job', ['seq'], fields.Job, { JobName: 'name', JobId: 'id' }, types.job),
  };
  let unloaded: SandboxData | undefined;
  /** Why the data could not be loaded. The tables are then gone, so that every call but `close` fails for this reason. */
  let failure: { readonly reason: unknown } | undefined;
  let pristineSeq = history.nextSeq();

  const undoInMemory = (nextSeq: number): void => {
    types.restore();
    history.rewind(nextSeq);
  };

  /** Loads everything or nothing: a process that ends in the middle leaves no data for the next one. */
  const loading = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      failure = { reason: error };
      database.exec('ROLLBACK TO load; RELEASE load');
      throw error;
    }
  };

  const checkLoad = (): void => {
    if (failure !== undefined) throw failure.reason;
  };
  const load = (): void => {
    checkLoad();
    if (unloaded === undefined) return;
    const rest = unloaded;
    unloaded = undefined;
    loading(() => {
      withSource(rest, () =>
        loadRest(
          { prepare, history, status, connectorTypes: types.connector, connectorFields, names, onProgress },
          rest,
        ),
      );
      types.save();
      database.exec(`${createIndexes}; PRAGMA user_version = ${loaded}; RELEASE load; SAVEPOINT pristine`);
      pristineSeq = history.nextSeq();
    });
  };

  const transaction = <T>(work: () => T): T => {
    load();
    const before = history.nextSeq();
    database.exec('SAVEPOINT work');
    try {
      const result = work();
      types.save();
      database.exec('RELEASE work');
      return result;
    } catch (error) {
      database.exec('ROLLBACK TO work; RELEASE work');
      undoInMemory(before);
      throw error;
    }
  };

  /** The status tables, after loading. */
  const loadedStatus = (): typeof status => {
    load();
    return status;
  };
  const parsed = (text: string | undefined): WireRecord[] => parseExact(text ?? '[]') as WireRecord[];

  if (holdsData) {
    types.restore();
    database.exec('SAVEPOINT pristine');
  } else {
    unloaded = loading(() => {
      const made = typeof data === 'function' ? withNames(data(), names) : data;
      withSource(made, () => loadJobs(prepare, made, types.job));
      return made;
    });
    if (typeof data !== 'function') load();
  }

  /** Jobs never change. SQLite takes 1.3 of the 4.6 microseconds of a request for one (`npm run bench -- sandbox`). */
  const jobText = memoize(
    (name) => prepare('SELECT json FROM job WHERE name = ?').get(name)?.json as string | undefined,
    1000,
  );

  return {
    job(name, select) {
      checkLoad();
      const json = jobText(name);
      if (json === undefined || select === undefined) return json;
      for (const wanted of select) {
        const known = Object.hasOwn(fields.Job, wanted) || pickMembers(json, [memberStart(wanted)]) !== '{}';
        if (!known) throw unknownProperty(wanted, collections.job);
      }
      return pickMembers(json, select.map(memberStart));
    },
    hasJobId(jobId) {
      checkLoad();
      return prepare('SELECT 1 FROM job WHERE id = ?').get(jobId) !== undefined;
    },
    listJobs() {
      checkLoad();
      return prepare('SELECT json FROM job ORDER BY seq')
        .all()
        .map((row) => JSON.parse(row.json as string) as WireRecord);
    },
    list(name, query) {
      load();
      return queries.run(collections[name], query);
    },
    jobStatusText: (jobId) => loadedStatus().jobStatusText(jobId),
    taskHistoryText: (transformationId, taskId) => loadedStatus().taskHistoryText(transformationId, taskId),
    listTaskHistoryKeys() {
      checkLoad();
      return unloaded === undefined ? status.taskKeys() : Object.keys(unloaded.taskHistory ?? {}).sort();
    },
    addHistory: (records) =>
      transaction(() =>
        Array.from(records, (record, index) => history.add(renamed(record, names), () => `history[${index}]`)),
      ),
    patchHistory: (handle, changes) => transaction(() => history.patch(handle, renamed(changes, names))),
    putJobStatus: (jobId, records) => loadedStatus().putJobStatus(jobId, records),
    jobStatus: (jobId) => parsed(loadedStatus().jobStatusText(jobId)),
    putTaskHistory: (key, records) => loadedStatus().putTaskHistory(key, records),
    taskHistory: (key) => parsed(loadedStatus().taskHistoryText(...parseTaskKey(key))),
    transaction,
    load,
    reset() {
      checkLoad();
      if (unloaded !== undefined) return;
      database.exec('ROLLBACK TO pristine');
      undoInMemory(pristineSeq);
    },
    close() {
      if (failure === undefined)
        database.exec(unloaded === undefined ? 'RELEASE pristine' : 'ROLLBACK TO load; RELEASE load');
      database.close();
    },
  };
}

/** Generated data with renamed properties. */
function withNames(data: SandboxData, names: PropertyNames): SandboxData {
  if (Object.keys(names).length === 0) return data;
  const { history = [], connectors = [] } = data;
  return Object.create(data, {
    history: { value: { [Symbol.iterator]: () => renamedAll(history, names) } },
    connectors: { value: [...renamedAll(connectors, names)] },
  }) as SandboxData;
}

function* renamedAll(records: Iterable<OpenRecord>, names: PropertyNames): Generator<OpenRecord> {
  for (const record of records) yield renamed(record, names);
}
