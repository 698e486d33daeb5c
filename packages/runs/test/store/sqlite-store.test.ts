import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isFenceError, isStateError } from '../../src/index.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import type { Change, Store, StoredEvent, StoredRun, StoredRunQuery } from '../../src/store/store.ts';

let folder: string;
let stores: Store[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runs-'));
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true });
});

function open(environment?: string): Store {
  const store = openSqliteStore(join(folder, 'runs.db'), { environment });
  stores.push(store);
  return store;
}

const runOf = (key: string, facts: Partial<StoredRun> = {}): StoredRun => ({
  key,
  job: 'Orders',
  outcome: 'running',
  status: 'RUNNING',
  start: 1_000,
  end: undefined,
  rows: undefined,
  version: `${key}-1`,
  firstSeen: 2_000,
  raw: `{"historyid":"${key}","details":"x"}`,
  ...facts,
});
const eventOf = (id: string, at = 2_000): StoredEvent => ({ id, type: 'started', key: 'a', at, data: '{}' });
/** Writes a change as the next turn. */
async function write(store: Store, given: Partial<Change>): Promise<void> {
  const { fence = '' } = (await store.begin()) ?? {};
  await store.write({ fence, state: 's', runs: [], events: [], at: 2_000, ...given });
}
const stateOf = async (store: Store) => (await store.begin())?.state;
const query = (sql: string): unknown => {
  const database = new DatabaseSync(join(folder, 'runs.db'), { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
};

test('a store keeps its state, runs and events over a restart', async () => {
  const first = open();
  expect(await first.begin()).toEqual({ fence: '0', state: undefined });
  const runs = [runOf('a'), runOf('b', { outcome: 'succeeded', end: 1_500, rows: 2.5, start: 900 })];
  await write(first, { state: 'one', runs, events: [eventOf('e1')] });
  await first.close();
  await first.close();

  const second = open();
  expect(await stateOf(second)).toBe('one');
  expect(await second.readRuns({ keys: ['b', 'a', 'c', "'"] })).toEqual(runs.toReversed());
  const head = { key: 'a', job: 'Orders', outcome: 'running', start: 1_000, version: 'a-1' };
  expect(await second.readOpen(1_001)).toEqual([head]);
  expect(await second.readOpen(1_000)).toEqual([]);
  expect(await second.readHeads({ keys: ['a', 'c'] })).toEqual([head]);
  expect(await second.readEvents(0, 10)).toEqual([{ ...eventOf('e1'), position: 1 }]);
});

test('the same run twice changes nothing, and each version is kept once', async () => {
  const store = open();
  await write(store, { runs: [runOf('a')] });
  await write(store, { runs: [runOf('a', { firstSeen: 9_000, status: 'ignored' })], at: 9_000 });
  expect(await store.readRuns({ keys: ['a'] })).toEqual([runOf('a')]);
  const ended = runOf('a', { version: 'a-2', outcome: 'failed', end: 3_000, firstSeen: 9_000 });
  await write(store, { runs: [ended], at: 9_000 });
  await write(store, { runs: [runOf('a')], at: 9_500 });
  await write(store, { runs: [ended], at: 9_900 });
  expect(await store.readRuns({ keys: ['a'] })).toEqual([{ ...ended, firstSeen: 2_000 }]);
  expect(query('SELECT version, seen, outcome FROM run_versions ORDER BY seen')).toEqual([
    { version: 'a-1', seen: 2_000, outcome: 'running' },
    { version: 'a-2', seen: 9_000, outcome: 'failed' },
  ]);
});

test('the second of two writers is refused, and begins again from what the first wrote', async () => {
  const [one, other] = [open(), open()];
  const [first, second] = [await one.begin(), await other.begin()];
  const written = { state: 'one', runs: [runOf('a')], events: [eventOf('e1')], at: 2_000 };
  await one.write({ ...written, fence: first?.fence ?? '' });
  const stale = other.write({ ...written, state: 'two', runs: [runOf('b')], fence: second?.fence ?? '' });
  await expect(stale).rejects.toSatisfy(isFenceError);
  expect(await other.readRuns({})).toEqual([runOf('a')]);
  await write(other, { state: 'two' });
  expect(await stateOf(one)).toBe('two');
});

test('runs are read by time and job', async () => {
  const store = open();
  await write(store, { runs: [1, 2, 3, 4].map((n) => runOf(`k${n}`, { start: n, job: n % 2 ? 'odd' : 'even' })) });
  const keys = async (query: StoredRunQuery) => (await store.readRuns(query)).map(({ key }) => key);
  expect(await keys({})).toEqual(['k1', 'k2', 'k3', 'k4']);
  expect(await keys({ since: 2, until: 4 })).toEqual(['k2', 'k3']);
  expect(await keys({ since: 2, job: 'odd' })).toEqual(['k3']);
  expect((await store.readHeads({ until: 3, job: 'even' })).map(({ key }) => key)).toEqual(['k2']);
});

test('the tables can be read with SQL', async () => {
  await write(open(), { runs: [runOf('a', { outcome: 'failed', end: 4_000 })] });
  expect(query(`SELECT key, "end" - start AS ms, raw ->> 'details' AS details FROM runs`)).toEqual([
    { key: 'a', ms: 3_000, details: 'x' },
  ]);
});

test('a change that fails leaves nothing behind', async () => {
  const store = open();
  await write(store, { state: 'one', runs: [runOf('a')], events: [eventOf('e1')] });
  const wrong = runOf('c', { job: null as never });
  const failed = write(store, { state: 'two', runs: [runOf('b'), wrong], events: [eventOf('e2')] });
  await expect(failed).rejects.toThrow('NOT NULL');
  const noId = { ...eventOf('e3'), id: null as never };
  await expect(write(store, { state: 'two', runs: [runOf('b')], events: [noId] })).rejects.toThrow('NOT NULL');
  expect(await stateOf(store)).toBe('one');
  expect(await store.readRuns({ keys: ['a', 'b', 'c'] })).toEqual([runOf('a')]);
  expect((await store.readEvents(0, 10)).map(({ id }) => id)).toEqual(['e1']);
  await write(store, { state: 'two' });
  expect(await stateOf(store)).toBe('two');
});

describe('consumers', () => {
  const ids = async (store: Store, consumer: string, limit = 10) =>
    (await store.readEvents(await store.readCursor(consumer), limit)).map(({ id }) => id);

  test('read at their own speed, also after a restart', async () => {
    const store = open();
    await write(store, { events: ['e1', 'e2', 'e3'].map((id) => eventOf(id)) });
    await store.acknowledge('fast', 3);
    await store.acknowledge('slow', 1);
    await store.close();
    const again = open();
    expect([await ids(again, 'fast'), await ids(again, 'slow'), await ids(again, 'new', 2)]).toEqual([
      [],
      ['e2', 'e3'],
      ['e1', 'e2'],
    ]);
    await again.acknowledge('fast', 2);
    expect(await ids(again, 'fast')).toEqual([]);
  });

  test.each([4, -1, 1.5, Number.NaN])('cannot acknowledge the position %d', async (position) => {
    const store = open();
    await write(store, { events: ['e1', 'e2', 'e3'].map((id) => eventOf(id)) });
    await expect(store.acknowledge('a', position)).rejects.toThrow('position must be the position of an event');
  });

  test('keep events until all of them have acknowledged', async () => {
    const store = open();
    await write(store, { events: [eventOf('e1', 100), eventOf('e2', 200), eventOf('e3', 300)] });
    expect(await store.deleteEvents(1_000)).toBe(0);
    await store.acknowledge('a', 3);
    await store.acknowledge('b', 2);
    expect(await store.deleteEvents(200)).toBe(1);
    expect(await store.deleteEvents(1_000)).toBe(1);
    await store.acknowledge('b', 3);
    expect(await store.deleteEvents(1_000)).toBe(1);
    await write(store, { events: [eventOf('e4')] });
    expect([await ids(store, 'a'), await ids(store, 'b')]).toEqual([['e4'], ['e4']]);
  });
});

test('prune deletes old runs that have ended, with their versions', async () => {
  const store = open();
  const ended = { outcome: 'failed', start: 10 } as const;
  await write(store, {
    runs: [runOf('old', ended), runOf('open', { start: 10 }), runOf('new', { ...ended, start: 20 })],
  });
  expect(await store.prune({ before: 20 })).toBe(1);
  expect((await store.readRuns({ keys: ['old', 'open', 'new'] })).map(({ key }) => key)).toEqual(['open', 'new']);
  expect(query('SELECT key FROM run_versions ORDER BY key')).toEqual([{ key: 'new' }, { key: 'open' }]);
});

describe('state that cannot be read is an error, and never replaced', () => {
  const file = () => join(folder, 'runs.db');
  const fill = async () => {
    const store = open();
    await write(store, { runs: Array.from({ length: 500 }, (_, n) => runOf(`k${n}`)) });
    await store.close();
  };
  const other = (sql: string) => {
    const database = new DatabaseSync(file());
    database.exec(sql);
    database.close();
  };
  test.each<[string, () => void, RegExp]>([
    ['a file cut in the middle', () => truncateSync(file(), 40_960), /damaged, or not a store\. Restore a copy/],
    [
      'a file cut within its first page',
      () => truncateSync(file(), 50),
      /cannot be read: it is damaged, or not a store/,
    ],
    ['an empty file', () => truncateSync(file(), 0), /is empty\. Restore a copy, or delete the file/],
    ['another kind of file', () => writeFileSync(file(), 'since: yesterday\n'.repeat(500)), /damaged, or not a store/],
    [
      'the database of another program',
      () => other('PRAGMA application_id = 7'),
      /is a database, but not a store of runs/,
    ],
    ['a later version', () => other('PRAGMA user_version = 99'), /has version 99, .* up to 1\. Update @syncline\/runs/],
    [
      'another environment',
      () => other("UPDATE store SET value = 'staging'"),
      /environment "staging", not of "default"/,
    ],
  ])('%s', async (_name, damage, message) => {
    await fill();
    damage();
    const before = readFileSync(file());
    try {
      open();
      expect.unreachable();
    } catch (error) {
      expect(isStateError(error) && error.message).toMatch(message);
    }
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  test('a page that is damaged later is noticed when it is read', async () => {
    await fill();
    const bytes = readFileSync(file());
    writeFileSync(file(), bytes.fill(0xff, 8_192, bytes.length - 4_096));
    const failed = (async () => {
      const store = open();
      await store.readRuns({});
    })();
    expect(isStateError(await failed.catch((error: unknown) => error))).toBe(true);
  });

  test('a folder that does not exist', () => {
    expect(() => openSqliteStore(join(folder, 'none', 'runs.db'))).toThrow('file must be a file that can be written');
  });
});

/** Runs the writer in a process of its own until it ends, or kills it after some changes. */
async function writeElsewhere({ killAfter = Number.POSITIVE_INFINITY, blocks = 'unlimited' } = {}): Promise<string[]> {
  const script = join(import.meta.dirname, '../support/write-until-stopped.mjs');
  const command = `ulimit -f ${blocks}; trap '' XFSZ; exec "$0" --conditions=@syncline/source "$@"`;
  const child = spawn('sh', ['-c', command, process.execPath, script, join(folder, 'runs.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === killAfter) child.kill('SIGKILL');
  }
  return lines;
}

/** Every change was written whole, or not at all. */
async function expectWholeChanges(atLeast: number): Promise<void> {
  const store = open();
  const count = Number(await stateOf(store));
  expect(count).toBeGreaterThanOrEqual(atLeast);
  const [runs, events] = ['runs', 'events'].map((table) => query(`SELECT count(*) AS count FROM ${table}`));
  expect([runs, events]).toEqual([[{ count: 5 * count }], [{ count }]]);
  await store.close();
}

test('a killed process loses no change that was written, and leaves no half of one', async () => {
  for (const killAfter of [1, 2, 5, 12]) {
    const written = await writeElsewhere({ killAfter });
    await expectWholeChanges(Number(written.at(-1)));
  }
});

test('a full disk ends a change whole, and the store goes on when there is room', async () => {
  const lines = await writeElsewhere({ blocks: '1000' });
  expect(lines.at(-1)).toMatch(/^error ERR_SQLITE_ERROR \d+$/);
  expect(lines.length).toBeGreaterThan(1);
  await expectWholeChanges(Number(lines.at(-2)));
  expect((await writeElsewhere({ killAfter: 1 })).length).toBeGreaterThan(0);
});
