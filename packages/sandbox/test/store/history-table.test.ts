import { fields } from '@syncline/openapi';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OpenRecord } from '../../src/data/records.ts';
import { createStatements, createTables } from '../../src/store/database.ts';
import { createHistoryTable } from '../../src/store/history-table.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { PropertyTypes } from '../../src/store/property-types.ts';

function setUp(names: Readonly<Record<string, string>> = {}) {
  const database = openNodeSqlite();
  onTestFinished(() => database.close());
  database.exec(createTables);
  const prepare = createStatements(database);
  const create = () => createHistoryTable(prepare, new PropertyTypes(() => true), fields.HistoryRecord, names);
  return {
    table: create(),
    create,
    texts: () =>
      prepare('SELECT json FROM history')
        .all()
        .map(({ json }) => json),
    rows: () =>
      prepare('SELECT * FROM history ORDER BY start, seq')
        .all()
        .map(({ json, keys, ...row }) => ({
          ...row,
          keys: keys ?? null,
          record: JSON.parse(json as string) as unknown,
        })),
  };
}

const place = (): string => 'history[7]';
const record: OpenRecord = {
  runstartdate: '2026-01-02T03:04:05.50+01:00',
  connectorid: 'a',
  details: 'b',
  instanceid: 'c',
  status: 'running',
};

describe('adding a history record', () => {
  it('puts the values for filters and orders into columns, next to the whole record', () => {
    const { table, rows } = setUp();
    expect(table.add(record, place)).toEqual({ key: '2026-01-02T02:04:05.5', seq: 0 });
    expect(rows()).toEqual([
      {
        start: '2026-01-02T02:04:05.5',
        seq: 0,
        connectorid: 'a',
        details: 'b',
        instanceid: 'c',
        keys: '{"@runstartdate":"2026-01-02T02:04:05.5"}',
        record,
      },
    ]);
  });

  it('reads the columns from the properties that have other names', () => {
    const { table, rows } = setUp({
      runstartdate: 'Start',
      connectorid: 'Connector',
      details: 'Words',
      instanceid: 'In',
    });
    table.add({ Start: '2026-01-02T00:00:00Z', Connector: 'a', Words: 'b', In: 'c', details: 'other' }, place);
    expect(rows()).toMatchObject([{ start: '2026-01-02T00:00:00', connectorid: 'a', details: 'b', instanceid: 'c' }]);
  });

  it.each([
    [{}, ''],
    [{ runstartdate: null }, ''],
  ])('without a start sorts first: %j', (without, start) => {
    const { table, rows } = setUp();
    expect(table.add(without, place)).toEqual({ key: start, seq: 0 });
    expect(rows()).toMatchObject([{ start, connectorid: null, details: null, instanceid: null }]);
  });

  it('sorts first under another name when the start is not a timestamp', () => {
    const { table } = setUp({ runstartdate: 'Start' });
    expect(table.add({ Start: 'soon' }, place).key).toBe('');
    expect(table.add({ Start: 20260102 }, place).key).toBe('');
  });

  it('names the place of a wrong one, and assigns no number to it', () => {
    const { table, rows } = setUp();
    expect(() => table.add({ details: {} as never }, place)).toThrow('history[7].details');
    expect(table.nextSeq()).toBe(0);
    expect(rows()).toEqual([]);
  });

  it('continues numbering after the existing records, and after a rewind', () => {
    const { table, create } = setUp();
    table.add({}, place);
    table.add({}, place);
    expect(table.nextSeq()).toBe(2);
    const next = create();
    expect(next.nextSeq()).toBe(2);
    next.rewind(7);
    expect(next.add({}, place).seq).toBe(7);
  });
});

describe('changing a history record', () => {
  it('changes, adds and removes fields, in the columns too, and leaves the others', () => {
    const { table, rows } = setUp();
    const other = table.add({ ...record, details: 'other' }, place);
    const handle = table.add(record, place);
    table.patch(handle, { status: 'done', details: 'B', instanceid: undefined, connectorid: 'A', runtime: 1.5 });
    const { instanceid: _, ...rest } = record;
    expect(rows()).toEqual([
      expect.objectContaining({ seq: other.seq, details: 'other', connectorid: 'a', instanceid: 'c' }) as unknown,
      {
        start: handle.key,
        seq: handle.seq,
        connectorid: 'A',
        details: 'B',
        instanceid: null,
        keys: '{"#runtime":"250000000115","@runstartdate":"2026-01-02T02:04:05.5"}',
        record: { ...rest, status: 'done', details: 'B', connectorid: 'A', runtime: 1.5 },
      },
    ]);
  });

  it('keeps the digits of the numbers that it does not change', () => {
    const { table, texts } = setUp();
    const handle = table.add({ n: 9_007_199_254_740_993n as never }, place);
    table.patch(handle, { status: 'done' });
    expect(texts()).toEqual(['{"n":9007199254740993,"status":"done"}']);
  });

  it('writes the columns of properties that have other names', () => {
    const { table, rows } = setUp({ connectorid: 'Connector', details: 'Words', instanceid: 'In' });
    const handle = table.add({ Connector: 'a', Words: 'b', In: 'c' }, place);
    table.patch(handle, { Connector: 'A', Words: 'B', In: 'C' });
    expect(rows()).toMatchObject([{ connectorid: 'A', details: 'B', instanceid: 'C' }]);
  });

  it('refuses a wrong value, and then changes nothing', () => {
    const { table, rows } = setUp();
    const handle = table.add(record, place);
    expect(() => table.patch(handle, { details: {} as never })).toThrow(/^history\.details in the data must be /);
    expect(rows()).toMatchObject([{ record }]);
  });

  it('does nothing for a record that does not exist', () => {
    const { table, rows } = setUp();
    const handle = table.add(record, place);
    table.patch({ ...handle, seq: 9 }, { details: 'x' });
    table.patch({ ...handle, key: '2020' }, { details: 'x' });
    expect(rows()).toMatchObject([{ record }]);
  });
});
