import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareSamples, type Sample } from '../harness/rounds.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';
import * as parquet from '../runs/parquet.ts';
import * as postgres from '../runs/postgres.ts';
import { changeRuns, createRuns } from '../runs/runs.ts';
import * as sqlite from '../runs/sqlite.ts';
import { startPostgres } from '../servers/postgres-server.ts';

type Open = (attempt: number) => Promise<sqlite.Writer> | sqlite.Writer;
const countOf = ({ quick }: Settings): number => (quick ? 5_000 : 50_000);

/** New rows, the same rows again, and the rows with another version. Each has its own rate. */
async function writes(
  title: string,
  about: string,
  names: readonly [baseline: string, store: string],
  open: readonly [Open, Open],
  settings: Settings,
): Promise<Table> {
  const runs = createRuns(countOf(settings));
  const changed = changeRuns(runs);
  let attempt = 0;
  const sample = async (opened: Open): Promise<Sample> => {
    const writer = await opened((attempt += 1));
    const rateOf = async (list: typeof runs): Promise<number> => {
      const began = performance.now();
      await writer.write(list);
      return (list.length / (performance.now() - began)) * 1_000;
    };
    const before = process.cpuUsage();
    const rate = await rateOf(runs);
    const { user, system } = process.cpuUsage(before);
    const same = await rateOf(runs);
    const update = await rateOf(changed);
    await writer.close();
    return { rate, cpu: (user + system) / runs.length, same, update };
  };
  const [baseline, store] = names;
  return compareSamples(
    {
      title,
      about,
      unit: 'new rows/s',
      baseline,
      contenders: [
        { name: baseline, sample: () => sample(open[0]) },
        { name: store, sample: () => sample(open[1]) },
      ],
      extras: [
        { key: 'cpu', label: 'CPU per new row', unit: 'µs' },
        { key: 'same', label: 'unchanged rows/s' },
        { key: 'update', label: 'changed rows/s' },
      ],
      goals: (ratio, value) => [
        goal(`${store}: new rows ≥ 0.9 of ${baseline}`, ratio(store), 0.9),
        goal(`${store}: unchanged rows ≥ 0.9`, value(store, 'same') / value(baseline, 'same'), 0.9),
        goal(`${store}: changed rows ≥ 0.9`, value(store, 'update') / value(baseline, 'update'), 0.9),
      ],
    },
    settings,
  );
}

async function parquetFiles(folder: string, settings: Settings): Promise<Table> {
  const file = join(folder, 'export.db');
  const runs = createRuns(2 * countOf(settings));
  const writer = sqlite.openStore(file);
  await writer.write(runs);
  await writer.close();
  const timed = async (work: (file: string, folder: string) => Promise<void>): Promise<Sample> => {
    const target = join(folder, 'parquet');
    rmSync(target, { recursive: true, force: true });
    const began = performance.now();
    await work(file, target);
    return { rate: (runs.length / (performance.now() - began)) * 1_000 };
  };
  return compareSamples(
    {
      title: 'Export runs of ten days as Parquet',
      about: 'From a SQLite file, one file for each day. The store also writes each file to the disk and renames it.',
      unit: 'rows/s',
      baseline: 'node:sqlite and DuckDB by hand',
      contenders: [
        { name: 'node:sqlite and DuckDB by hand', sample: () => timed(parquet.exportByHand) },
        { name: 'exportParquet', sample: () => timed(parquet.exportStore) },
      ],
      goals: (ratio) => [goal('exportParquet: rows ≥ 0.9 of DuckDB by hand', ratio('exportParquet'), 0.9)],
    },
    settings,
  );
}

export default {
  title: 'Stores of runs',
  peers: false,
  async *run(settings) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    try {
      yield await writes(
        'SQLite: write runs, their versions and the tables of jobs and hours, 1,000 in a transaction',
        'Both write the same rows into the same tables with prepared statements, and change the counts of the hours by the difference. By hand, runs must arrive in order.',
        ['node:sqlite by hand', 'openSqliteStore'],
        [
          (attempt) => sqlite.openByHand(join(folder, `${attempt}.db`)),
          (attempt) => sqlite.openStore(join(folder, `${attempt}.db`)),
        ],
        settings,
      );
      using server = startPostgres();
      if (server === undefined)
        console.log('PostgreSQL is not measured, because it is not installed (Debian: apt-get install postgresql).\n');
      else {
        yield await writes(
          'PostgreSQL: write runs, their versions and the tables of jobs and hours, 1,000 in a transaction',
          'By hand, runs must arrive in order: one prepared statement of pg for a change, with a list for each column, which also changes the counts of the hours by the difference. The server does not wait for the disk.',
          ['pg by hand', 'openPostgresStore'],
          [
            (attempt) => postgres.openByHand(server, `bench_${attempt}`),
            (attempt) => postgres.openStore(server, `bench_${attempt}`),
          ],
          settings,
        );
      }
      yield await parquetFiles(folder, settings);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Suite;
