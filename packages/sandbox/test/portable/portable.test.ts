import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import {
  createPortableSandbox,
  createCredentials,
  isConfigError,
  readData,
  type SqlDatabase,
  urlsOf,
} from '../../src/portable.ts';

const open = (options: Parameters<typeof createPortableSandbox>[1]) => {
  const core = createPortableSandbox(new DatabaseSync(':memory:') as unknown as SqlDatabase, options);
  onTestFinished(() => void core.close());
  return core;
};

it('is the service over whatever SQLite it is handed, with the credentials and addresses that every sandbox has', async () => {
  const core = open({
    data: readData('{"jobs":[{"JobName":"Nightly","RowVersion":9007199254740993}]}'),
    vendor: 'umbrella',
  });
  expect(core.credentials).toEqual(createCredentials('umbrella'));
  expect(core.urls).toEqual(urlsOf('http://sandbox.localhost'));
  const { headerName, value } = core.credentials.apiKey;
  const response = await core.fetch(`${core.urls.odata}/jobs('Nightly')`, { headers: { [headerName]: value } });
  expect(await response.text()).toBe('{"JobName":"Nightly","RowVersion":9007199254740993}');
});

it('refuses a wrong option and leaves the database to its owner', () => {
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
