import { createSandbox } from '@syncline/sandbox';
import { afterEach, expect, test } from 'vitest';
import { loadConfig, openEnvironment } from '../../src/index.ts';
import { folderWith } from '../support/folder.ts';

const sandbox = createSandbox({ seed: 3, scale: { jobs: 2, history: 10 } });
const { username, password } = sandbox.credentials.basic;
const credential = `credential: { basic: { username: '${username}', password: { file: secret } } }`;
const text = `environments:\n  p: { odata: { url: '${sandbox.urls.odata}', ${credential} } }\n`;
const open = () => folderWith({ 'syncline.yaml': text, secret: password });

test.each([
  ['enviroment', 'did you mean environment?'],
  ['config', 'use file, environment, variables, commandTimeout'],
])('the option %s is refused, because otherwise another environment would be opened', async (name, advice) => {
  const options = { file: `${open()}/syncline.yaml`, [name]: 'staging' };
  await expect(openEnvironment(options)).rejects.toThrow(`${name} is not an option: ${advice}`);
  await expect(loadConfig(options)).rejects.toThrow(`${name} is not an option: ${advice}`);
});

/** What an attacker would add to every object of the program. */
const additions: Readonly<Record<string, unknown>> = {
  file: 'elsewhere.yaml',
  environment: 'elsewhere',
  variables: { SYNCLINE_ODATA_URL: 'https://evil.example' },
  env: 'HOME',
  command: ['echo', 'evil'],
  apiKeyHeader: { name: 'x-evil', value: { env: 'HOME' } },
  v2: { url: 'https://evil.example', credential: { basic: { username: 'a', password: { env: 'HOME' } } } },
  store: { sqlite: 'evil.db' },
  alerts: { rules: [{ jobs: '*' }], webhooks: { evil: { url: 'https://evil.example', secrets: [{ env: 'HOME' }] } } },
  mcp: { jobs: ['*'] },
};
const root: object = Object.getPrototypeOf({});
afterEach(() => {
  for (const name of Object.keys(additions)) Reflect.deleteProperty(root, name);
});

test('a polluted prototype changes neither the options nor the configuration', async () => {
  const folder = open();
  const sent: [string, unknown][] = [];
  for (const [name, value] of Object.entries(additions)) {
    Object.defineProperty(root, name, { value, configurable: true });
    const environment = await openEnvironment({
      file: `${folder}/syncline.yaml`,
      environment: 'p',
      variables: {},
      fetch: (url, init) => {
        sent.push([new URL(url).origin, init.headers['authorization']]);
        return sandbox.fetch(url, init);
      },
    });
    const { v2, store, alerts, mcp } = environment;
    expect([v2, store, alerts, mcp], name).toEqual([undefined, undefined, undefined, undefined]);
    await environment.odata?.history.list();
    Reflect.deleteProperty(root, name);
  }
  const header = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  expect(new Set(sent.map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify([new URL(sandbox.urls.odata).origin, header])]),
  );
  expect(sent).toHaveLength(Object.keys(additions).length);
});
