import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { generateData } from '../../src/generate/generate-data.ts';
import type { SqlDatabase, SqlStatement } from '../../src/store/database.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { createStore } from '../../src/store/store.ts';
import { get, openSandbox, smallData } from '../support/sandbox.ts';

const open = (data = {}) => {
  const store = createStore(openNodeSqlite(), data);
  onTestFinished(() => store.close());
  return store;
};
const rows = (store: ReturnType<typeof open>): unknown => {
  const { text, rest = [] } = store.list('history', {});
  return JSON.parse(`[${[text, ...rest].join('')}]`);
};

const bound = (statement: SqlStatement): SqlStatement => ({
  run: (...parameters) => statement.run(...parameters),
  get: (...parameters) => statement.get(...parameters),
  all: (...parameters) => statement.all(...parameters),
  iterate: (...parameters) => statement.iterate(...parameters),
});

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data.sqlite');
}

describe('store', () => {
  it('adds and patches history, and undoes it all on reset', () => {
    const store = open({ history: [{ n: 1 }], jobs: [{ JobName: 'a', JobId: 'j' }] });
    const [handle] = store.addHistory([{ n: 2, status: 'running' }]);
    store.patchHistory(handle!, { status: 'done', extra: 1, n: undefined });
    store.putJobStatus('j', [{ status: 'done' }]);
    store.putTaskHistory('t/k', [{ status: 'done' }]);
    expect(rows(store)).toEqual([{ n: 1 }, { status: 'done', extra: 1 }]);
    expect(store.jobStatus('j')).toEqual([{ status: 'done' }]);
    expect(store.listTaskHistoryKeys()).toEqual(['t/k']);
    store.reset();
    expect(rows(store)).toEqual([{ n: 1 }]);
    expect(store.jobStatus('j')).toEqual([]);
    expect(store.taskHistory('t/k')).toEqual([]);
    expect(() => store.list('history', { select: ['extra'] })).toThrow("no property 'extra'");
  });

  it('keeps nothing of a failed transaction', () => {
    const store = open({ history: [{ n: 1 }] });
    expect(() => store.addHistory([{ n: 2 }, { n: {} as never }])).toThrow('history[1].n');
    expect(rows(store)).toEqual([{ n: 1 }]);
    store.addHistory([{ n: 3 }]);
    expect(rows(store)).toEqual([{ n: 1 }, { n: 3 }]);
  });

  it('ends a long response with an error when a reset interrupts it, never with a short array', () => {
    const store = open({ history: Array.from({ length: 6000 }, (_, n) => ({ n })) });
    store.addHistory([{ n: -1 }]);
    const rest = store.list('history', {}).rest![Symbol.iterator]();
    let text = String(rest.next().value);
    store.reset();
    const finish = (): void => {
      for (let next = rest.next(); !next.done; next = rest.next()) text += next.value;
    };
    try {
      finish();
      expect(text.match(/"n"/g)?.length).toBeGreaterThanOrEqual(4000);
    } catch (error) {
      expect(String(error)).toMatch(/abort|rollback|locked|reset/i);
    }
  });

  it('keeps data and runs in a file, and rejects other data for it', async () => {
    const file = temporaryFile();
    const first = createSandbox({ data: smallData, file, life: false });
    await first.close();
    const second = createSandbox({ file, life: false });
    onTestFinished(() => second.close());
    expect((await get(second, 'odata', '/history?$filter=failed eq true')).body.value).toHaveLength(1);
    expect(() => createSandbox({ data: smallData, file })).toThrow(
      /^file must be empty when data is given, but it contains data; /,
    );
  });

  it('rejects a file that is not a database', () => {
    const file = temporaryFile();
    writeFileSync(file, 'this is no database at all, only text of some length');
    expect(() => createSandbox({ file })).toThrow(
      /^file must be a SQLite database or a new file, but .* cannot be opened: /,
    );
    expect(() => createSandbox({ file: '/nonexistent/folder/x.sqlite' })).toThrow(
      /^file must be a SQLite database or a new file, but .* cannot be opened: /,
    );
  });

  it('resets by undoing changes: no record of the data is read or written again, however many there are', () => {
    const database = openNodeSqlite();
    let writes = 0;
    const read: string[] = [];
    const counted: SqlDatabase = {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        const { get, all, iterate } = bound(statement);
        return {
          run: (...parameters) => (writes++, statement.run(...parameters)),
          get: (...parameters) => (read.push(sql), get(...parameters)),
          all: (...parameters) => (read.push(sql), all(...parameters)),
          iterate,
        };
      },
      close: () => database.close(),
    };
    const store = createStore(counted, generateData({ scale: { history: 2000 } }));
    onTestFinished(() => store.close());
    expect(writes).toBeGreaterThan(2000);
    const before = rows(store);
    store.addHistory([{ details: 'new' }]);
    expect(rows(store)).not.toEqual(before);
    writes = read.length = 0;
    store.reset();
    expect([writes, [...new Set(read)]]).toEqual([0, ['SELECT name, types FROM property WHERE collection = ?']]);
    expect(rows(store)).toEqual(before);
  });

  it('serves many sandboxes in parallel, each with its own data', async () => {
    const sandboxes = Array.from({ length: 20 }, (_, n) => openSandbox({ data: { jobs: [{ JobName: `job ${n}` }] } }));
    const answers = await Promise.all(sandboxes.map((sandbox, n) => get(sandbox, 'odata', `/jobs('job%20${n}')`)));
    expect(answers.map(({ body }) => body.JobName)).toEqual(sandboxes.map((_, n) => `job ${n}`));
  });
});
