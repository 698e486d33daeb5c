import { describe, expect, test } from 'vitest';
import { usePostgres } from '../support/postgres-fixture.ts';
import { noPostgres } from '../support/postgres-server.ts';
import { recountOf, rollUpsOf } from '../support/run-histories.ts';
import { runOf, write } from '../support/stored.ts';

const postgres = usePostgres();
const at = (text: string): number => Date.parse(`${text}:00Z`);
const everything = { since: at('2025-12-01T00:00'), until: at('2026-06-01T00:00'), jobs: ['Orders', 'Stock'] };

describe.skipIf(noPostgres)('the partitions', () => {
  const partitions = async (table = 'runs') => {
    const rows = await postgres.sql(
      `SELECT c.relname::text AS name FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
       WHERE c.relnamespace = '${postgres.schema}'::regnamespace AND c.relkind = 'r' AND c.relname LIKE '${table}%' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };
  const ended = { outcome: 'succeeded' } as const;

  test('are those of the months in which runs started, and of everything else', async () => {
    const store = await postgres.open({ environment: "O'Brien" });
    expect(await partitions()).toEqual(['runs_1_rest']);
    const starts = ['2026-01-31T23:59', '2026-02-01T00:00', '1985-03-01T00:00', '2150-01-01T00:00'].map(at);
    await write(store, { runs: starts.map((start, n) => runOf(`${n}`, { ...ended, start })) });
    expect(await partitions()).toEqual(['runs_1_2026_01', 'runs_1_2026_02', 'runs_1_rest']);
    expect((await store.readPage({ limit: 99, first: 'oldest' })).runs.map(({ key }) => key)).toEqual([
      '2',
      '0',
      '1',
      '3',
    ]);
    expect(await postgres.sql('SELECT key FROM runs_1_rest ORDER BY key')).toEqual([{ key: '2' }, { key: '3' }]);
    const keys = ['0', '1', '2', '3', 'none'];
    const near = { since: at('2026-02-01T00:00'), until: at('2026-02-02T00:00') };
    expect((await store.readHeads({ keys, near })).map(({ key }) => key).sort()).toEqual(['0', '1', '2', '3']);
  });

  test('hold a run that moves to another month once, with its versions', async () => {
    const store = await postgres.open();
    const run = (version: string, start: number) => runOf('a', { version, start, raw: `{"version":"${version}"}` });
    await write(store, { runs: [run('1', at('2026-01-05T00:00'))] });
    await write(store, { runs: [run('2', at('2026-01-05T00:00'))] });
    await write(store, { runs: [run('3', at('2026-03-05T00:00'))] });
    await write(store, { runs: [run('3', at('2026-03-05T00:00'))] });
    expect(await store.readPage({ limit: 99 })).toMatchObject({
      runs: [{ key: 'a', version: '3', start: at('2026-03-05T00:00') }],
    });
    const versions = await postgres.sql('SELECT version, number FROM run_versions ORDER BY number');
    expect(versions).toEqual(['1', '2', '3'].map((version, n) => ({ version, number: n + 1 })));
    expect(await rollUpsOf(store, everything)).toEqual(await recountOf(store, everything.jobs));
    expect(await store.prune({ before: at('2026-02-10T00:00') })).toBe(0);
    expect(await postgres.sql('SELECT count(*)::int AS versions FROM run_versions')).toEqual([{ versions: 3 }]);
  });

  test('of whole months are dropped by prune, but for running runs and their versions', async () => {
    const store = await postgres.open();
    const runs = [
      '2026-01-30T10:00',
      '2026-01-31T23:00',
      '2026-01-31T23:30',
      '2026-02-01T00:10',
      '2026-03-01T00:00',
      '2026-03-02T00:00',
    ];
    await write(store, {
      runs: [
        ...runs.map((start, n) => runOf(`${n}`, { ...ended, start: at(start), end: at(start) + 1_000, rows: n })),
        runOf('running', { start: at('2026-01-31T23:40'), job: 'Stock' }),
        runOf('failed', { start: at('2026-01-31T23:10'), outcome: 'failed' }),
        runOf('last', { start: at('2026-01-02T23:10'), outcome: 'failed', job: 'Stock' }),
      ],
    });
    await write(store, { runs: [runOf('running', { start: at('2026-01-31T23:40'), job: 'Stock', version: '2' })] });
    const [before] = await store.readJobs({ jobs: ['Orders'] });
    expect(before?.streak).toMatchObject({ runs: 4, first: { key: '2' } });
    expect(await store.prune({ before: at('2026-03-01T12:00') })).toBe(7);
    expect(await partitions()).toEqual(['runs_1_2026_01', 'runs_1_2026_03', 'runs_1_rest']);
    expect(await partitions('past_versions')).toEqual([
      'past_versions_1_2026_01',
      'past_versions_1_2026_03',
      'past_versions_1_rest',
    ]);
    expect((await store.readPage({ limit: 99, first: 'oldest' })).runs.map(({ key }) => key)).toEqual(['running', '5']);
    expect(await postgres.sql('SELECT key FROM past_versions')).toEqual([{ key: 'running' }]);
    const rollUps = await rollUpsOf(store, everything);
    expect(rollUps).toEqual(await recountOf(store, everything.jobs));
    expect(rollUps.jobs).toMatchObject([
      { streak: { runs: 1, first: { key: '5' } } },
      { running: 1, streak: undefined },
    ]);
    expect(await store.prune({ before: at('2026-03-01T12:00') })).toBe(0);
    await write(store, { runs: [runOf('again', { ...ended, start: at('2026-02-05T00:00') })] });
    expect(await rollUpsOf(store, everything)).toEqual(await recountOf(store, everything.jobs));
  });

  test('are dropped without a search among the runs: only one environment changes', async () => {
    const [left, right] = [await postgres.open({ environment: 'left' }), await postgres.open({ environment: 'right' })];
    for (const store of [left, right])
      await write(store, { runs: [runOf('a', { ...ended, start: at('2026-01-05T00:00') })] });
    expect(await left.prune({ before: at('2026-02-01T00:00') })).toBe(1);
    expect(await partitions()).toEqual(['runs_1_rest', 'runs_2_2026_01', 'runs_2_rest']);
    expect((await right.readPage({ limit: 99 })).runs).toHaveLength(1);
    expect(await left.readJobs({ limit: 9 })).toEqual([]);
  });

  test('let a key and a start lead to one partition', async () => {
    const store = await postgres.open();
    const starts = ['2026-01-05T00:00', '2026-02-05T00:00', '2026-03-05T00:00'].map(at);
    await write(store, { runs: starts.map((start, n) => runOf(`${n}`, { ...ended, start })) });
    const plan = await postgres.sql(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT r.* FROM json_to_recordset('[{"key":"1","start":${starts[1]}}]') AS w (key text, start float8)
       CROSS JOIN LATERAL (SELECT key FROM runs WHERE environment = 'default' AND key = w.key AND start = to_timestamp(w.start / 1000) OFFSET 0) AS r`,
    );
    const text = plan.map((row) => Object.values(row)[0]).join('\n');
    expect(text.match(/on runs_1_\d+_\d+ .*\(actual/g)).toHaveLength(1);
    expect(text.match(/never executed/g)?.length).toBeGreaterThan(1);
  });
});
