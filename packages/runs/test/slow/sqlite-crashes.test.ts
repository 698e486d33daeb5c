import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { recountOf, rollUpsOf } from '../support/run-histories.ts';
import { sqliteFolder } from '../support/sqlite-folder.ts';
import { stateOf } from '../support/stored.ts';

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
