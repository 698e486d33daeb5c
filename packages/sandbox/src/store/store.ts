import { fields } from '@syncline/openapi';
import type { LifeStore, SandboxData, WireRecord } from '../contract.ts';
import { parseTaskKey } from '../data/task-key.ts';
import { ConfigError } from '../errors/config-error.ts';
import { collection } from './collection.ts';
import { unknownProperty } from './compile-filter.ts';
import type { SqlDatabase } from './database.ts';
import { createHistoryTable } from './history-table.ts';
import { memberStart, pickMembers } from './json-text.ts';
import { createLearnedTypes } from './learned-types.ts';
import { loadJobs, loadRest } from './load-data.ts';
import { createRunRecords } from './run-records.ts';
import { createIndexes, createTables } from './schema.ts';
import { type CollectionQuery, type RecordsText, SelectQueries } from './select-query.ts';
import { createStatements } from './statements.ts';

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
  /** Loads now what would be loaded when it is first needed. */
  load(): void;
  /** Takes back every change since the store was made. */
  reset(): void;
  close(): void;
}

/** Mark in the database file that its data is complete. */
const loaded = 1;

export type CollectionName = 'history' | 'connector' | 'workspace' | 'job';

/**
 * Makes the tables where they are absent and loads the data into them. Data given as a function is made only for a database that has
 * none, and of it the jobs are loaded at once, the rest when something other than a job is first asked for: most of the time to the
 * first answer would go there. What changes after loading stays inside one savepoint, so that `reset` costs what was changed
 * and no more; `close` keeps it.
 *
 * @throws ConfigError for a record that does not fit the document
 */
export function createStore(database: SqlDatabase, data: SandboxData | (() => SandboxData)): Store {
  const holdsData = database.prepare('PRAGMA user_version').get()?.user_version === loaded;
  if (holdsData && typeof data !== 'function')
    throw new ConfigError('file', 'holds data already; leave the data out, or take another file');
  if (!holdsData) database.exec(`SAVEPOINT load; ${createTables}`);
  const prepare = createStatements(database);
  const types = createLearnedTypes(prepare);
  const history = createHistoryTable(prepare, types.history);
  const runs = createRunRecords(prepare);
  const queries = new SelectQueries(database);
  const collections = {
    history: collection(
      'history',
      ['start', 'seq'],
      fields.HistoryRecord,
      { runstartdate: 'start', connectorid: 'connectorid', details: 'details', instanceid: 'instanceid' },
      types.history,
    ),
    connector: collection(
      'connector',
      ['seq'],
      fields.ConnectorRecord,
      { connectorid: 'connectorid', workspace: 'workspace' },
      types.connector,
    ),
    workspace: collection('workspace', ['seq'], fields.Workspace, {
      id: 'id',
      name: 'name',
      created_at: 'created_at',
      updated_at: 'updated_at',
    }),
    job: collection('job', ['seq'], fields.Job, { JobName: 'name', JobId: 'id' }),
  };
  let waiting: SandboxData | undefined;
  let pristineCount = history.count();

  const readBack = (historyCount: number): void => {
    types.restore();
    history.goBack(historyCount);
  };

  /** All of a load or nothing: what a process that was ended left half-way is not there for the next one. */
  const loading = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      database.exec('ROLLBACK TO load; RELEASE load');
      throw error;
    }
  };

  const load = (): void => {
    if (waiting === undefined) return;
    const rest = waiting;
    waiting = undefined;
    loading(() => {
      loadRest({ prepare, history, runs, connectorTypes: types.connector }, rest);
      types.save();
      database.exec(`${createIndexes}; PRAGMA user_version = ${loaded}; RELEASE load; SAVEPOINT pristine`);
      pristineCount = history.count();
    });
  };

  const transaction = <T>(work: () => T): T => {
    load();
    const before = history.count();
    database.exec('SAVEPOINT work');
    try {
      const result = work();
      types.save();
      database.exec('RELEASE work');
      return result;
    } catch (error) {
      database.exec('ROLLBACK TO work; RELEASE work');
      readBack(before);
      throw error;
    }
  };

  /** The runs' records, once they are there. */
  const loadedRuns = (): typeof runs => {
    load();
    return runs;
  };
  const parsed = (text: string | undefined): WireRecord[] => JSON.parse(text ?? '[]') as WireRecord[];

  if (holdsData) {
    types.restore();
    database.exec('SAVEPOINT pristine');
  } else {
    waiting = loading(() => {
      const made = typeof data === 'function' ? data() : data;
      loadJobs(prepare, made);
      return made;
    });
    if (typeof data !== 'function') load();
  }

  return {
    job(name, select) {
      const json = prepare('SELECT json FROM job WHERE name = ?').get(name)?.json as string | undefined;
      if (json === undefined || select === undefined) return json;
      for (const wanted of select) {
        const known = Object.hasOwn(fields.Job, wanted) || pickMembers(json, [memberStart(wanted)]) !== '{}';
        if (!known) throw unknownProperty(wanted, collections.job);
      }
      return pickMembers(json, select.map(memberStart));
    },
    hasJobId: (jobId) => prepare('SELECT 1 FROM job WHERE id = ?').get(jobId) !== undefined,
    listJobs: () =>
      prepare('SELECT json FROM job ORDER BY seq')
        .all()
        .map((row) => JSON.parse(row.json as string) as WireRecord),
    list(name, query) {
      load();
      return queries.run(collections[name], query);
    },
    jobStatusText: (jobId) => loadedRuns().jobStatusText(jobId),
    taskHistoryText: (transformationId, taskId) => loadedRuns().taskHistoryText(transformationId, taskId),
    listTaskHistoryKeys: () =>
      waiting === undefined ? runs.taskKeys() : Object.keys(waiting.taskHistory ?? {}).sort(),
    addHistory: (records) =>
      transaction(() => Array.from(records, (record, index) => history.add(record, () => `history[${index}]`))),
    patchHistory: (handle, changes) => transaction(() => history.patch(handle, changes)),
    putJobStatus: (jobId, records) => loadedRuns().putJobStatus(jobId, records),
    jobStatus: (jobId) => parsed(loadedRuns().jobStatusText(jobId)),
    putTaskHistory: (key, records) => loadedRuns().putTaskHistory(key, records),
    taskHistory: (key) => parsed(loadedRuns().taskHistoryText(...parseTaskKey(key))),
    transaction,
    load,
    reset() {
      if (waiting !== undefined) return;
      database.exec('ROLLBACK TO pristine');
      readBack(pristineCount);
    },
    close() {
      database.exec(waiting === undefined ? 'RELEASE pristine' : 'ROLLBACK TO load; RELEASE load');
      database.close();
    },
  };
}
