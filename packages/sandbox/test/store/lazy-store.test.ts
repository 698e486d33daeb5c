import { describe, expect, it, onTestFinished } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxData } from '../../src/data/records.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { createStore } from '../../src/store/store.ts';

const data: SandboxData = {
  jobs: [{ JobName: 'A', JobId: 'j', Extra: 'x' } as never, { JobName: 'B' }],
  workspaces: [
    { id: 'w', name: 'W', created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' },
    { id: 'v', name: 'V', created_at: '2026-01-03T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  ],
  jobStatus: { j: [{ status: 'done' }] },
  taskHistory: { 't/2': [], 't/1': [{ status: 'done' }] },
};

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data.sqlite');
}

describe('one job', () => {
  const store = createStore(openNodeSqlite(), data);

  it.each([
    [undefined, '{"JobName":"A","JobId":"j","Extra":"x"}'],
    [['Extra'], '{"Extra":"x"}'],
    [['Scheduled', 'JobId'], '{"JobId":"j"}'],
  ])('has the selected members: %j', (select, text) => expect(store.job('A', select)).toBe(text));

  it('has no member that neither the document nor the record has', () => {
    expect(() => store.job('B', ['Extra'])).toThrow("'Extra'");
    expect(() => store.job('A', ['JobName', 'nothing'])).toThrow("'nothing'");
    expect([store.job('C'), store.job('C', ['nothing'])]).toEqual([undefined, undefined]);
    expect([store.hasJobId('j'), store.hasJobId('k')]).toEqual([true, false]);
  });
});

describe('data that is loaded when it is needed', () => {
  const open = () => createStore(openNodeSqlite(), () => data);

  it('has its jobs and the keys of its task histories before that', () => {
    const store = open();
    expect(store.job('A', ['JobId'])).toBe('{"JobId":"j"}');
    expect(store.listTaskHistoryKeys()).toEqual(['t/1', 't/2']);
    store.reset();
    store.close();
  });

  it.each<[string, (store: ReturnType<typeof open>) => unknown, unknown]>([
    ['status records', (store) => store.jobStatus('j'), [{ status: 'done' }]],
    ['the text of a task history', (store) => store.taskHistoryText('t', '1'), '[{"status":"done"}]'],
    ['a list', (store) => store.list('workspace', {}).text.includes('"w"'), true],
    ['a change', (store) => store.addHistory([{ n: 1 }]).map(({ seq }) => seq), [0]],
  ])('loads for %s', (_name, work, expected) => {
    const store = open();
    onTestFinished(() => store.close());
    expect(work(store)).toEqual(expected);
    expect(store.listTaskHistoryKeys()).toEqual(['t/1', 't/2']);
  });
});

it('filters and orders workspaces by instants, and jobs by name and id', () => {
  const store = createStore(openNodeSqlite(), data);
  onTestFinished(() => store.close());
  const ids = (property: string): string[] =>
    [...store.list('workspace', { orderBy: [{ property, direction: 'asc' }] }).text.matchAll(/"id":"(\w)"/g)].map(
      ([, id]) => id!,
    );
  expect([ids('id'), ids('name'), ids('created_at'), ids('updated_at')].map((list) => list.join(''))).toEqual([
    'vw',
    'vw',
    'wv',
    'vw',
  ]);
});

it('continues numbering after a failed change as if it had not been tried', () => {
  const store = createStore(openNodeSqlite(), { history: [{}] });
  onTestFinished(() => store.close());
  expect(() => store.addHistory([{}, { details: {} as never }])).toThrow('history[1].details');
  expect(store.addHistory([{}])[0]?.seq).toBe(1);
  store.reset();
  expect(store.addHistory([{}])[0]?.seq).toBe(1);
});

it('refuses a file of another version, and closes one that was never needed without data', () => {
  const file = temporaryFile();
  createStore(openNodeSqlite(file), () => data).close();
  const empty = openNodeSqlite(file);
  expect(empty.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 0 });
  empty.exec('PRAGMA user_version = 1');
  expect(() => createStore(empty, {})).toThrow(
    'file must be from this version of the sandbox, found version 1; use a new file',
  );
  empty.close();
});
