import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { streamRuns } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { recordBytes, seedStore } from '../src/scale/seed-store.ts';

/** The rows of the tables that runs fill, without the numbers of changes. */
function tablesOf(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const read = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  const tables = {
    ...Object.fromEntries(
      ['past_versions', 'stored_runs', 'job_names', 'jobs', 'hours', 'hour_totals'].map((table) => [
        table,
        read(`SELECT * FROM ${table} ORDER BY 1, 2`),
      ]),
    ),
    runs: read('SELECT * FROM runs ORDER BY key'),
    days: read('SELECT day FROM days'),
    schema: read('SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2'),
  };
  database.close();
  return tables;
}

test('a store that is seeded in bulk has the tables of one that was written run by run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-scale-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [seeded, written] = [join(folder, 'seeded.db'), join(folder, 'written.db')];
  await seedStore(seeded, { runs: 700, jobs: 100, now: Date.parse('2026-11-29T12:00:00Z') });
  const from = openSqliteStore(seeded, { environment: 'bench' });
  const to = openSqliteStore(written, { environment: 'bench' });
  for await (const runs of streamRuns(from, { first: 'oldest', limit: 500 })) {
    // The seeded runs were seen once, when they were first seen.
    for (const run of runs) {
      const turn = await to.begin();
      await to.write({ fence: turn?.fence ?? '', state: '{}', runs: [run], events: [], at: run.firstSeen });
    }
  }
  await from.close();
  await to.close();
  const tables = tablesOf(seeded);
  expect(tables.runs).toHaveLength(700);
  expect(new Set(tables.runs.map((row) => row['outcome']))).toEqual(new Set(['succeeded', 'failed', 'running']));
  expect(tables.runs.every((row) => String(row['raw']).length === recordBytes)).toBe(true);
  expect(tables).toEqual(tablesOf(written));
});
