import { readdirSync, readFileSync } from 'node:fs';
import { basic } from '@syncline/auth';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, test } from 'vitest';
import { withoutSecrets } from '../../../ops/src/environment/sources.ts';
import { Monitor } from '../../../ops/src/monitor/monitor.ts';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { diagnose, exportRuns, history, jobs, lint, report, status } from '../support/commands.ts';
import { allRuns } from '../../../runs/test/support/stored.ts';

const password = 'hunter2 canary&7f3a';
const credential = basic({ username: 'reader', password });
const spellings = [password, 'hunter2%20canary%267f3a', 'hunter2 canary&amp;7f3a', btoa(`reader:${password}`)];
const run = {
  historyid: 'h1',
  jobname: 'Orders',
  status: 'FAILED',
  runstartdate: new Date(now - 60_000).toISOString(),
  runenddate: new Date(now - 30_000).toISOString(),
  recordsaffected: '12',
};
const setUpWith = (text: string) =>
  setUp({
    format: 'json',
    sandbox: { data: { history: [{ ...run, error: `refused: ${text}`, details: `as ${text}`, log: text }] } },
    environment: { v2: undefined, scrub: (given) => credential.scrub(given) },
  });

/** Parts of each spelling that would give the secret away. */
const leak = /hunter2|7f3a|aHVudGVyMi/;

test.each(spellings)('no command repeats a secret that the service repeats: %s', async (text) => {
  const out = folderWith({});
  const { context, text: printed, notes } = await setUpWith(text);
  await history({}, context);
  await status({}, context);
  await diagnose({ run: 'h1' }, context);
  await report({ out: `${out}/report.html` }, context);
  await exportRuns({ out: `${out}/runs.jsonl` }, context);
  const files = ['report.html', 'runs.jsonl'].map((name) => readFileSync(`${out}/${name}`, 'utf8'));
  for (const shown of [printed(), notes.join('\n'), ...files]) expect(shown).not.toMatch(leak);
  expect(printed()).toContain('refused: [redacted]');
  expect(files[1]).toContain('[redacted]');
});

test('a monitor does not store it, and shows no such error', async () => {
  const { context } = await setUpWith(password);
  const store = openSqliteStore(':memory:', { environment: 'production' });
  const monitor = await Monitor.open({
    environment: context.environment,
    clock: context.clock,
    store,
    windowMs: 86_400_000,
    definitionsMs: 0,
  });
  await monitor.tick();
  const [stored] = await allRuns(store);
  expect(stored?.raw).toContain('refused: [redacted]');
  expect(stored?.raw).not.toMatch(leak);
  expect((await store.readEvents(0, 10)).map(({ data }) => data).join('\n')).not.toMatch(leak);
});

test('what identifies a run, and a run without a secret, stay as they are', async () => {
  const record = { id: 'hunter2', job: 'hunter2', nested: [{ rows: 12n, log: 'hunter2', nothing: null }] };
  const clean = { key: '2', job: 'b', start: 1, end: 2, rows: 3, status: 'OK', error: '', record: { id: '2' } };
  const runs = [{ ...clean, key: 'hunter2', job: 'hunter2', error: 'as hunter2', record }, clean];
  const read = async () => ({ runs, requests: 1, rows: 2, unreadable: { count: 0, problem: undefined } });
  const source = withoutSecrets({ kind: 'history', read }, (text) => text.replaceAll('hunter2', '[redacted]'));
  const page = await source.read({ since: 0 });
  expect(page.runs[0]).toEqual({ ...runs[0], error: 'as [redacted]', record });
  expect(page.runs[1]).toBe(clean);
});

test('neither do the errors of jobs and connections, in commands and in findings', async () => {
  const failing = { id: 'j1', name: 'Orders', error: `as ${password}` };
  const connections = [{ id: 'c1', name: 'Lake', connector: 'x', error: `with ${password}` }];
  const job = { JobName: 'Orders', JobId: 'j1', WorkspaceName: 'Sales', Source: 'Lake', Destination: 'Lake' };
  const { context, text: printed } = await setUp({
    format: 'json',
    sandbox: { data: { jobs: [job], workspaces: [{ id: 'w', name: 'Sales', jobs: [failing], connections }] } },
    environment: { scrub: (given) => credential.scrub(given) },
  });
  await jobs({}, context);
  expect(printed()).toContain('as [redacted]');
  await lint({}, context);
  expect(printed()).toContain('The job has an error: as [redacted]');
  expect(printed()).toContain('has an error: with [redacted]');
  expect(printed()).not.toMatch(leak);
});

test('every command reads runs and jobs through the functions that remove secrets', () => {
  const root = new URL('../../../', import.meta.url);
  const files = ['ops/src', 'cli/src'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  );
  const importers = (name: string) =>
    files.filter((file) =>
      new RegExp(`import[^;]*\\b${name}\\b[^;]* from '@syncline`).test(readFileSync(new URL(file, root), 'utf8')),
    );
  expect(importers('readInventory')).toEqual(['ops/src/environment/sources.ts']);
  expect(importers('historySource')).toEqual(['ops/src/environment/sources.ts']);
  expect(importers('statusSource')).toEqual(['ops/src/environment/sources.ts']);
});
