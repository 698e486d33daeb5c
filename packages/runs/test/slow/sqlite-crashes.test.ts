import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { needsMigration, openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { recountOf, rollUpsOf } from '../support/run-histories.ts';
import { sqliteFolder } from '../support/sqlite-folder.ts';
import type { Change } from '../../src/store/store.ts';
import { allRuns, eventOf, runOf, stateOf, write } from '../support/stored.ts';

const { file, open, query } = sqliteFolder();

/** Runs the writer in its own process until it ends, or kills it after the given number of changes. */
async function writeElsewhere({ killAfter = Number.POSITIVE_INFINITY, blocks = 'unlimited' } = {}): Promise<string[]> {
  const script = join(import.meta.dirname, '../support/write-until-stopped.mjs');
  const command = `ulimit -f ${blocks}; trap '' XFSZ; exec "$0" --conditions=@syncline/source "$@"`;
  const child = spawn('sh', ['-c', command, process.execPath, script, file()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === killAfter) child.kill('SIGKILL');
  }
  return lines;
}

/**
 * Kills a process before each of its statements in turn, on a copy of the store, and lets the last one end.
 *
 * @param change - as `kill-before-statement.mjs` takes it
 * @returns how many were killed
 */
async function killBeforeEach(
  change: string,
  check: (copy: string, isWhole: boolean) => Promise<void>,
): Promise<number> {
  const script = join(import.meta.dirname, '../support/kill-before-statement.mjs');
  for (let last = 1; ; last += 1) {
    const copy = `${file()}-${last}`;
    copyFileSync(file(), copy);
    const parameters = ['--conditions=@syncline/source', script, copy, change, String(last)];
    const { signal, stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
    if (signal === null && stdout === '') throw new Error(stderr);
    await check(copy, signal === null);
    if (signal !== null) continue;
    // It had no such statement.
    expect(Number(stdout)).toBe(last - 1);
    return last - 1;
  }
}

/** Checks that every change was written either completely or not at all. */
async function expectWholeChanges(atLeast: number): Promise<void> {
  const store = open();
  const count = Number(await stateOf(store));
  expect(count).toBeGreaterThanOrEqual(atLeast);
  const [runs, events] = ['runs', 'events'].map((table) => query(`SELECT count(*) AS count FROM ${table}`));
  expect([runs, events]).toEqual([[{ count: 5 * count }], [{ count }]]);
  const all = { since: 0, until: (count + 1) * 3_600_000, jobs: ['job 0', 'job 1', 'job 2'] };
  expect(await rollUpsOf(store, all)).toEqual(await recountOf(store, all.jobs));
  await store.close();
}

test('a killed process loses no written change, and leaves no partial one', async () => {
  for (const killAfter of [1, 2, 5, 12]) {
    const written = await writeElsewhere({ killAfter });
    await expectWholeChanges(Number(written.at(-1)));
    // A process that is killed does not keep the others out.
    await openSqliteStore(file(), { exclusive: true }).close();
  }
});

test('a full disk cancels a change completely, and the store continues when there is room', async () => {
  const lines = await writeElsewhere({ blocks: '1000' });
  expect(lines.at(-1)).toMatch(/^error STORE_FAILED SQLITE_(FULL|IOERR)$/);
  expect(lines.length).toBeGreaterThan(1);
  await expectWholeChanges(Number(lines.at(-2)));
  expect((await writeElsewhere({ killAfter: 1 })).length).toBeGreaterThan(0);
});

test('a process that is killed between any two statements of a change leaves the store as it was before', async () => {
  const hour = 3_600_000;
  const at = { since: -hour, until: 10 * hour, jobs: ['Invoices', 'Orders'] };
  const first = open();
  const runs = [runOf('ends'), runOf('moves', { outcome: 'failed', end: 1_500 }), runOf('same', { start: hour })];
  await write(first, { state: 'before', runs, events: [eventOf('e1')] });
  await first.close();
  const change: Omit<Change, 'fence'> = {
    state: 'after',
    runs: [
      runOf('new', { start: 2 * hour, outcome: 'succeeded', end: 2 * hour + 5, version: 'new' }),
      runOf('ends', { outcome: 'succeeded', end: 3_000, version: 'ends-2' }),
      runOf('moves', { outcome: 'failed', end: 1_500, job: 'Invoices', start: 3 * hour, version: 'moves-2' }),
      runOf('same', { start: hour }),
    ],
    events: [eventOf('e2'), eventOf('e3')],
    at: 9_000,
  };
  const left = async (copy: string) => {
    const store = openSqliteStore(copy, { exclusive: true });
    try {
      expect(await rollUpsOf(store, at)).toEqual(await recountOf(store, at.jobs));
      const versions = (await allRuns(store)).map(({ version }) => version);
      return [await stateOf(store), versions, (await store.readEvents(0, 10)).map(({ id }) => id)];
    } finally {
      await store.close();
    }
  };
  const before = await left(file());
  const killed = await killBeforeEach(JSON.stringify(change), async (copy, isWhole) => {
    const expected = ['after', ['ends-2', 'same-1', 'new', 'moves-2'], ['e1', 'e2', 'e3']];
    expect(await left(copy)).toEqual(isWhole ? expected : before);
  });
  expect(killed).toBeGreaterThan(20);
});

/** A store of an earlier version of the schema, as its fixture is. */
function createOld(version: number): DatabaseSync {
  const old = new DatabaseSync(file());
  old.exec(readFileSync(join(import.meta.dirname, `../sqlite/fixtures/version-${version}.sql`), 'utf8'));
  return old;
}

/** Lets a migration end, wherever it was killed. @returns what the store has then */
async function migrated(copy: string): Promise<readonly unknown[]> {
  const period = { since: -1e9, until: 2e12, jobs: ['Orders', 'Stock'] };
  const store = openSqliteStore(copy, { environment: 'production' });
  const found = [await rollUpsOf(store, period), await allRuns(store), await store.readDays()];
  expect(found[0]).toEqual(await recountOf(store, period.jobs));
  await store.close();
  const database = new DatabaseSync(copy, { readOnly: true });
  const versions = database.prepare('SELECT * FROM run_versions ORDER BY key, number').all();
  const schema = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  database.close();
  expect(needsMigration(copy)).toBe(false);
  return [...found, versions, schema];
}

async function killMigration(): Promise<{ readonly killed: number; readonly halves: number }> {
  copyFileSync(file(), `${file()}-whole`);
  const expected = await migrated(`${file()}-whole`);
  let halves = 0;
  const killed = await killBeforeEach('', async (copy, isWhole) => {
    if (!isWhole && needsMigration(copy)) halves += 1;
    expect(await migrated(copy)).toEqual(expected);
    rmSync(copy);
  });
  return { killed, halves };
}

test('a migration that is killed between any two statements goes on, and loses nothing', async () => {
  createOld(1).close();
  const { killed, halves } = await killMigration();
  expect(killed).toBeGreaterThan(70);
  expect(halves).toBeGreaterThan(70);
}, 600_000);

test('so does one that moves the runs in several parts', async () => {
  const old = createOld(8);
  old.exec('UPDATE runs SET rowid = rowid * 20000');
  old.close();
  const { killed, halves } = await killMigration();
  expect(killed).toBeGreaterThan(50);
  expect(halves).toBeGreaterThan(40);
}, 600_000);
