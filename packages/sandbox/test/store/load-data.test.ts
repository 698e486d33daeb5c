import { describe, expect, it, onTestFinished } from 'vitest';
import type { SandboxData } from '../../src/data/records.ts';
import type { SqlDatabase } from '../../src/store/database.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { type StoreOptions, createStore } from '../../src/store/store.ts';

/** The contents of the tables after loading. */
function loaded(data: SandboxData, options: StoreOptions = {}) {
  const database = openNodeSqlite();
  const store = createStore(database, data, options);
  onTestFinished(() => store.close());
  const rows = (sql: string) =>
    (database as SqlDatabase)
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  return { store, rows };
}

describe('loading', () => {
  it('numbers jobs, and puts name and id next to the text', () => {
    const { rows } = loaded({ jobs: [{ JobName: 'b', JobId: 'j' }, { JobName: 'a' }] });
    expect(rows('SELECT * FROM job ORDER BY seq')).toEqual([
      { seq: 0, name: 'b', id: 'j', keys: null, json: '{"JobName":"b","JobId":"j"}' },
      { seq: 1, name: 'a', id: null, keys: null, json: '{"JobName":"a"}' },
    ]);
  });

  it.each<[SandboxData, string]>([
    [{ jobs: [{ JobName: 'a' }, { JobName: '' }] }, 'jobs[1].JobName in the data must not be empty'],
    [
      { jobs: [{ JobName: 'a' }, { JobName: 'b' }, { JobName: 'a' }] },
      'jobs[2].JobName in the data must be unique, found a second job "a"',
    ],
    [{ jobs: [{ JobName: 'a' }, { JobName: 3 as never }] }, 'jobs[1].JobName in the data must be a string, found 3'],
    [
      { connectors: [{ connectorid: 'a' }, { connectorid: 3 as never }] },
      'connectors[1].connectorid in the data must be',
    ],
    [{ workspaces: [{ id: 'a', name: 'A' }, { id: 3 as never }] }, 'workspaces[1].id in the data must be a string'],
    [{ history: [{}, { details: {} as never }] }, 'history[1].details in the data must be'],
  ])('names the wrong record and field: %j', (data, message) => {
    const database = openNodeSqlite();
    onTestFinished(() => database.close());
    expect(() => createStore(database, data)).toThrow(message);
    expect(() => database.prepare('SELECT 1 FROM job')).toThrow('no such table');
  });

  it('puts the fields of connectors and workspaces in section 2.5 next to the text', () => {
    const { rows } = loaded({
      connectors: [{ connectorid: 'c', workspace: 'w', size: 1.5 }, {}],
      workspaces: [
        { id: 'w', name: 'W', created_at: '2026-01-02T00:00:00+01:00', updated_at: '2026-01-03T00:00:00Z' },
        { id: 'v', name: 'V' },
      ],
    });
    expect(rows('SELECT seq, connectorid, workspace, keys FROM connector ORDER BY seq')).toEqual([
      { seq: 0, connectorid: 'c', workspace: 'w', keys: '{"#size":"250000000115"}' },
      { seq: 1, connectorid: null, workspace: null, keys: '{}' },
    ]);
    expect(rows('SELECT seq, id, name, created_at, updated_at FROM workspace ORDER BY seq')).toEqual([
      { seq: 0, id: 'w', name: 'W', created_at: '2026-01-01T23:00:00', updated_at: '2026-01-03T00:00:00' },
      { seq: 1, id: 'v', name: 'V', created_at: null, updated_at: null },
    ]);
  });

  it('reads the columns of connectors from the properties that have other names', () => {
    const { rows } = loaded(
      { connectors: [{ Connector: 'c', Space: 'w', connectorid: 'other' }] },
      { names: { connectorid: 'Connector', workspace: 'Space' } },
    );
    expect(rows('SELECT connectorid, workspace FROM connector')).toEqual([{ connectorid: 'c', workspace: 'w' }]);
  });

  it('loads the status records of jobs and tasks', () => {
    const { store } = loaded({
      jobStatus: { j: [{ status: 'done' }] },
      taskHistory: { 't/1': [{ status: 'failed' }] },
    });
    expect(store.jobStatus('j')).toEqual([{ status: 'done' }]);
    expect(store.taskHistory('t/1')).toEqual([{ status: 'failed' }]);
  });

  it.each([
    [0, [0]],
    [9_999, [9_999]],
    [10_000, [10_000, 10_000]],
    [20_001, [10_000, 20_000, 20_001]],
  ])('reports its progress: %i history records', (count, told) => {
    const heard: number[] = [];
    loaded({ history: Array.from({ length: count }, () => ({})) }, { onProgress: (records) => heard.push(records) });
    expect(heard).toEqual(told);
  });

  it('creates an index for each column that section 2.5 names, after the records', () => {
    const { rows } = loaded({});
    const indexes = rows(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    );
    expect(indexes.map(({ name }) => name)).toEqual([
      'connector_connectorid',
      'connector_workspace',
      'history_connectorid',
      'history_details',
      'history_instanceid',
      'job_id',
    ]);
  });
});
