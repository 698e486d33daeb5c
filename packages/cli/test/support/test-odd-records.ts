import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTracker, describeReadings, historySource } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { fastClock } from '@syncline/testing';
import { expect, onTestFinished, test } from 'vitest';
import { parseReport } from '../../../ops/src/report/earlier-report.ts';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { futureSuccess, type OddRecord, oddSandbox } from '../../../ops/test/support/odd-records.ts';
import { readWithDuckDB } from './duckdb.ts';
import { diagnose, exportRuns, freshness, history, report, status, wait, watch } from './commands.ts';

const since = '30d';
const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
const isNone = (value: unknown): boolean => value === null || value === undefined || value === '';
/** A time as commands print it, with or without milliseconds. */
const time = (text: unknown): string | null => (isNone(text) ? null : new Date(String(text)).toISOString());

type Row = Readonly<Record<string, unknown>>;

/** What a command must find of the run: the same facts everywhere. */
const expected = ({ run: { outcome, start, end, rows } }: OddRecord) => ({
  outcome,
  start: iso(start),
  end: iso(end),
  rows: rows ?? null,
});
/** The facts of the runs that an export must have. One in the future is outside its period. */
const exported = (odd: OddRecord) => (odd.rule === 'future-start' ? [] : [expected(odd)]);
const factsOf = ({ outcome, start, end, rows }: Row) => ({
  outcome,
  start: time(start),
  end: time(end),
  rows: isNone(rows) ? null : Number(rows),
});

