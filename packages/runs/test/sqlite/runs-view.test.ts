import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { sqliteFolder } from '../support/sqlite-folder.ts';
import { allRuns, runOf, write } from '../support/stored.ts';

const { file, open, query } = sqliteFolder();

const sorted = /TEMP B-TREE FOR (?!LAST TERM)/;
const nameFirst = ['SEARCH job_names USING COVERING INDEX sqlite_autoindex_job_names_1 (name=?)'];
const nameLast = ['SEARCH job_names USING INTEGER PRIMARY KEY (rowid=?)'];
const allNames = ['SCAN job_names USING COVERING INDEX sqlite_autoindex_job_names_1'];

test.each<[string, readonly string[]]>([
  ["SELECT * FROM runs WHERE job = 'a'", [...nameFirst, 'SEARCH stored_runs USING INDEX runs_by_job (job=?)']],
  [
    "SELECT * FROM runs WHERE job = 'a' AND start >= 1 AND start < 2 ORDER BY start DESC LIMIT 5",
    [...nameFirst, 'SEARCH stored_runs USING INDEX runs_by_job (job=? AND start>? AND start<?)'],
  ],
  [
    "SELECT * FROM runs WHERE job = 'a' AND outcome IN ('cancelled', 'failed', 'partial', 'unknown') ORDER BY start",
    [...nameFirst, 'SEARCH stored_runs USING INDEX failed_runs (job=?)'],
  ],
  ['SELECT * FROM runs ORDER BY start DESC LIMIT 5', ['SCAN stored_runs USING INDEX runs_by_start', ...nameLast]],
  [
    "SELECT * FROM runs WHERE outcome = 'failed' AND start >= 1 ORDER BY start",
    ['SEARCH stored_runs USING INDEX runs_by_start (start>?)', ...nameLast],
  ],
  ["SELECT * FROM runs WHERE key = 'a'", ['SEARCH stored_runs USING INDEX runs_by_key (key=?)', ...nameLast]],
  [
    'SELECT job, max(start) FROM runs GROUP BY job ORDER BY job',
    [...allNames, 'SEARCH stored_runs USING COVERING INDEX runs_by_job (job=?)'],
  ],
  ['SELECT max(start) FROM runs', ['SEARCH stored_runs USING INDEX runs_by_start', ...nameLast]],
  [
    'SELECT r.* FROM (SELECT job, max(start) AS start FROM runs GROUP BY job) AS l JOIN runs AS r USING (job, start)',
    [
      'CO-ROUTINE l',
      ...allNames,
      'SEARCH stored_runs USING COVERING INDEX runs_by_job (job=?)',
      'SCAN l',
      ...nameFirst,
      'SEARCH stored_runs USING INDEX runs_by_job (job=? AND start=?)',
    ],
  ],
])('a query of people uses the indexes: %s', (sql, expected) => {
  open();
  const plan = query(`EXPLAIN QUERY PLAN ${sql}`).map((row) => (row as { detail: string }).detail);
  expect(plan).toEqual(expected);
  expect(plan.join()).not.toMatch(sorted);
});

test('the view has the columns that the table had', () => {
  open();
  expect(query("SELECT name FROM pragma_table_info('runs')").map((row) => Object.values(row as object)[0])).toEqual(
    'key job outcome status start end rows version first_seen raw number seen'.split(' '),
  );
});

const hash = '0123456789abcdef0123456789abcdef';
/** Texts that a version can be, and whether they are kept as bytes. */
const versions: readonly [string, boolean][] = [
  [hash, true],
  ['ab', true],
  [hash.toUpperCase(), false],
  [`${hash.slice(1)}G`, false],
  [hash.slice(1), false],
  [`${hash}\n`, false],
  [` ${hash}`, false],
  [`${hash}\0`, false],
  [`\0${hash}`, false],
  [`${hash}\0${hash}`, false],
  ['１２', false],
  ['é', false],
  ['v-1', false],
  ['1e5', false],
  ['NULL', false],
  ['0x00', false],
];

const storedAs = () =>
  query(
    'SELECT hash IS NOT NULL AS isHash, (hash IS NULL) + (version IS NULL) AS empty FROM stored_runs ORDER BY start',
  );
