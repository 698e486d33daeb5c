import { parseFilter, parseOrderBy } from '@syncline/odata';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqlDatabase, SqlStatement } from '../../src/store/database.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { type Store, createStore } from '../../src/store/store.ts';

const rows = 6000;
const start = Date.UTC(2026, 0, 1);

/** A store with many records, the statements that it prepares, and the number of rows that it reads one by one. */
function open(): { store: Store; database: SqlDatabase; prepared: string[]; stepped: () => number } {
  const database = openNodeSqlite();
  const prepared: string[] = [];
  let steps = 0;
  const spied = (statement: SqlStatement): SqlStatement => ({
    run: (...parameters) => statement.run(...parameters),
    get: (...parameters) => statement.get(...parameters),
    all: (...parameters) => statement.all(...parameters),
    *iterate(...parameters) {
      for (const row of statement.iterate(...parameters)) {
        steps++;
        yield row;
      }
    },
  });
  const history = Array.from({ length: rows }, (_, n) => ({
    runstartdate: new Date(start + n * 1000).toISOString(),
    connectorid: `c${n % 40}`,
    details: `${n} rows`,
    instanceid: 'a',
  }));
  const store = createStore(
    {
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
      prepare: (sql) => (prepared.push(sql), spied(database.prepare(sql))),
    },
    { history, jobs: [{ JobName: 'a', JobId: 'j' }] },
  );
  onTestFinished(() => store.close());
  return { store, database, prepared, stepped: () => steps };
}

/** SQLite's query plan of the last prepared statement. */
function plan(filter: string | undefined, orderBy?: string): string {
  const { store, database, prepared } = open();
  store.list('history', {
    filter: filter === undefined ? undefined : parseFilter(filter),
    orderBy: orderBy === undefined ? undefined : parseOrderBy(orderBy),
  });
  const sql = prepared.at(-1) ?? '';
  expect(sql).toContain('group_concat');
  const parameters = Array.from({ length: sql.split('?').length - 1 }, () => 'x');
  return database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...parameters)
    .map(({ detail }) => String(detail))
    .join('; ');
}

const time = (seconds: number): string => new Date(start + seconds * 1000).toISOString();

describe('no query of section 2.5 reads more of a long history than necessary', () => {
  it.each<[string, string | undefined, string | undefined, RegExp]>([
    [
      'a span of time, newest first',
      `runstartdate ge ${time(100)} and runstartdate lt ${time(200)}`,
      'runstartdate desc',
      /SEARCH history USING PRIMARY KEY \(start>\? AND start<\?\)/,
    ],
    [
      'since a time, oldest first',
      `runstartdate gt ${time(100)}`,
      'runstartdate asc',
      /SEARCH history USING PRIMARY KEY \(start>\?\)/,
    ],
    ['everything in its order', undefined, undefined, /SCAN history/],
    ['everything, newest first', undefined, 'runstartdate desc', /SCAN history/],
    [
      'one connector',
      "connectorid eq 'c7'",
      undefined,
      /SEARCH history USING INDEX history_connectorid \(connectorid=\?\)/,
    ],
    [
      'one instance, newest first',
      "instanceid eq 'a'",
      'runstartdate desc',
      /SEARCH history USING INDEX history_instanceid \(instanceid=\?\)/,
    ],
    [
      'one text of details',
      "details eq '3 rows'",
      undefined,
      /SEARCH history USING INDEX history_details \(details=\?\)/,
    ],
    ['a part of details, newest first', "contains(details, '3 rows')", 'runstartdate desc', /SCAN history/],
  ])('%s', (_title, filter, orderBy, want) => {
    const steps = plan(filter, orderBy);
    expect(steps).toMatch(want);
    expect(steps).not.toContain('TEMP B-TREE');
  });
});

it('a long response is read while it is sent, not before', () => {
  const { store, stepped } = open();
  const { rest } = store.list('history', {});
  expect(stepped()).toBe(0);
  const reader = rest![Symbol.iterator]();
  for (const chunks of [1, 2, 3]) {
    expect(reader.next().done).toBe(false);
    expect(stepped()).toBe(chunks * 64);
  }
  reader.return?.();
  expect(stepped()).toBe(3 * 64);
});