/** Each command that reads runs, with what it must say about a run by a rule of reading. */
const consumers: Readonly<Record<string, (odd: OddRecord) => Promise<void>>> = {
  history: async (odd) => {
    const { context, json, notes } = await setUp({
      sandbox: oddSandbox(odd),
      format: 'json',
      fields: 'key,outcome,start,end,rows',
    });
    expect(await history({ since }, context)).toBe(0);
    expect((json() as readonly Row[]).filter(({ key }) => key === 'odd').map(factsOf)).toEqual([expected(odd)]);
    expect(notes).toContain(odd.note);
  },
  status: async (odd) => {
    const { context, json, notes } = await setUp({
      sandbox: oddSandbox(odd),
      format: 'json',
      fields: 'job,key,outcome,start,duration_ms,rows',
    });
    expect(await status({ since }, context)).toBe(0);
    const { outcome, start, end, rows } = odd.run;
    const duration = end === undefined ? null : end - start;
    expect(json()).toMatchObject([{ job: 'Orders', key: 'odd', outcome, duration_ms: duration, rows: rows ?? null }]);
    expect(notes).toContain(odd.note);
  },
  watch: async (odd) => {
    const stop = new AbortController();
    const set = await setUp({ sandbox: oddSandbox(odd), format: 'ndjson', fields: 'key,outcome', signal: stop.signal });
    const lines: string[] = [];
    const write = (line: string): void => {
      lines.push(line);
      if (line.includes('"odd"')) stop.abort();
    };
    await watch({ since }, { ...set.context, output: { ...set.context.output, write } }, undefined);
    expect(lines.map((line) => JSON.parse(line) as Row)).toContainEqual(
      expect.objectContaining({ key: 'odd', outcome: odd.run.outcome }),
    );
    expect(set.notes).toContain(odd.note);
  },
  wait: async (odd) => {
    const status = odd.run.outcome === 'failed' ? 1 : 3;
    const { context, json, notes } = await setUp({ sandbox: oddSandbox(odd), format: 'json', clock: fastClock() });
    expect(await wait({ job: 'Orders', run: 'odd', timeout: '1h' }, context)).toBe(status);
    expect((json() as readonly Row[]).map(({ key, ...facts }) => ({ key, ...factsOf(facts) }))).toEqual([
      { key: 'odd', ...expected(odd) },
    ]);
    // The service answers with this run only.
    const note = odd.rule === 'repeated-key' ? `${describeReadings({ 'repeated-key': 1 })[0]}.` : odd.note;
    expect(notes[0]).toBe(`${note} The run may be among them.`);
    // The same run is the next one after the two before it, unless it starts at a time that has not come.
    const next = await setUp({ sandbox: oddSandbox(odd), format: 'json', clock: fastClock() });
    const waiting = wait({ job: 'Orders', after: '2026-03-02T07:30:00Z', timeout: '1m' }, next.context);
    if (odd.rule === 'future-start') return expect(waiting).rejects.toMatchObject({ code: 'WAIT_TIMEOUT' });
    expect(await waiting).toBe(status);
    expect((next.json() as readonly Row[]).map(factsOf)).toEqual([expected(odd)]);
  },
  freshness: async (odd) => {
    const cron = { timeZone: 'UTC', sunday: 0, seconds: false } as const;
    const environment = { freshness: [{ jobs: '*', errorAfter: '6h', cron, skipWhileRunning: true }] };
    const jobs = [{ JobName: 'Orders', JobId: 'j1', Scheduled: 'true', ScheduledCron: '0 6-9 * * *' }];
    const workspaces = [{ id: 'w', name: 'Sales', jobs: [{ id: 'j1', name: 'Orders' }], connections: [] }];
    const sandbox = oddSandbox(odd);
    const data = { ...sandbox.data, jobs, workspaces } as typeof sandbox.data;
    const { context, json } = await setUp({ sandbox: { ...sandbox, data }, environment, format: 'json' });
    expect(await freshness({}, context)).toBe(1);
    // A run that ended at a time that cannot be is not running, so it skips no tick. One in the future serves none.
    const missed = odd.rule === 'future-start' ? ['08', '09'] : ['09'];
    const times = missed.map((hour) => `2026-03-02T${hour}:00:00Z`);
    expect(json()).toMatchObject([{ job: 'Orders', result: 'error', missed: times, skipped: [] }]);
  },
  diagnose: async (odd) => {
    const { context, json, notes } = await setUp({ sandbox: oddSandbox(odd), format: 'json' });
    await diagnose({ run: 'odd', since }, context);
    expect(json()).toMatchObject([
      { key: 'odd', job: 'Orders', outcome: odd.run.outcome, last_good: { key: 'earlier 1' } },
    ]);
    expect(notes).toContain(odd.note);
  },
  report: async (odd) => {
    const { context, notes } = await setUp({ sandbox: oddSandbox(odd) });
    const out = join(folderWith({}), 'report.html');
    const { outcome, start, end, rows } = odd.run;
    expect(await report({ out, since, definitions: false }, context)).toBe(outcome === 'failed' ? 1 : 3);
    const page = readFileSync(out, 'utf8');
    const result = outcome === 'failed' ? 'error' : 'unknown';
    expect(parseReport(page)?.jobs).toEqual([{ name: 'Orders', result }]);
    const [line = ''] = [...page.matchAll(/<tr>.*?<\/tr>/gs)]
      .map(([text]) => text)
      .filter((text) => />odd</.test(text));
    const cells = [...line.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, ''));
    expect(cells.slice(0, 4)).toEqual([
      outcome,
      new Date(start).toLocaleString('en-GB', {
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        timeZone: 'UTC',
      }),
      end === undefined ? '' : '1m',
      String(rows ?? ''),
    ]);
    expect(page).not.toMatch(/NaN|Infinity|Invalid|-\d+ ?ms|0001-01|1900-01|9999-12/);
    expect(notes).toContain(odd.note);
  },
  'export as CSV': async (odd) => {
    const { context } = await setUp({ sandbox: oddSandbox(odd) });
    const out = join(folderWith({}), 'runs.csv');
    expect(await exportRuns({ out, since, fields: 'key,outcome,start,end,rows' } as never, context)).toBe(0);
    const [header = '', ...lines] = readFileSync(out, 'utf8').trimEnd().split(/\r?\n/);
    const rows = lines.map((line) => {
      const values = line.split(',');
      return Object.fromEntries(header.split(',').map((name, index) => [name, values[index]])) as Row;
    });
    expect(rows.filter(({ key }) => key === 'odd').map(factsOf)).toEqual(exported(odd));
  },
  'export as NDJSON': async (odd) => {
    const { context } = await setUp({ sandbox: oddSandbox(odd) });
    const out = join(folderWith({}), 'runs.ndjson');
    expect(await exportRuns({ out, since, fields: 'key,outcome,start,end,rows' } as never, context)).toBe(0);
    const rows = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    expect(rows.filter(({ key }) => key === 'odd').map(factsOf)).toEqual(exported(odd));
  },
};

