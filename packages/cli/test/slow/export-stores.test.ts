import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type SourceRun, toStoredRun } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { describe, expect, test } from 'vitest';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { readWithDuckDB } from '../support/duckdb.ts';
import { failAtEachPage, historyKeys, keysOf } from '../support/exports.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { type ExportOptions, exportRuns } from '../support/commands.ts';

describe('Parquet, from the service', () => {
  test('Parquet has a file for each whole day, and is written again without loss', async () => {
    const { context, text } = await setUp();
    const out = join(folderWith({}), 'runs');
    const options: ExportOptions = { out, output: 'parquet', since: '60h' };
    expect(await exportRuns(options, context)).toBe(0);
    expect(readdirSync(out)).toEqual(['day=2026-02-28', 'day=2026-03-01', 'day=2026-03-02']);
    const read = () => readWithDuckDB(`SELECT key FROM read_parquet('${out}/*/*.parquet') ORDER BY start, key`);
    const expected = await historyKeys(context, '2026-02-28T00:00:00Z');
    const keys = (await read()).map(({ key }) => key);
    expect([...keys].sort()).toEqual([...expected].sort());
    expect(text()).toContain(`Wrote ${keys.length} runs from 2026-02-28T00:00:00Z until 2026-03-02T12:00:00Z`);
    expect(await exportRuns(options, context)).toBe(0);
    expect((await read()).map(({ key }) => key)).toEqual(keys);
  });
  test('whole numbers keep every digit', async () => {
    const history = [
      { historyid: 'a', jobname: 'b', runstartdate: '2026-03-02T10:00:00Z', recordsaffected: 9007199254740993n },
    ];
    const { context } = await setUp({ sandbox: { data: { history } } });
    const out = join(folderWith({}), 'runs.parquet');
    expect(await exportRuns({ out }, context)).toBe(0);
    const [row] = await readWithDuckDB(`SELECT raw FROM read_parquet('${out}/*/*.parquet')`);
    expect(row?.['raw']).toContain('9007199254740993');
  });
  test.each(['runs.csv', 'runs.parquet'])('%s continues after each page at which it failed', async (name) => {
    // If the page limit is known, each page takes one request.
    const { context, sandbox } = await setUp({ environment: { pageCap: 100_000 } });
    const out = join(folderWith({}), name);
    expect(await failAtEachPage({ out, since: '40d' }, context, sandbox, () => undefined)).toBeGreaterThan(4);
    const table = name === 'runs.parquet' ? `read_parquet('${out}/*/*.parquet')` : `'${out}'`;
    const counts = 'count(*) AS rows, count(DISTINCT key) AS keys';
    const [{ rows, keys } = {}] = await readWithDuckDB(`SELECT ${counts} FROM ${table}`);
    expect(rows).toBe(keys);
    const since = name === 'runs.parquet' ? '2026-01-21T00:00:00Z' : '40d';
    expect(Number(rows)).toBe((await historyKeys(context, since)).length);
  });
  test('an unfinished export of another query is refused, and starts again with --restart', async () => {
    const { context, sandbox } = await setUp();
    const out = join(folderWith({}), 'runs');
    sandbox.faults.add({ operation: 'listHistory', after: 2, times: 1, status: 503 });
    await expect(exportRuns({ out, output: 'parquet' }, context)).rejects.toThrow('503');
    await expect(exportRuns({ out, output: 'parquet', since: '9d' }, context)).rejects.toThrow(
      'unfinished export of another query, with --since the default instead of "9d"',
    );
    expect(await exportRuns({ out, output: 'parquet', since: '9d', restart: true }, context)).toBe(0);
  });
});

describe('from the store', () => {
  const dayLength = 86_400_000;
  async function storeOf(count: number) {
    const sqlite = join(folderWith({}), 'runs.db');
    const store = openSqliteStore(sqlite, { environment: 'production' });
    const runs = Array.from({ length: count }, (_, index) => {
      const start = now - 3 * dayLength + Math.floor((index * 3 * dayLength) / count);
      const key = `r${String(index).padStart(6, '0')}`;
      const job = index % 2 === 0 ? 'Orders' : 'Invoices';
      const run: SourceRun = {
        key,
        job,
        start,
        end: start + 1_000,
        rows: index,
        status: 'SUCCESS',
        error: '',
        record: { historyid: key, jobname: job, error: index === 3 ? 'broken' : '', recordsaffected: index },
      };
      return toStoredRun(run, 'succeeded', now);
    });
    await store.write({ fence: '0', state: 's', runs, events: [], at: now });
    await store.close();
    return { sqlite, keys: runs.map(({ key }) => key) };
  }

  test('everything is exported in each format, and a second Parquet export writes nothing', async () => {
    const { sqlite, keys } = await storeOf(12_000);
    const { context, text, sandbox } = await setUp({ environment: { store: { sqlite }, odata: undefined } });
    const folder = folderWith({});
    for (const name of ['runs.ndjson', 'runs.csv']) {
      const out = join(folder, name);
      expect(await exportRuns({ out, from: 'store' }, context)).toBe(0);
      const rows = await readWithDuckDB(`SELECT key, error FROM '${out}'`);
      expect(rows.map(({ key }) => key)).toEqual(keys);
      expect(rows[3]?.['error']).toBe('broken');
    }
    const out = join(folder, 'parquet');
    expect(await exportRuns({ out, from: 'store', output: 'parquet' }, context)).toBe(0);
    expect(await exportRuns({ out, from: 'store', output: 'parquet' }, context)).toBe(0);
    expect(text().split('\n').slice(2)).toEqual([
      `Wrote 12,000 runs to ${out}: 4 days written, 0 unchanged.`,
      `Wrote 0 runs to ${out}: 0 days written, 4 unchanged.`,
    ]);
    expect(sandbox.requests).toHaveLength(0);
  });
  test('a period and a job are selected', async () => {
    const { sqlite } = await storeOf(3_000);
    const { context } = await setUp({ environment: { store: { sqlite } } });
    const folder = folderWith({});
    const options = { from: 'store', job: 'Ord*', since: '50h', until: '26h' } as const;
    expect(await exportRuns({ ...options, out: join(folder, 'runs.ndjson') }, context)).toBe(0);
    expect(keysOf(join(folder, 'runs.ndjson'))).toHaveLength(500);
    expect(await exportRuns({ ...options, out: join(folder, 'p'), output: 'parquet' }, context)).toBe(0);
    expect(readdirSync(join(folder, 'p'))).toEqual(['day=2026-02-28', 'day=2026-03-01']);
    const rows = await readWithDuckDB(`SELECT DISTINCT job FROM read_parquet('${folder}/p/*/*.parquet')`);
    expect(rows).toEqual([{ job: 'Orders' }]);
  });
  test('a store that is not configured or does not exist is refused, and not created', async () => {
    const out = join(folderWith({}), 'runs.csv');
    const { context } = await setUp();
    await expect(exportRuns({ out, from: 'store' }, context)).rejects.toThrow('store must be set in the configuration');
    const sqlite = join(folderWith({}), 'none.db');
    const other = await setUp({ environment: { store: { sqlite } } });
    await expect(exportRuns({ out, from: 'store' }, other.context)).rejects.toThrow('`syncline monitor` creates it');
    expect(existsSync(sqlite)).toBe(false);
  });
});
