import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DuckDBInstance } from '@duckdb/node-api';
import { isConfigError } from '@syncline/core/internal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isStateError, isStoreError } from '../../src/index.ts';
import { exportParquet } from '../../src/parquet/export-parquet.ts';
import { openSqliteStore, type SqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { oddStart, oddStarts, oddValues } from '../support/odd-runs.ts';
import { runOf, write } from '../support/stored.ts';

const day = 86_400_000;
const march = Date.parse('2026-03-01T00:00:00Z');
let home: string;
let folder: string;
let store: SqliteStore;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'runs-'));
  // These characters have a special meaning in DuckDB's patterns and texts.
  folder = join(home, "it's [a] *folder*?");
  store = openSqliteStore(':memory:', { environment: 'production' });
});
afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true });
});

/** The rows of a query in DuckDB. `{}` is replaced by all files of the export. */
async function query(sql: string): Promise<readonly unknown[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const paths = readdirSync(folder).map(
    (name) => `'${`${folder}/${name}/runs.parquet`.replaceAll("'", "''").replace(/[[*?]/g, '[$&]')}'`,
  );
  const read = `read_parquet([${paths.join(', ')}], hive_partitioning = true)`;
  const rows = (await connection.runAndReadAll(sql.replace('{}', read))).getRowObjectsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

const three = [
  runOf('a', { start: march + 5, outcome: 'succeeded', status: 'SUCCESS', end: march + 1_005, rows: 7 }),
  runOf('b', { start: march + day - 1 }),
  runOf('c', { start: march + day }),
];

test.each(oddValues)('an export writes a row of an earlier version by the rule %s: %j', async (_rule, facts) => {
  await write(store, { runs: [runOf('a', { start: oddStart, ...facts })] });
  await exportParquet(store, folder);
  expect(await query('SELECT key, "end", rows FROM {}')).toEqual([{ key: 'a', end: null, rows: null }]);
});

test('an export leaves out rows of an earlier version that are no runs', async () => {
  const odd = oddStarts.map((start, index) => runOf(`odd ${index}`, { start }));
  await write(store, { runs: [...odd, runOf('a', { start: oddStart })] });
  expect(await exportParquet(store, folder)).toMatchObject({ runs: 1 });
  expect(await query('SELECT key FROM {}')).toEqual([{ key: 'a' }]);
});

test('an export contains the runs, one folder for each day, with the columns of the table', async () => {
  await write(store, { runs: three });
  expect(await exportParquet(store, folder)).toEqual({ written: 2, unchanged: 0, runs: 3 });
  expect(readdirSync(folder).sort()).toEqual(['day=2026-03-01', 'day=2026-03-02']);
  expect(readdirSync(join(folder, 'day=2026-03-01'))).toEqual(['runs.parquet']);
  expect(await query('SELECT column_name AS name, column_type AS type FROM (DESCRIBE SELECT * FROM {})')).toEqual([
    { name: 'key', type: 'VARCHAR' },
    { name: 'job', type: 'VARCHAR' },
    { name: 'outcome', type: 'VARCHAR' },
    { name: 'status', type: 'VARCHAR' },
    { name: 'start', type: 'TIMESTAMP WITH TIME ZONE' },
    { name: 'end', type: 'TIMESTAMP WITH TIME ZONE' },
    { name: 'rows', type: 'DOUBLE' },
    { name: 'version', type: 'VARCHAR' },
    { name: 'first_seen', type: 'TIMESTAMP WITH TIME ZONE' },
    { name: 'raw', type: 'VARCHAR' },
    { name: 'day', type: 'DATE' },
  ]);
  const sql = `SELECT key, ("end" - start)::VARCHAR AS took, rows, epoch_ms(start)::DOUBLE AS ms, raw ->> '$.details' AS details,
    day::VARCHAR AS day FROM {} ORDER BY start`;
  expect(await query(sql)).toEqual([
    { key: 'a', took: '00:00:01', rows: 7, ms: march + 5, details: 'x', day: '2026-03-01' },
    { key: 'b', took: null, rows: null, ms: march + day - 1, details: 'x', day: '2026-03-01' },
    { key: 'c', took: null, rows: null, ms: march + day, details: 'x', day: '2026-03-02' },
  ]);
});

test('only days whose runs changed are written again', async () => {
  await write(store, { runs: three });
  await exportParquet(store, folder);
  const first = statSync(join(folder, 'day=2026-03-01/runs.parquet')).ino;
  expect(await exportParquet(store, folder)).toEqual({ written: 0, unchanged: 2, runs: 0 });
  await write(store, { runs: three });
  expect(await exportParquet(store, folder)).toEqual({ written: 0, unchanged: 2, runs: 0 });
  const ended = runOf('c', { start: march + day, version: 'c-2', outcome: 'failed' });
  await write(store, { runs: [ended, runOf('d', { start: march + day + 1 })] });
  expect(await exportParquet(store, folder)).toEqual({ written: 1, unchanged: 1, runs: 2 });
  expect(await query("SELECT key, outcome FROM {} WHERE day = '2026-03-02' ORDER BY key")).toEqual([
    { key: 'c', outcome: 'failed' },
    { key: 'd', outcome: 'running' },
  ]);
  expect(statSync(join(folder, 'day=2026-03-01/runs.parquet')).ino).toBe(first);
});

test('a run that moves to another day is in one of them', async () => {
  await write(store, { runs: three });
  await exportParquet(store, folder);
  await write(store, { runs: [runOf('c', { start: march + 9, version: 'c-2' })] });
  expect(await exportParquet(store, folder)).toEqual({ written: 2, unchanged: 0, runs: 3 });
  expect(await query('SELECT key, day::VARCHAR AS day FROM {} ORDER BY key')).toEqual(
    ['a', 'b', 'c'].map((key) => ({ key, day: '2026-03-01' })),
  );
  expect(readdirSync(folder)).toEqual(['day=2026-03-01']);
  expect(await exportParquet(store, folder)).toEqual({ written: 0, unchanged: 2, runs: 0 });
});

test('runs that were pruned from the store stay in the export', async () => {
  const ended = three.map((run) => ({ ...run, outcome: 'failed' as const }));
  await write(store, { runs: ended });
  await exportParquet(store, folder);
  expect(await store.prune({ before: march + 10 })).toBe(1);
  await write(store, { runs: [runOf('late', { start: march + 20 })] });
  expect(await exportParquet(store, folder)).toEqual({ written: 1, unchanged: 1, runs: 3 });
  expect(await query('SELECT key FROM {} ORDER BY key')).toEqual(['a', 'b', 'c', 'late'].map((key) => ({ key })));
  await store.prune({ before: march + 3 * day });
  expect(await exportParquet(store, folder)).toEqual({ written: 0, unchanged: 2, runs: 0 });
});

test.each([
  '\ufeffa',
  "it's",
  '\u{1f600}',
  '\n',
  ' ',
])('a pruned run with the key %j stays in the export', async (key) => {
  await write(store, { runs: [runOf(key, { start: march, outcome: 'failed' })] });
  await exportParquet(store, folder);
  expect(await store.prune({ before: march + 1 })).toBe(1);
  await write(store, { runs: [runOf('late', { start: march + 2 })] });
  expect(await exportParquet(store, folder)).toMatchObject({ runs: 2 });
  expect(await query('SELECT hex(encode(key)) AS key FROM {} ORDER BY start')).toEqual(
    [key, 'late'].map((each) => ({ key: Buffer.from(each).toString('hex').toUpperCase() })),
  );
});

test('more runs than a page, in the order of their start', async () => {
  const many = Array.from({ length: 12_001 }, (_, n) => runOf(`k${n}`, { start: march + (n % 100), rows: n }));
  await write(store, { runs: many });
  expect(await exportParquet(store, folder)).toEqual({ written: 1, unchanged: 0, runs: 12_001 });
  expect(
    await query('SELECT count(*)::INT AS count, count(DISTINCT key)::INT AS keys, sum(rows) AS sum FROM {}'),
  ).toEqual([{ count: 12_001, keys: 12_001, sum: (12_000 * 12_001) / 2 }]);
});

test('an empty store makes no files', async () => {
  expect(await exportParquet(store, folder)).toEqual({ written: 0, unchanged: 0, runs: 0 });
  expect(readdirSync(folder)).toEqual([]);
});

describe('failures are typed errors, and damage no file', () => {
  const errorOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'no error',
      (error: unknown) => error,
    );
  const first = () => join(folder, 'day=2026-03-01/runs.parquet');
  beforeEach(() => write(store, { runs: three }));

  test('the export of another store', async () => {
    await exportParquet(store, folder);
    const other = openSqliteStore(':memory:', { environment: 'staging' });
    await write(other, { runs: three });
    const error = await errorOf(exportParquet(other, folder));
    expect(isStateError(error) && error.message).toMatch(
      /of the environment "production", and this store has the runs of "staging"/,
    );
    await other.close();
  });

  test('a damaged file', async () => {
    await exportParquet(store, folder);
    truncateSync(first(), 100);
    const error = await errorOf(exportParquet(store, folder));
    expect(isStateError(error) && error.message).toMatch(
      /runs\.parquet cannot be read: it is damaged, or not Parquet\. Restore/,
    );
    expect(statSync(first()).size).toBe(100);
  });

  test('a file that somebody else wrote', async () => {
    await exportParquet(store, folder);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`COPY (SELECT 1 AS a) TO '${first().replaceAll("'", "''")}' (FORMAT parquet)`);
    connection.closeSync();
    instance.closeSync();
    const error = await errorOf(exportParquet(store, folder));
    expect(isStateError(error) && error.message).toMatch(/was not written by exportParquet/);
  });

  test('a folder that is a file, or a day that is one', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    expect(isConfigError(await errorOf(exportParquet(store, file)))).toBe(true);
    expect(isConfigError(await errorOf(exportParquet(store, '')))).toBe(true);
    await exportParquet(store, folder);
    await write(store, { runs: [runOf('x', { start: march + 2 * day }), runOf('y', { start: march - day })] });
    writeFileSync(join(folder, 'day=2026-03-03'), '');
    const error = await errorOf(exportParquet(store, folder));
    expect(isStoreError(error) && error.message).toMatch(
      /failed at the day 2026-03-03 \(EEXIST\)\. The days that are written are complete/,
    );
    expect(existsSync(join(folder, 'day=2026-02-28/runs.parquet'))).toBe(true);
    rmSync(join(folder, 'day=2026-03-03'));
    expect(await exportParquet(store, folder)).toEqual({ written: 1, unchanged: 3, runs: 1 });
  });

  test('a missing package', () => {
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (name.startsWith('@duckdb/')) throw new Error('not found');
        return next(name, context);
      } });`;
    const program = `import { exportParquet } from '@syncline/runs/parquet';
      await exportParquet({}, ${JSON.stringify(folder)}).catch(({ code, message }) => console.log(code, message));`;
    const args = ['--conditions=@syncline/source', `--import=data:text/javascript,${encodeURIComponent(hooks)}`];
    const { stdout } = spawnSync(process.execPath, [...args, '--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect(stdout).toBe(
      'CONFIG_INVALID @duckdb/node-api must be installed to export Parquet files: npm install @duckdb/node-api@1.5.4-r.1\n',
    );
  });

  test('an export that is aborted', async () => {
    const error = await errorOf(exportParquet(store, folder, { signal: AbortSignal.abort() }));
    expect(isStoreError(error) && error.reason).toBe('ABORTED');
  });
});

test('an export that is killed continues at the same place, and leaves no partial file', async () => {
  const file = join(home, 'runs.db');
  const large = openSqliteStore(file);
  const runs = Array.from({ length: 30_000 }, (_, n) => runOf(`k${n}`, { start: march + (n % 30) * day + n }));
  await write(large, { runs });
  const script = join(import.meta.dirname, '../support/export-slowly.mjs');
  for (const pages of [1, 4, 9]) {
    const args = ['--conditions=@syncline/source', script, file, folder, String(pages)];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    for await (const line of createInterface(child.stdout)) if (line === 'stopped') child.kill('SIGKILL');
    await ended;
  }
  const left = await exportParquet(large, folder);
  // The first process was killed on its first day. The second one completed 3 days, and the third one 8 more.
  expect(left).toEqual({ written: 19, unchanged: 11, runs: 19_000 });
  expect(await query('SELECT count(DISTINCT key)::INT AS keys, count(*)::INT AS count FROM {}')).toEqual([
    { keys: 30_000, count: 30_000 },
  ]);
  const names = readdirSync(folder, { recursive: true }).filter((name) => !String(name).endsWith('.parquet'));
  expect(names).toHaveLength(30);
  await large.close();
});
