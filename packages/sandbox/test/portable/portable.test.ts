import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/index.ts';
import {
  createPortableSandbox,
  createCredentials,
  isConfigError,
  readData,
  type SqlDatabase,
  urlsOf,
} from '../../src/portable.ts';

const open = (options: Parameters<typeof createPortableSandbox>[1]) => {
  const sandbox = createPortableSandbox(new DatabaseSync(':memory:') as unknown as SqlDatabase, options);
  onTestFinished(() => void sandbox.close());
  return sandbox;
};

it('works with any SQLite, with the credentials and URLs of every sandbox', async () => {
  const sandbox = open({
    data: readData('{"jobs":[{"JobName":"Nightly","RowVersion":9007199254740993}]}'),
    vendor: 'umbrella',
  });
  expect(sandbox.credentials).toEqual(createCredentials('umbrella'));
  expect(sandbox.urls).toEqual(urlsOf('http://sandbox.localhost'));
  const { headerName, value } = sandbox.credentials.apiKey;
  const response = await sandbox.fetch(`${sandbox.urls.odata}/jobs('Nightly')`, { headers: { [headerName]: value } });
  expect(await response.text()).toBe('{"JobName":"Nightly","RowVersion":9007199254740993}');
});

it('can be closed more than once, also by two signals at the same time', async () => {
  const portable = createPortableSandbox(new DatabaseSync(':memory:') as unknown as SqlDatabase);
  await portable.close();
  expect(() => portable.close()).not.toThrow();
  const sandbox = createSandbox();
  await sandbox.listen();
  const closed = await Promise.allSettled([sandbox.close(), sandbox.close(), sandbox.close()]);
  expect(closed.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
});

it.each<[string, (sandbox: Sandbox) => unknown, string]>([
  ['fetch', ({ fetch, urls }) => fetch(`${urls.odata}/history`), 'fetch failed'],
  ['listen', (sandbox) => sandbox.listen(), 'sandbox was closed; create another one'],
  ['reset', (sandbox) => sandbox.reset(), 'sandbox was closed; create another one'],
  ['examples', (sandbox) => sandbox.examples, 'sandbox was closed; create another one'],
  ['life', (sandbox) => sandbox.life, 'sandbox was closed; create another one'],
])('says after it was closed that %s cannot be used', async (_, use, message) => {
  const sandbox = createSandbox();
  await sandbox.fetch(sandbox.urls.odata);
  await sandbox.close();
  await expect((async () => use(sandbox))()).rejects.toThrow(message);
  expect(sandbox.requests).toHaveLength(1);
  expect(() => sandbox.clock.advance('1d')).not.toThrow();
});

it('leaves no server open if it is closed before it listens', async () => {
  const openServers = async () => {
    // Node frees the socket of a closed server one turn later.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    return process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  };
  const before = await openServers();
  const sandbox = createSandbox();
  const refused = expect(sandbox.listen()).rejects.toThrow('sandbox was closed; create another one');
  await sandbox.close();
  await refused;
  expect(await openServers()).toBe(before);
});

it.each([
  [undefined, 'database must be a SqlDatabase, but it has no method exec'],
  [null, 'database must be a SqlDatabase, but it has no method exec'],
  [{ exec() {}, close() {} }, 'database must be a SqlDatabase, but it has no method prepare'],
])('refuses %j as a database', (database, message) => {
  expect(() => createPortableSandbox(database as never)).toThrow(message);
});

it('rejects an invalid option and leaves the database open', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  let refused: unknown;
  try {
    createPortableSandbox(database as unknown as SqlDatabase, { data: { history: [{ n: {} as never }] } });
  } catch (error) {
    refused = error;
  }
  expect(isConfigError(refused)).toBe(true);
  expect(database.prepare("SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table'").get()).toEqual({
    tables: 0,
  });
});
