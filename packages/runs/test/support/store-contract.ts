import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isConfigError } from '@syncline/core/internal';
import {
  isFenceError,
  isStateError,
  type JobSummary,
  type RunPageQuery,
  streamRuns,
  toStoredRun,
} from '../../src/index.ts';
import type { HistoryStore, ReadLog } from '../../src/store/history-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { StoredRun } from '../../src/store/stored-run.ts';
import { oddStart, oddStarts, oddValues } from './odd-runs.ts';
import { play, recountOf, rollUpsOf, runHistories } from './run-histories.ts';
import { allRuns, eventOf, runOf, stateOf, write } from './stored.ts';

const always = Number.MAX_SAFE_INTEGER;
const hour = 3_600_000;

/** In one page, the first run of a streak goes to another job and comes back. Then the other run of the streak leaves it. */
const firstOfStreakComesBack = [
  [
    { key: 'f', job: 'Orders', outcome: 'cancelled', start: 1_772_321_400_000 },
    { key: 'a', job: 'Orders', outcome: 'cancelled', start: 1_772_323_200_000 },
  ],
  [
    { key: 'f', job: 'Invoices', outcome: 'succeeded', start: 1_772_316_000_000 },
    { key: 'f', job: 'Orders', outcome: 'cancelled', start: 1_772_321_400_000 },
  ],
  [{ key: 'a', job: 'Orders', outcome: 'succeeded', start: 1_772_316_000_000 }],
].map((runs) => ({ runs: runs.map((run) => ({ ...run, end: undefined, rows: undefined })) })) as Parameters<
  typeof play
>[0];

type Kept = Store & HistoryStore & ReadLog;

/** The functions with which the tests open one kind of store. */
export interface StoreKind {
  /** Opens the store of this test. Each call opens the same store, as another process would */
  readonly open: (environment?: string) => Promise<Kept>;
  /** Returns the rows of an SQL query */
  readonly query: (sql: string) => Promise<readonly unknown[]>;
  /** Deletes the state */
  readonly loseState: () => Promise<unknown>;
  /** The SQL expression for a time column, in milliseconds since 1970 */
  readonly milliseconds: (column: string) => string;
  /** How many random histories to play, and a store for them. @default the store of the test */
  readonly histories: { readonly count: number; readonly open?: () => Kept };
}

