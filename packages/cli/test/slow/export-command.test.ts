import { appendFileSync, existsSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readWithDuckDB } from '../support/duckdb.ts';
import { failAtEachPage, historyKeys, keysOf } from '../support/exports.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { exportRuns } from '../support/commands.ts';

const hostile = {
  history: [
    {
      historyid: '=1+2',
      jobname: 'a,"b"\r\nc',
      status: 'SUCCESS',
      runstartdate: '2026-03-02T10:00:00Z',
      recordsaffected: 9007199254740993n,
      error: "boom\n=cmd|' /C calc'!A0",
    },
    {
      historyid: '-4',
      jobname: '@SUM(A1)',
      status: 'FAILED',
      runstartdate: '2026-03-02T11:00:00Z',
      recordsaffected: 7n,
      error: "+cmd|'/c calc'!A1",
    },
  ],
};

describe('the runs of a period, from the service', () => {
  test('NDJSON contains each run once, oldest first, with its record', async () => {
    const { context, text } = await setUp();
    const out = join(folderWith({}), 'runs.ndjson');
    expect(await exportRuns({ out, since: '40d' }, context)).toBe(0);
    const expected = await historyKeys(context, '40d');
    expect(expected.length).toBeGreaterThan(300);
    expect(keysOf(out)).toEqual(expected);
    expect(text()).toBe(
      `Wrote ${expected.length} runs from 2026-01-21T12:00:00Z until 2026-03-02T12:00:00Z to ${out}.`,
    );
    const [first] = await readWithDuckDB(`SELECT * FROM read_json('${out}') LIMIT 1`);
    expect(Object.keys(first ?? {})).toEqual('key,job,outcome,status,start,end,duration_ms,rows,error,raw'.split(','));
    expect(existsSync(`${out}.part`) || existsSync(`${out}.part.json`)).toBe(false);
  });
  test('CSV follows RFC 4180, and formulas are escaped', async () => {
    const { context } = await setUp({ sandbox: { data: hostile } });
    const out = join(folderWith({}), 'runs.csv');
    expect(await exportRuns({ out }, context)).toBe(0);
    expect(readFileSync(out, 'utf8').split('\r\n')[0]).toBe('key,job,outcome,status,start,end,duration_ms,rows,error');
    const rows = await readWithDuckDB(`SELECT key, job, "rows", error FROM read_csv('${out}', all_varchar = true)`);
    expect(rows).toEqual([
      { key: "'=1+2", job: 'a,"b"\r\nc', rows: '9007199254740993', error: "boom\n'=cmd|' /C calc'!A0" },
      { key: "'-4", job: "'@SUM(A1)", rows: '7', error: "'+cmd|'/c calc'!A1" },
    ]);
    expect(await exportRuns({ out, formulas: 'keep' }, context)).toBe(0);
    const kept = await readWithDuckDB(`SELECT key, error FROM read_csv('${out}', all_varchar = true)`);
    expect(kept).toEqual([
      { key: '=1+2', error: "boom\n=cmd|' /C calc'!A0" },
      { key: '-4', error: "+cmd|'/c calc'!A1" },
    ]);
  });
  test('whole numbers keep every digit in each format', async () => {
    const { context } = await setUp({ sandbox: { data: hostile } });
    const folder = folderWith({});
    expect(await exportRuns({ out: join(folder, 'runs.ndjson') }, context)).toBe(0);
    const [line = ''] = readFileSync(join(folder, 'runs.ndjson'), 'utf8').split('\n');
    expect(line).toContain('"rows":"9007199254740993"');
    expect(line).toContain('"recordsaffected":9007199254740993');
  });
  test('fields are selected and ordered, jobs are selected by a pattern, and the format by an option', async () => {
    const { context } = await setUp({ fields: 'outcome,key' });
    const out = join(folderWith({}), 'runs.txt');
    expect(await exportRuns({ out, output: 'ndjson', job: 'Flaw: *' }, context)).toBe(0);
    const [line = ''] = readFileSync(out, 'utf8').split('\n');
    expect(line).toMatch(/^\{"outcome":"[a-z]+","key":"[^"]+"\}$/);
    expect(keysOf(out)).toEqual(await historyKeys(context, '30d', 'Flaw: *'));
  });
  test('the job status is read job by job if there is no history', async () => {
    const { context } = await setUp({ environment: { odata: undefined } });
    const out = join(folderWith({}), 'runs.ndjson');
    expect(await exportRuns({ out, since: '2026-02-01T00:00:00Z' }, context)).toBe(0);
    const keys = keysOf(out);
    expect(keys.length).toBeGreaterThan(20);
    expect(new Set(keys).size).toBe(keys.length);
  });
  test.each([
    ['it is configured', 100],
    ['nothing says that', undefined],
  ])('a service that returns at most 100 records is read whole where %s', async (_, pageCap) => {
    const whole = await setUp();
    const { context } = await setUp({ sandbox: { behavior: { pageCap: 100 } }, environment: { pageCap } });
    const out = join(folderWith({}), 'runs.ndjson');
    expect(await exportRuns({ out, since: '40d' }, context)).toBe(0);
    const keys = keysOf(out);
    expect(new Set(keys).size).toBe(keys.length);
    expect([...keys].sort()).toEqual((await historyKeys(whole.context, '40d')).sort());
  });
  test('a service that returns fewer records than one instant has is refused', async () => {
    const runstartdate = '2026-03-02T09:00:00Z';
    const run = (index: number) => ({ historyid: `h${index}`, jobname: 'a', status: 'SUCCESS', runstartdate });
    const { context } = await setUp({
      sandbox: { data: { history: [0, 1, 2, 3].map(run) }, behavior: { pageCap: 2 } },
      environment: { pageCap: 2 },
    });
    const out = join(folderWith({}), 'runs.csv');
    await expect(exportRuns({ out }, context)).rejects.toThrow('returned 2 records for the time from 2026-03-02T09:00');
    expect(existsSync(out)).toBe(false);
  });
  test('records that are not runs are counted, and the exit status is 3', async () => {
    const { context, notes } = await setUp({
      sandbox: { data: { history: [...hostile.history, { historyid: 'x', runstartdate: '2026-03-02T09:00:00Z' }] } },
    });
    const out = join(folderWith({}), 'runs.csv');
    expect(await exportRuns({ out }, context)).toBe(3);
    expect(notes).toEqual([expect.stringMatching(/^1 history record could not be read as runs/)]);
  });
  test('the summary is JSON if requested', async () => {
    const { context, json } = await setUp({ format: 'json', sandbox: { data: hostile } });
    const out = join(folderWith({}), 'runs.csv');
    await exportRuns({ out }, context);
    expect(json()).toMatchObject([{ out, format: 'csv', runs: 2, since: '2026-01-31T12:00:00Z' }]);
  });
});

describe('an export that did not end', () => {
  test('continues after each page at which it failed, and the result is the same', async () => {
    // If the page limit is known, each page takes one request.
    const { context, sandbox, notes } = await setUp({ environment: { pageCap: 100_000 } });
    const folder = folderWith({});
    const [out, whole] = [join(folder, 'runs.ndjson'), join(folder, 'whole.ndjson')];
    expect(await exportRuns({ out: whole, since: '40d' }, context)).toBe(0);
    const attempts = await failAtEachPage({ out, since: '40d' }, context, sandbox, () => {
      // Simulates a process that was killed after it wrote the page and before it wrote the state.
      appendFileSync(`${out}.part`, '{"key":"torn');
      expect(existsSync(out)).toBe(false);
    });
    expect(attempts).toBeGreaterThan(4);
    expect(notes.at(-1)).toMatch(/^Continuing the export that began now, after \d+ runs\.$/);
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  });
  test('one that was killed at the last step is completed without the service', async () => {
    const { context, sandbox } = await setUp();
    const out = join(folderWith({}), 'runs.ndjson');
    sandbox.faults.add({ operation: 'listHistory', after: 3, times: 1, status: 503 });
    await expect(exportRuns({ out, since: '40d' }, context)).rejects.toThrow('503');
    const state = JSON.parse(readFileSync(`${out}.part.json`, 'utf8')) as object;
    writeFileSync(`${out}.part.json`, JSON.stringify({ ...state, isComplete: true }));
    const before = sandbox.requests.length;
    // The file already has its final name, but the state has not been removed.
    renameSync(`${out}.part`, out);
    expect(await exportRuns({ out, since: '40d' }, context)).toBe(0);
    expect(sandbox.requests.length).toBe(before);
    expect(existsSync(`${out}.part.json`)).toBe(false);
  });
  test('an interruption gives 130, and says how to continue', async () => {
    const interruption = new AbortController();
    const { context, notes } = await setUp({ signal: interruption.signal });
    const out = join(folderWith({}), 'runs.csv');
    interruption.abort();
    expect(await exportRuns({ out, since: '40d' }, context)).toBe(130);
    expect(notes.at(-1)).toBe('Interrupted. Run the same command again to continue.');
  });

  describe('is refused', () => {
    async function unfinished() {
      const setting = await setUp();
      const out = join(folderWith({}), 'runs.csv');
      setting.sandbox.faults.add({ operation: 'listHistory', after: 2, times: 1, status: 503 });
      await expect(exportRuns({ out, since: '40d' }, setting.context)).rejects.toThrow('503');
      return { ...setting, out, sent: setting.sandbox.requests.length };
    }
    test('with another query, and starts again with --restart', async () => {
      const { context, out, sandbox, sent } = await unfinished();
      await expect(exportRuns({ out, since: '7d', job: 'Orders' }, context)).rejects.toThrow(
        /--out .*runs\.csv has an unfinished export of another query, with --job the default instead of "Orders", --since "40d" instead of "7d"\. Finish it .* add --restart/,
      );
      expect(sandbox.requests.length).toBe(sent);
      expect(await exportRuns({ out, since: '7d', restart: true }, context)).toBe(0);
    });
    test('with other words for outcomes, and continues with the first ones', async () => {
      const { context, out, sandbox, sent } = await unfinished();
      const withWords = (vocabulary: string) => ({ ...context, environment: { ...context.environment, vocabulary } });
      await expect(exportRuns({ out, since: '40d' }, withWords('other'))).rejects.toThrow(
        /--out .*runs\.csv has an unfinished export of another query, with other entries `outcomes` or `history` in the configuration\. Finish it .* add --restart/,
      );
      expect(sandbox.requests.length).toBe(sent);
      expect(await exportRuns({ out, since: '40d' }, context)).toBe(0);
    });
    test('with a state that is damaged, or a part that is too short', async () => {
      const { context, out } = await unfinished();
      truncateSync(`${out}.part`, 3);
      await expect(exportRuns({ out, since: '40d' }, context)).rejects.toThrow('is shorter than');
      writeFileSync(`${out}.part.json`, '{');
      await expect(exportRuns({ out, since: '40d' }, context)).rejects.toThrow('is damaged; add --restart');
    });
    test('if a file of another program is in the way', async () => {
      const { context } = await setUp();
      const folder = folderWith({ 'runs.csv.part': 'mine' });
      const out = join(folder, 'runs.csv');
      await expect(exportRuns({ out }, context)).rejects.toThrow('its state file is missing');
      expect(readFileSync(`${out}.part`, 'utf8')).toBe('mine');
    });
  });
});

test('progress comes after a second, with the rate and the time left', async () => {
  let at = 0;
  const clock = { now: () => (at += 600), date: () => now, wait: () => () => undefined };
  const { context, notes } = await setUp({ clock });
  const out = join(folderWith({}), 'runs.csv');
  const shown: string[] = [];
  const terminal = {
    ...context.output,
    view: { ...context.output.view, width: 80 },
    progress: (text: string) => shown.push(text),
  };
  expect(await exportRuns({ out, since: '40d' }, { ...context, output: terminal })).toBe(0);
  expect(shown.at(-3)).toMatch(
    /^Exporting: \d+ runs read · \d+ a second · \d+ % of the time · about \d+\w*( \d+\w)? left$/,
  );
  expect(shown.at(-1)).toBe('');
  expect(notes).toEqual([]);
  at = 0;
  expect(await exportRuns({ out, since: '40d' }, context)).toBe(0);
  expect(notes).toEqual([expect.stringMatching(/^Exporting: /)]);
});

test.each([
  [{ out: 'runs' }, '--output must be set, because the name runs does not end in .csv, .ndjson or .parquet'],
  [{ out: 'runs.csv', since: '1h', until: '2h' }, '--until leaves no time to export'],
  [{ out: '/nowhere/runs.csv' }, '--out /nowhere/runs.csv cannot be created: ENOENT'],
  [{ out: '/tmp', output: 'csv' }, '--out /tmp is not a file'],
] as const)('%j is refused before anything is sent', async (options, message) => {
  const { context, sandbox } = await setUp();
  await expect(exportRuns(options, context)).rejects.toThrow(message);
  expect(sandbox.requests).toHaveLength(0);
});
