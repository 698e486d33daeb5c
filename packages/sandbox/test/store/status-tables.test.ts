import { expect, it, onTestFinished } from 'vitest';
import { createStatements, createTables } from '../../src/store/database.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { createStatusTables } from '../../src/store/store.ts';

function open() {
  const database = openNodeSqlite();
  onTestFinished(() => database.close());
  database.exec(createTables);
  return createStatusTables(createStatements(database));
}

it('keeps the status records of each job unchanged and in order', () => {
  const tables = open();
  tables.putJobStatus('a', [{ status: 'new' }, { status: 'old' }]);
  tables.putJobStatus("b'", []);
  expect([tables.jobStatusText('a'), tables.jobStatusText("b'"), tables.jobStatusText('c')]).toEqual([
    '[{"status":"new"},{"status":"old"}]',
    '[]',
    undefined,
  ]);
  tables.putJobStatus('a', [{ status: 'newer' }]);
  expect(tables.jobStatusText('a')).toBe('[{"status":"newer"}]');
});

it('keeps the history of each task by transformation and task', () => {
  const tables = open();
  tables.putTaskHistory('t/1', [{ status: 'done' }]);
  tables.putTaskHistory('t/2', []);
  expect(tables.taskHistoryText('t', '1')).toBe('[{"status":"done"}]');
  expect(tables.taskHistoryText('t', '2')).toBe('[]');
  expect([tables.taskHistoryText('t', '3'), tables.taskHistoryText('1', 't')]).toEqual([undefined, undefined]);
  expect(tables.taskKeys()).toEqual(['t/1', 't/2']);
  tables.putTaskHistory('t/1', []);
  expect(tables.taskHistoryText('t', '1')).toBe('[]');
});

it('names the job or the task, the record and the field that is wrong, and stores nothing', () => {
  const tables = open();
  const wrong = [{ status: 'done' }, { status: 3 as never }];
  expect(() => tables.putJobStatus('a"b', wrong)).toThrow(
    String.raw`jobStatus["a\"b"][1].status in the data must be a string, found 3`,
  );
  expect(() => tables.putTaskHistory('t/1', wrong)).toThrow(
    'taskHistory["t/1"][1].status in the data must be a string, found 3',
  );
  expect([tables.jobStatusText('a"b'), tables.taskKeys()]).toEqual([undefined, []]);
});