/** The tests that every store must pass, whichever engine it uses. */
export function describeStore(name: string, kind: () => StoreKind): void {
  describe(name, () => {
    const open = (environment?: string): Promise<Kept> => kind().open(environment);
    const ids = async (store: Store, consumer: string, limit = 10) =>
      (await store.readEvents(await store.readCursor(consumer), limit)).map(({ id }) => id);
    const keys = async (store: Store, query: Omit<RunPageQuery, 'limit'> = {}) =>
      (await store.readPage({ first: 'oldest', limit: 100, ...query })).runs.map(({ key }) => key);

    test('keeps its state, runs and events over a restart', async () => {
      const first = await open();
      expect(await stateOf(first)).toBeUndefined();
      const runs = [runOf('a'), runOf('b', { outcome: 'succeeded', end: 1_500, rows: 2.5, start: 900 })];
      await write(first, { state: 'one', runs, events: [eventOf('e1')] });
      await first.close();

      const second = await open();
      expect(await stateOf(second)).toBe('one');
      expect(await second.readRuns({ keys: ['b', 'a', 'c', "'", '"', '\\', '{}'] })).toEqual(runs.toReversed());
      const head = {
        key: 'a',
        job: 'Orders',
        outcome: 'running',
        start: 1_000,
        end: undefined,
        version: 'a-1',
        number: 1,
      };
      expect(await second.readOpen(1_001)).toStrictEqual([head]);
      expect(await second.readOpen(1_000)).toEqual([]);
      expect(await second.readHeads({ keys: ['a', 'c'] })).toStrictEqual([head]);
      expect(await second.readHeads({ keys: ['b'] })).toMatchObject([{ key: 'b', start: 900, end: 1_500 }]);
      expect(await second.readEvents(0, 10)).toEqual([{ ...eventOf('e1'), position: 1 }]);
    });

    test('keeps every value exactly', async () => {
      const store = await open();
      const text = `'"\\ {a,b} %s $1 \u00e4\u{1f600}\n\t`;
      const raw = JSON.stringify({ text, zero: '\0', half: '\ud800', big: '9007199254740993', list: [1, null] });
      const runs = [
        runOf(text, { job: text, status: text, version: text, raw }),
        runOf('early', { start: Date.UTC(1900, 0, 3), end: -1, rows: 0.1, firstSeen: 1 }),
        runOf('late', { start: 253_402_000_000_000, end: 253_402_000_000_001, rows: 9_007_199_254_740_991 }),
        runOf('', { status: '', rows: 0, end: 1_772_000_000_123, start: 1_772_000_000_123 }),
      ];
      const event = { ...eventOf(text), key: undefined, data: raw, at: 1_772_000_000_123 };
      await write(store, { state: text, runs, events: [event] });
      expect(await stateOf(store)).toBe(text);
      const byStart = [...runs].sort((a, b) => a.start - b.start);
      expect(await allRuns(store)).toEqual(byStart);
      expect(await store.readEvents(0, 10)).toEqual([{ ...event, position: 1 }]);
    });

    test.each(oddValues)('rows that an earlier version wrote pass the rule %s: %j', async (_rule, facts) => {
      const store = await open();
      const run = runOf('a', { start: oddStart, outcome: 'failed' });
      await write(store, { runs: [{ ...run, ...facts }] });
      expect(await allRuns(store)).toStrictEqual([run]);
      expect(await store.readPage({ limit: 10 })).toStrictEqual({ runs: [run], next: undefined });
      expect((await store.readHeads({ keys: ['a'] }))[0]?.end).toBeUndefined();
    });

    test.each(oddStarts)('a row that starts at %d is not a run', async (start) => {
      const store = await open();
      await write(store, { runs: [runOf('a', { start })] });
      const found = [allRuns(store), store.readHeads({ keys: ['a'] }), store.readOpen(always)];
      const counted = [store.readJobs({ limit: 10 }), store.readHours({ since: start - hour, until: start + hour })];
      expect(await Promise.all([...found, ...counted])).toEqual([[], [], [], [], []]);
      expect((await store.readPage({ limit: 10 })).runs).toEqual([]);
    });

    test('the same run twice changes nothing, and a version that returns is a new one', async () => {
      const store = await open();
      await write(store, { runs: [runOf('a')] });
      await write(store, { runs: [runOf('a', { firstSeen: 9_000, status: 'ignored' })], at: 9_000 });
      expect(await store.readRuns({ keys: ['a'] })).toEqual([runOf('a')]);
      const days = await store.readDays();
      const ended = runOf('a', { version: 'a-2', outcome: 'failed', end: 3_000, firstSeen: 9_000 });
      await write(store, { runs: [ended], at: 9_000 });
      expect(await store.readDays()).not.toEqual(days);
      await write(store, { runs: [runOf('a')], at: 9_500 });
      await write(store, { runs: [ended], at: 9_900 });
      expect(await store.readRuns({ keys: ['a'] })).toEqual([{ ...ended, firstSeen: 2_000 }]);
      const seen = kind().milliseconds('seen');
      expect(await kind().query(`SELECT version, ${seen} AS seen, outcome FROM run_versions ORDER BY 2`)).toEqual([
        { version: 'a-1', seen: 2_000, outcome: 'running' },
        { version: 'a-2', seen: 9_000, outcome: 'failed' },
        { version: 'a-1', seen: 9_500, outcome: 'running' },
        { version: 'a-2', seen: 9_900, outcome: 'failed' },
      ]);
      expect(await store.readHeads({ keys: ['a'] })).toMatchObject([{ version: 'a-2', number: 4 }]);
    });

    test('a record is stored once, and an earlier version keeps the members that differ from the next one', async () => {
      const store = await open();
      const records = [
        { big: 1, gone: null, list: [1], status: 'RUNNING', text: 'x' },
        { big: 1, list: [1, 2], status: 'RUNNING', text: 'x' },
        { big: 1, list: [1, 2], status: 'SUCCESS', text: 'x' },
      ];
      for (const [n, record] of records.entries())
        await write(store, { runs: [runOf('a', { version: `a-${n}`, raw: JSON.stringify(record) })], at: 2_000 + n });
      const rows = await kind().query('SELECT raw FROM run_versions ORDER BY number');
      const raws = rows.map((row) => (row as { raw: unknown }).raw);
      expect(raws.map((raw) => (typeof raw === 'string' ? JSON.parse(raw) : raw))).toEqual([
        { gone: null, list: [1] },
        { status: 'RUNNING' },
        records[2],
      ]);
      expect(await kind().query('SELECT key, number FROM past_versions ORDER BY number')).toEqual([
        { key: 'a', number: 1 },
        { key: 'a', number: 2 },
      ]);
    });

    test('runs whose outcome is unknown have not ended', async () => {
      const store = await open();
      await write(store, { runs: [runOf('a', { outcome: 'unknown' }), runOf('b'), runOf('c', { outcome: 'failed' })] });
      expect((await store.readOpen(always)).map(({ key }) => key)).toEqual(['a', 'b']);
    });

    test('runs without a state are a damaged store', async () => {
      const store = await open();
      await write(store, { runs: [runOf('a')] });
      await kind().loseState();
      await expect(store.begin()).rejects.toSatisfy(isStateError);
    });

    test('one change may have several versions of a run, and thousands of runs', async () => {
      const store = await open();
      const ended = runOf('a', { version: 'a-2', outcome: 'failed' });
      const many = Array.from({ length: 4_500 }, (_, n) => runOf(`k${n}`));
      await write(store, { runs: [runOf('a'), ...many, ended] });
      expect(await store.readRuns({ keys: ['a'] })).toEqual([ended]);
      expect(await allRuns(store)).toHaveLength(4_501);
      expect(await kind().query("SELECT version FROM run_versions WHERE key = 'a' ORDER BY version")).toEqual([
        { version: 'a-1' },
        { version: 'a-2' },
      ]);
    });

    test('the second of two writers is refused, and continues from what the first wrote', async () => {
      const store = await open();
      const [first, second] = [await store.begin(), await store.begin()];
      const written = { state: 'one', runs: [runOf('a')], events: [eventOf('e1')], at: 2_000 };
      await store.write({ ...written, fence: first?.fence ?? '' });
      const stale = store.write({ ...written, state: 'two', runs: [runOf('b')], fence: second?.fence ?? '' });
      await expect(stale).rejects.toSatisfy(isFenceError);
      expect(await allRuns(store)).toEqual([runOf('a')]);
      expect((await store.readEvents(0, 10)).length).toBe(1);
      await write(store, { state: 'two' });
      expect(await stateOf(store)).toBe('two');
    });

    test('when the history was last read is noted by the process that may write, and every process can see it', async () => {
      const [store, other] = [await open(), await open()];
      await store.begin();
      expect(await other.lastRead()).toBeUndefined();
      await store.noteRead();
      const last = await other.lastRead();
      expect(last).toEqual({ ageMs: expect.any(Number), note: undefined });
      expect((await store.lastRead())?.ageMs).toBeGreaterThanOrEqual(last?.ageMs ?? Number.NaN);
      await store.noteRead('1 record');
      expect(await other.lastRead()).toMatchObject({ note: '1 record' });
      await store.noteRead();
      expect(await other.lastRead()).toMatchObject({ note: undefined });
    });

    test('runs are read by time and job', async () => {
      const store = await open();
      await write(store, { runs: [1, 2, 3, 4].map((n) => runOf(`k${n}`, { start: n, job: n % 2 ? 'odd' : 'even' })) });
      expect(await keys(store)).toEqual(['k1', 'k2', 'k3', 'k4']);
      expect(await keys(store, { since: 2, until: 4 })).toEqual(['k2', 'k3']);
      expect(await keys(store, { since: 2, job: 'odd' })).toEqual(['k3']);
      expect(await keys(store, { until: 3, job: 'even' })).toEqual(['k2']);
      expect(await store.readRuns({ keys: [] })).toEqual([]);
      expect(await store.readHeads({ keys: [] })).toEqual([]);
    });

    test('the tables can be read with SQL', async () => {
      await write(await open(), { runs: [runOf('a', { outcome: 'failed', end: 4_000 })] });
      const [end, start] = ['"end"', 'start'].map(kind().milliseconds);
      const sql = `SELECT key, ${end} - ${start} AS ms, raw ->> 'details' AS details FROM runs`;
      expect(await kind().query(sql)).toEqual([{ key: 'a', ms: 3_000, details: 'x' }]);
    });

    test('a query can read the records, whatever characters they contain', async () => {
      const facts = { job: 'Orders', status: 'FAILED', error: '', start: 1_000, end: 2_000, rows: 0 };
      const store = await open();
      const texts = ['a\0b', '\ud83d', '\u{1f600} \\u0000'];
      const runs = texts.map((details, index) =>
        toStoredRun({ ...facts, key: `${index}`, record: { details } }, 'failed', 5),
      );
      await write(store, { runs });
      const rows = await kind().query("SELECT raw ->> 'details' AS details FROM runs ORDER BY key");
      expect(rows.map((row) => ({ ...(row as object) }))).toEqual([
        { details: 'a\ufffdb' },
        { details: '\ufffd' },
        { details: '\u{1f600} \\u0000' },
      ]);
    });

    test('a change that fails leaves nothing behind', async () => {
      const store = await open();
      await write(store, { state: 'one', runs: [runOf('a')], events: [eventOf('e1')] });
      const wrong = runOf('c', { job: null as never });
      await expect(
        write(store, { state: 'two', runs: [runOf('b'), wrong], events: [eventOf('e2')] }),
      ).rejects.toThrow();
      const noId = { ...eventOf('e3'), id: null as never };
      await expect(write(store, { state: 'two', runs: [runOf('b')], events: [noId] })).rejects.toThrow();
      expect(await stateOf(store)).toBe('one');
      expect(await allRuns(store)).toEqual([runOf('a')]);
      expect((await store.readEvents(0, 10)).map(({ id }) => id)).toEqual(['e1']);
      await write(store, { state: 'two', events: [eventOf('e4')] });
      expect((await store.readEvents(0, 10)).map(({ position }) => position)).toEqual([1, 2]);
    });

    describe('consumers', () => {
      const three = ['e1', 'e2', 'e3'].map((id) => eventOf(id));

      test('read at their own speed, also after a restart', async () => {
        const store = await open();
        await write(store, { events: three });
        await store.acknowledge('fast', 3);
        await store.acknowledge('slow', 1);
        await store.close();
        const again = await open();
        expect([await ids(again, 'fast'), await ids(again, 'slow'), await ids(again, 'new', 2)]).toEqual([
          [],
          ['e2', 'e3'],
          ['e1', 'e2'],
        ]);
        await again.acknowledge('fast', 2);
        expect(await ids(again, 'fast')).toEqual([]);
      });

      test.each([4, -1, 1.5, Number.NaN])('cannot acknowledge the position %d', async (position) => {
        const store = await open();
        await write(store, { events: three });
        const failed = store.acknowledge('a', position);
        await expect(failed).rejects.toThrow('position must be the position of an event');
        await expect(failed).rejects.toSatisfy(isConfigError);
      });

      test('keep events until all of them have acknowledged', async () => {
        const store = await open();
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

      test.each([
        ['the year 2099', [100, 4_070_908_800_000, 200, 300], ['e2', 'e4'], 2],
        ['1970', [200, 0, 220, 300], ['e4'], 3],
        ['before, at last', [200, 300, 100], ['e2'], 2],
      ])('delete old events if a clock was wrong: %s', async (_name, times, left, count) => {
        const store = await open();
        await write(store, { events: times.map((at, index) => eventOf(`e${index + 1}`, at)) });
        await store.acknowledge('a', times.length);
        expect(await store.deleteEvents(250)).toBe(count);
        expect((await store.readEvents(0, 10)).map(({ id }) => id)).toEqual(left);
        await write(store, { events: [eventOf('later', 400)] });
        await store.acknowledge('a', times.length + 1);
        expect(await store.deleteEvents(250)).toBe(0);
      });

      test('that are only registered keep every event until they are removed', async () => {
        const store = await open();
        await store.acknowledge('idle', 0);
        await write(store, { events: three });
        await store.acknowledge('a', 3);
        expect(await store.deleteEvents(9_000)).toBe(0);
        expect([await store.removeConsumer('idle'), await store.removeConsumer('idle')]).toEqual([true, false]);
        expect(await store.deleteEvents(9_000)).toBe(3);
      });
    });

    test('prune deletes old ended runs, their versions, and old events that all consumers have acknowledged', async () => {
      const store = await open();
      const ended = { outcome: 'failed', start: 10 } as const;
      const runs = [runOf('old', ended), runOf('open', { start: 10 }), runOf('new', { ...ended, start: 20 })];
      await write(store, { runs, events: [eventOf('e1', 10), eventOf('e2', 11), eventOf('e3', 20)] });
      await store.acknowledge('a', 1);
      expect(await store.prune({ before: 20 })).toBe(1);
      expect(await keys(store)).toEqual(['open', 'new']);
      const versions = await kind().query('SELECT key FROM run_versions ORDER BY key');
      expect(versions).toEqual([{ key: 'new' }, { key: 'open' }]);
      expect((await store.readEvents(0, 10)).map(({ id }) => id)).toEqual(['e2', 'e3']);
      expect(await store.prune({ before: 20 })).toBe(0);
    });

    test.each<[string, (store: Kept) => unknown]>([
      ['before must be milliseconds', (store) => store.prune({ before: new Date() as never })],
      ['before must be milliseconds', (store) => store.prune({ before: Number.NaN })],
      ['before must be milliseconds', (store) => store.prune({} as never)],
      ['before must be milliseconds', (store) => store.prune(undefined as never)],
      ['since must be milliseconds', (store) => store.readPage({ since: new Date(0) as never, limit: 1 })],
      ['until must be milliseconds', (store) => store.readPage({ until: '2026-03-02' as never, limit: 1 })],
      ['job must be the name', (store) => store.readPage({ job: 5 as never, limit: 1 })],
      ['query.since is not an option', (store) => store.readRuns({ since: 0 } as never)],
      ['keys must be a list', (store) => store.readHeads({ keys: 'a' as never })],
      ['keys must be a list', (store) => store.readRuns(undefined as never)],
      ['limt is not an option: did you mean limit?', (store) => store.readPage({ limt: 5 } as never)],
      [
        'job is not an option: did you mean jobs?',
        (store) => store.readHours({ since: 0, until: 1, job: 'a' } as never),
      ],
      ['limit must be a whole number', (store) => store.readPage({} as never)],
      ['limit must be a whole number', (store) => store.readJobs({ limit: 10_001 })],
      ['cursor must be the value of next', (store) => store.readPage({ limit: 1, cursor: 'a' })],
      ['cursor must be the value of next', (store) => store.readPage({ limit: 1, cursor: '9999999999999999 a' })],
      ['outcomes must be a list', (store) => store.readPage({ limit: 1, outcomes: ['gone' as never] })],
      ['first must be', (store) => store.readPage({ limit: 1, first: 'last' as never })],
      ['jobs must be a list', (store) => store.readJobs({ jobs: 'Orders' as never })],
      ['since must be', (store) => store.readHours({ until: 1 } as never)],
    ])('a value of a wrong type is refused, instead of reading or deleting nothing: %s', async (message, call) => {
      const store = await open();
      const error: unknown = await (async () => call(store))().catch((thrown: unknown) => thrown);
      expect(isConfigError(error) && error.message).toContain(message);
    });

    test('the days of the runs have revisions, also when a run moves to another day', async () => {
      const store = await open();
      const day = 86_400_000;
      await write(store, { runs: [runOf('a', { start: 1 }), runOf('b', { start: day }), runOf('c', { start: -1 })] });
      const first = await store.readDays();
      expect(first.map((each) => each.day)).toEqual([-1, 0, 1]);
      await write(store, { runs: [runOf('b', { start: 2 * day, version: 'b-2' })] });
      const changed = (await store.readDays()).filter(
        ({ day, revision }) => first.find((each) => each.day === day)?.revision !== revision,
      );
      expect(changed.map((each) => each.day)).toEqual([1, 2]);
    });

    test('runs are read in pages, newest or oldest first', async () => {
      const store = await open();
      const at = (n: number) => ({ start: n < 3 ? 5 : 6, outcome: n === 1 ? 'failed' : 'succeeded' }) as const;
      const runs = ['a', 'b', 'C', 'd', 'e'].map((key, n) => runOf(key, at(n)));
      await write(store, {
        runs: [...runs, runOf('later', { start: 9, job: 'Invoices' }), runOf('before', { start: 1 })],
      });
      const pages = async (query: Omit<RunPageQuery, 'limit'>) => {
        const read: string[][] = [];
        for await (const page of streamRuns(store, { ...query, limit: 2 })) read.push(page.map(({ key }) => key));
        return read;
      };
      expect(await pages({ since: 5, until: 9, first: 'oldest' })).toEqual([['C', 'a'], ['b', 'd'], ['e']]);
      expect(await pages({})).toEqual([['later', 'e'], ['d', 'b'], ['a', 'C'], ['before']]);
      expect(await pages({ job: 'Orders', until: 6 })).toEqual([
        ['b', 'a'],
        ['C', 'before'],
      ]);
      expect(await pages({ job: 'Invoices', first: 'oldest' })).toEqual([['later']]);
      expect(await pages({ outcomes: ['failed', 'running'] })).toEqual([['later', 'b'], ['before']]);
      // Failures of a job are read by an index of their own.
      const more = ['partial', 'cancelled', 'unknown', 'running'].map((outcome, n) =>
        runOf(outcome, { outcome: outcome as never, start: 7 + n }),
      );
      await write(store, { runs: [...more, runOf('other', { outcome: 'failed', job: 'Invoices' })] });
      const failures = { job: 'Orders', outcomes: ['failed', 'partial', 'cancelled', 'unknown'] } as const;
      expect(await pages(failures)).toEqual([
        ['unknown', 'cancelled'],
        ['partial', 'b'],
      ]);
      expect(await pages({ ...failures, since: 8, first: 'oldest' })).toEqual([['cancelled', 'unknown']]);
      expect(await store.readPage({ limit: 12 })).toMatchObject({ next: '1 before' });
      expect(await store.readPage({ limit: 13 })).toMatchObject({ next: undefined });
    });

    test('jobs and hours are read with what is known about their runs', async () => {
      const store = await open();
      const at = (hours: number): Partial<StoredRun> => ({
        start: hours * hour + 5,
        end: hours * hour + 1_505,
        rows: 2,
      });
      const runs = [
        runOf('a', { ...at(1), outcome: 'failed' }),
        runOf('b', { ...at(2), outcome: 'succeeded' }),
        runOf('c', { ...at(2.5), outcome: 'succeeded' }),
        runOf('d', { start: 3 * hour }),
        runOf('e', { ...at(3), outcome: 'unknown', job: 'Invoices' }),
      ];
      await write(store, { runs });
      const orders: JobSummary = {
        job: 'Orders',
        last: { key: 'd', start: 3 * hour, end: undefined, outcome: 'running' },
        running: 1,
        lastStarts: { failed: hour + 5, succeeded: 2.5 * hour + 5 },
        streak: {
          outcome: 'succeeded',
          runs: 2,
          first: { key: 'b', start: 2 * hour + 5 },
          last: { key: 'c', start: 2.5 * hour + 5 },
        },
      };
      expect(await store.readJobs({ jobs: ['Orders', 'None', "'"] })).toStrictEqual([orders]);
      const invoices = { job: 'Invoices', running: 0, lastStarts: {}, streak: undefined };
      expect(await store.readJobs({ limit: 1 })).toMatchObject([invoices]);
      expect(await store.readJobs({ limit: 5, after: 'Invoices' })).toMatchObject([{ job: 'Orders' }]);
      const period = { since: 2 * hour, until: 4 * hour };
      expect(await store.readHours(period)).toStrictEqual([
        { hour: 2 * hour, job: undefined, runs: { succeeded: 2 }, rows: 4, seconds: 3 },
        { hour: 3 * hour, job: undefined, runs: { running: 1, unknown: 1 }, rows: 2, seconds: 1.5 },
      ]);
      expect(await store.readHours({ ...period, jobs: ['Orders', 'None'] })).toStrictEqual([
        { hour: 2 * hour, job: 'Orders', runs: { succeeded: 2 }, rows: 4, seconds: 3 },
        { hour: 3 * hour, job: 'Orders', runs: { running: 1 }, rows: 0, seconds: 0 },
      ]);
    });

    test('the roll-ups are those of a recount, whatever happens to the runs', async () => {
      const { count, open: openFor = open } = kind().histories;
      const store = await openFor();
      await fc.assert(
        fc.asyncProperty(runHistories, async (history) => {
          await play(history, store);
          expect(await rollUpsOf(store)).toEqual(await recountOf(store));
        }),
        { numRuns: count, examples: [[firstOfStreakComesBack]] },
      );
    }, 600_000);

    test('the identity of a store does not change', async () => {
      const store = await open();
      const identity = await store.readIdentity();
      expect(identity).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), environment: store.environment });
      await store.close();
      expect(await (await open()).readIdentity()).toEqual(identity);
    });
  });
}