const expected = versions.map(([, isHash]) => ({ isHash: Number(isHash), empty: 1 }));
const toRun = ([version]: (typeof versions)[number], n: number) => runOf(`k${n}`, { version, start: 1_000 + n });

test('a version is read as the text that was written, whatever it is', async () => {
  const store = open();
  const runs = versions.map(toRun);
  await write(store, { runs });
  expect(await allRuns(store)).toEqual(runs);
  expect((await store.readOpen(1e9)).map(({ version }) => version)).toEqual(versions.map(([version]) => version));
  expect(storedAs()).toEqual(expected);
  // The same again changes nothing; another one keeps the one before.
  await write(store, { runs });
  expect(query('SELECT key FROM past_versions')).toEqual([]);
  const changed = runs.map((run, n) => ({ ...run, version: versions.at(n - 1)?.[0] ?? '' }));
  await write(store, { runs: changed });
  expect(await allRuns(store)).toEqual(changed);
  const before = new DatabaseSync(file(), { readOnly: true });
  const found = before.prepare('SELECT key, version FROM run_versions WHERE number = 1').all();
  expect(new Map(found.map(({ key, version }) => [key, version]))).toEqual(
    new Map(runs.map(({ key, version }) => [key, version])),
  );
  before.close();
});

test('a migration keeps versions and names of jobs as they are, whatever texts they are', async () => {
  const old = new DatabaseSync(file());
  old.exec(readFileSync(join(import.meta.dirname, 'fixtures/version-8.sql'), 'utf8'));
  old.exec('DELETE FROM runs');
  const jobs = ['a', 'A', ' a', 'a\0b', 'a', '', 'é', 'e\u0301'];
  const runs = versions.map((version, n) => ({ ...toRun(version, n), job: jobs[n % jobs.length] ?? '' }));
  const insert = old.prepare('INSERT INTO runs VALUES (?, ?, ?, ?, ?, NULL, NULL, ?, ?, ?, 1, NULL)');
  for (const { key, job, outcome, status, start, version, firstSeen, raw } of runs)
    insert.run(key, job, outcome, status, start, version, firstSeen, raw);
  old.exec('CREATE VIEW mine AS SELECT key, job FROM runs');
  old.close();
  const store = openSqliteStore(file(), { environment: 'production' });
  expect(await allRuns(store)).toEqual(runs);
  await store.close();
  expect(storedAs()).toEqual(expected);
  expect(query('SELECT count(*) AS mine FROM mine')).toEqual([{ mine: runs.length }]);
});

test('the number of a job is not given to another one, and stays when its last run is deleted', async () => {
  const store = open();
  const numbers = () => query('SELECT id, name FROM job_names ORDER BY id');
  await write(store, {
    runs: [runOf('a', { job: 'A', outcome: 'failed' }), runOf('b', { job: 'B' }), runOf('c', { job: 'A' })],
  });
  const both = [
    { id: 1, name: 'A' },
    { id: 2, name: 'B' },
  ];
  expect(numbers()).toEqual(both);
  await write(store, { runs: [runOf('b', { job: 'A', version: 'b-2' })] });
  expect((await allRuns(store)).map(({ job }) => job)).toEqual(['A', 'A', 'A']);
  expect(numbers()).toEqual(both);
  await write(store, { runs: ['a', 'b', 'c'].map((key) => runOf(key, { job: 'A', outcome: 'failed', version: '3' })) });
  expect(await store.prune({ before: 1e9 })).toBe(3);
  await write(store, { runs: [runOf('d', { job: 'C' }), runOf('e', { job: 'B' })] });
  expect(numbers()).toEqual([...both, { id: 3, name: 'C' }]);
});

test('a change that fails gives no number to its jobs', async () => {
  const store = open();
  const stale = (await store.begin())?.fence ?? '';
  await write(store, { runs: [runOf('a', { job: 'A' })] });
  const failed = store.write({ fence: stale, state: 's', runs: [runOf('b', { job: 'B' })], events: [], at: 1 });
  await expect(failed).rejects.toThrow();
  await write(store, { runs: [runOf('c', { job: 'C' })] });
  expect(query('SELECT id, name FROM job_names')).toEqual([
    { id: 1, name: 'A' },
    { id: 2, name: 'C' },
  ]);
});
