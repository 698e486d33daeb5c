import { inspect } from 'node:util';
import { createSandbox } from '@syncline/sandbox';
import { expect, test } from 'vitest';
import { vocabularyFingerprint } from '../../src/environment/open-environment.ts';
import { type Environment, openEnvironment } from '../../src/index.ts';
import { folderWith } from '../support/folder.ts';

const sandbox = createSandbox({ seed: 3, scale: { jobs: 2, history: 10 } });
const { username, password } = sandbox.credentials.basic;
const text = `environments:
  p:
    odata: { url: '${sandbox.urls.odata}', credential: { basic: { username: '${username}', password: { env: P } } } }
    v2: { url: '${sandbox.urls.v2}', credential: { basic: { username: { env: U }, password: { file: secret } } } }
outcomes: { succeeded: [SUCCESS], partial: ['/^\\d+ of \\d+ Tasks Failed$/'], details: { failed: [broken] } }
history: { key: historyid, job: jobname, status: status, start: runstartdate, timeZone: UTC }
freshness: [{ jobs: 'Orders*', warnAfter: 2h, grace: 1m }]
volume: { deviations: 8 }
lint: { rules: { verbosity-high: 'off' }, maxStartsPerMinute: 3 }
store: { sqlite: ./runs.db }
`;

async function open(content: string, variables: Record<string, string>): Promise<[Environment, string]> {
  const folder = folderWith({ 'syncline.yaml': content, secret: `${password}\n` });
  return [await openEnvironment({ file: `${folder}/syncline.yaml`, variables, fetch: sandbox.fetch }), folder];
}

test('an environment has working clients and the settings of the configuration', async () => {
  const [environment, folder] = await open(text, { P: password, U: username });
  const { odata, v2, classify, history, freshness, volume, lint, store } = environment;
  expect((await odata?.history.list())?.length).toBeGreaterThan(0);
  expect((await v2?.workspaces.list())?.length).toBeGreaterThan(0);
  const outcomeOf = (status: string) => classify?.({ status } as never).outcome;
  expect(['SUCCESS', '7 of 13 Tasks Failed', 'other'].map(outcomeOf)).toEqual(['succeeded', 'partial', 'unknown']);
  expect(history).toEqual({
    key: 'historyid',
    job: 'jobname',
    status: 'status',
    start: 'runstartdate',
    timeZone: 'UTC',
  });
  expect(volume).toEqual({ deviations: 8 });
  expect(freshness).toEqual([{ jobs: 'Orders*', warnAfter: '2h', grace: '1m' }]);
  expect(lint).toEqual({ rules: { 'verbosity-high': 'off' }, maxStartsPerMinute: 3 });
  expect(store).toEqual({ sqlite: `${folder}/runs.db` });
  expect(inspect(environment, { depth: 8, showHidden: true })).not.toContain(password);
  await environment.close();
});

test('what is not configured is undefined', async () => {
  const only = text.replace(/ {4}v2[^]*/, '');
  const [environment] = await open(only, {});
  expect(environment).toMatchObject({ name: 'p', freshness: [], lint: {} });
  expect([environment.v2, environment.classify, environment.history, environment.store]).toEqual(
    Array(4).fill(undefined),
  );
});

test('an interface that is configured only by environment variables exists', async () => {
  const only = text.replace(/ {4}v2[^]*/, '');
  const variables = { SYNCLINE_V2_URL: sandbox.urls.v2, SYNCLINE_USERNAME: username, SYNCLINE_PASSWORD: password };
  const [{ v2 }] = await open(only, variables);
  expect((await v2?.workspaces.list())?.length).toBeGreaterThan(0);
});

test('the token of the MCP server is looked up when it is needed, and never shown', async () => {
  const content = `${text}mcp: { jobs: ['Orders*'], token: { env: T } }\n`;
  const [{ mcp }] = await open(content, { P: password, U: username, T: 'canary-token' });
  expect(mcp).toMatchObject({ jobs: ['Orders*'] });
  expect(inspect(mcp, { depth: 8, showHidden: true })).not.toContain('canary');
  expect(await mcp?.token?.()).toBe('canary-token');
});

test('the address of a PostgreSQL store is looked up when it is needed, and never shown', async () => {
  const content = text.replace('{ sqlite: ./runs.db }', '{ postgres: { env: DB } }');
  const address = 'postgres://u:hunter2-canary@db/x';
  const read = async (variables: Record<string, string>) => {
    const [environment] = await open(content, { P: password, U: username, ...variables });
    const { store } = environment;
    if (store === undefined || 'sqlite' in store) throw new Error('the store is another one');
    expect(inspect(environment, { depth: 8, showHidden: true })).not.toContain('canary');
    return store.postgres();
  };
  expect(await read({ DB: address })).toBe(address);
  await expect(read({})).rejects.toThrow('store.postgres needs the environment variable DB');
});

test('secrets can be looked up before the first request', async () => {
  const [complete] = await open(text, { P: password, U: username });
  await complete.lookUpSecrets?.();
  const [lacking] = await open(text, { U: username });
  await expect(lacking.lookUpSecrets?.()).rejects.toThrow('needs the environment variable P, which is not set');
  const [other] = await open(text.replace('file: secret', 'file: none'), { P: password, U: username });
  await expect(other.lookUpSecrets?.()).rejects.toThrow('needs the file none, which cannot be read');
});

const history = { key: 'historyid', job: 'jobname', status: 'status', start: 'runstartdate' };
const outcomes = { succeeded: ['SUCCESS', 'OK'], failed: ['FAILED'] };
const fingerprint = vocabularyFingerprint({ outcomes, history });

test.each([
  ['the order of words', { outcomes: { ...outcomes, succeeded: ['OK', 'SUCCESS'] }, history }],
  ['the order of entries', { outcomes: { failed: ['FAILED'], succeeded: ['SUCCESS', 'OK'] }, history }],
  ['the limit of a page', { outcomes, history: { ...history, pageCap: 100 } }],
])('%s does not change the fingerprint', (_, config) => {
  expect(vocabularyFingerprint(config)).toBe(fingerprint);
});

test.each([
  ['a word that means something else', { outcomes: { succeeded: ['SUCCESS'], failed: ['FAILED', 'OK'] }, history }],
  ['another word', { outcomes: { ...outcomes, failed: ['FAILED', 'ERROR'] }, history }],
  ['another property', { outcomes, history: { ...history, start: 'startdate' } }],
  ['no outcomes', { history }],
])('%s changes the fingerprint', (_, config) => {
  expect(vocabularyFingerprint(config)).not.toBe(fingerprint);
});