/** The same for a folder of Parquet files, which DuckDB writes and reads. */
async function exportAsParquet(odd: OddRecord): Promise<void> {
  const { context } = await setUp({ sandbox: oddSandbox(odd) });
  const out = join(folderWith({}), 'runs');
  expect(await exportRuns({ out, output: 'parquet', since }, context)).toBe(0);
  expect(readdirSync(out)).toContain('day=2026-03-02');
  const sql = `SELECT outcome, epoch_ms(start)::DOUBLE AS start, epoch_ms("end")::DOUBLE AS "end", rows::DOUBLE AS rows FROM read_parquet('${out}/*/*.parquet') WHERE key = 'odd'`;
  const rows = await readWithDuckDB(sql);
  expect(rows.map(factsOfNumbers)).toEqual(exported(odd));
}

function factsOfNumbers({ outcome, start, end, rows }: Row) {
  const at = (value: unknown): string | null => (isNone(value) ? null : new Date(Number(value)).toISOString());
  return { outcome, start: at(start), end: at(end), rows: isNone(rows) ? null : Number(rows) };
}

/** Tests what each command does with records by the rules of reading. */
export function testOddRecords(records: readonly OddRecord[], { parquet }: { readonly parquet: boolean }): void {
  const all = parquet ? { ...consumers, 'export as Parquet': exportAsParquet } : consumers;
  const cells = Object.entries(all).flatMap(([name, look]) =>
    records.map((odd) => ({ name, look, odd, rule: odd.name })),
  );
  test.each(cells)('$name has the right values by the rule $rule', ({ look, odd }) => look(odd));
}

/** Tests that no command shows a success in the future in the place of a failure. */
export function testFutureSuccess(): void {
  test('a success in the future hides no failure from status and watch', async () => {
    const { context, json } = await setUp({
      sandbox: oddSandbox(futureSuccess),
      format: 'json',
      fields: 'key,outcome',
    });
    expect(await status({ since }, context)).toBe(0);
    expect(json()).toEqual([{ key: 'real', outcome: 'failed' }]);
    const stop = new AbortController();
    const set = await setUp({ sandbox: oddSandbox(futureSuccess), format: 'ndjson', signal: stop.signal });
    const lines: Row[] = [];
    const write = (line: string): void => {
      lines.push(JSON.parse(line) as Row);
      stop.abort();
    };
    await watch({ since }, { ...set.context, output: { ...set.context.output, write } }, undefined);
    expect(lines).toMatchObject([{ key: 'real', outcome: 'failed' }]);
  });

  test('a success in the future hides no failure from a report, and none that is read from a store', async () => {
    const { context } = await setUp({ sandbox: oddSandbox(futureSuccess) });
    const file = join(folderWith({}), 'runs.db');
    const store = openSqliteStore(file, { environment: 'production' });
    onTestFinished(() => store.close());
    await createTracker({
      source: historySource(context.environment.odata!, context.environment.history!),
      classify: context.environment.classify!,
      store,
      since: '2026-03-01T00:00:00Z',
      clock: context.clock,
    }).tick();
    const stored = { ...context, environment: { ...context.environment, store: { sqlite: file } } };
    for (const [from, facts] of [['service', context] as const, ['store', stored] as const]) {
      const out = join(folderWith({}), 'report.html');
      expect(await report({ out, since, from, definitions: false }, facts)).toBe(1);
      expect(parseReport(readFileSync(out, 'utf8'))?.jobs, from).toEqual([{ name: 'Orders', result: 'error' }]);
    }
    const set = await setUp({ environment: { store: { sqlite: file } }, format: 'json', fields: 'key,outcome' });
    expect(await status({ since, from: 'store' }, set.context)).toBe(0);
    expect(set.json()).toEqual([{ key: 'real', outcome: 'failed' }]);
  });
}
