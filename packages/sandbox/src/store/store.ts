import { fields } from '@syncline/openapi';
import type { OpenRecord, SandboxData, Scalar, WireRecord } from '../data/records.ts';
import type { Field } from '../data/check-record.ts';
import { withSource } from '../data/data-error.ts';
import { parseExact } from '../data/number-text.ts';
import { type PropertyNames, renamed } from '../data/property-names.ts';
import { parseTaskKey } from '../data/task-key.ts';
import { ConfigError } from '@syncline/core/errors';
import { collection, documentedTypes, type Fields } from './collection.ts';
import { unknownProperty } from './query-error.ts';
import { createStatements, type SqlDatabase } from './database.ts';
import { createHistoryTable, type HistoryHandle } from './history-table.ts';
import { memberStart, pickMembers } from './json-text.ts';
import { loadJobs, loadRest } from './load-data.ts';
import { memoize } from './memoize.ts';
import { createStatusTables } from './status-tables.ts';
import { createLearnedTypes } from './property-types.ts';
import { createIndexes, createTables } from './schema.ts';
import { type CollectionQuery, type RecordsText, SelectQueries } from './select-query.ts';

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
