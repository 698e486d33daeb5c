import { inspect } from 'node:util';
import { createODataClient } from '@syncline/client';
import { ConfigError } from '@syncline/core/internal';
import { createSandbox } from '@syncline/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigFileError } from '../../src/environment/load-config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import type { MissingConfigError } from '../../src/environment/environment.ts';
import { checkConfig, loadConfig } from '../../src/index.ts';
import { folderWith } from '../support/folder.ts';

const canary = 'hunter2-canary-7f3a';
const text = `environments:
  production:
    odata: { url: https://a.example.com, credential: { basic: { username: { env: U }, password: { file: secret } } } }
  staging:
    v2: { url: https://b.example.com, credential: { apiKeyHeader: { name: x-key, value: { env: K } } } }
    cloud:
      url: https://c.example.com
      credential: { personalAccessToken: { email: a@example.com, token: { command: [vault, read] } } }
`;
const fileOf = (content = text, others: Record<string, string> = { secret: canary }) =>
  `${folderWith({ 'syncline.yaml': content, ...others })}/syncline.yaml`;

describe('the environment', () => {
  test.each<[name: string, options: object, variables: object, content: string, expected: string]>([
    ['is named', { environment: 'staging' }, {}, text, 'staging'],
    ['is named by a variable', {}, { SYNCLINE_ENVIRONMENT: 'staging' }, text, 'staging'],
    [
      'is named by the option first',
      { environment: 'production' },
      { SYNCLINE_ENVIRONMENT: 'staging' },
      text,
      'production',
    ],
    ['is the default', {}, {}, `${text}default: staging\n`, 'staging'],
    ['is the only one', {}, {}, text.replace(/ {2}staging[^]*/, ''), 'production'],
  ])('%s', async (_name, options, variables, content, expected) => {
    expect((await loadConfig({ file: fileOf(content), variables: { ...variables }, ...options })).environment).toBe(
      expected,
    );
  });

  test.each([
    [{}, '--environment must be one of production, staging. For a default, add `default: production` to the file'],
    [{ environment: 'prod' }, '--environment must be one of production, staging'],
    [{ environment: 'constructor' }, '--environment must be one of production, staging'],
  ])('is refused: %j', async (options, message) => {
    await expect(loadConfig({ file: fileOf(), variables: {}, ...options })).rejects.toThrow(message);
  });
});

describe('the file', () => {
  test('is found by a variable', async () => {
    const file = fileOf();
    expect((await loadConfig({ environment: 'staging', variables: { SYNCLINE_CONFIG: file } })).file).toBe(file);
  });

  test.each<[string, string | Uint8Array | undefined, string]>([
    ['none.yaml', undefined, 'does not exist. Write it, or name another file with --config or SYNCLINE_CONFIG'],
    ['.', undefined, 'is a folder'],
    ['f.yaml', new Uint8Array([0xff, 0xfe, 0x00]), 'is not UTF-8'],
  ])('%s that cannot be read is refused', async (name, content, message) => {
    const folder = folderWith(content === undefined ? {} : { [name]: content });
    await expect(loadConfig({ file: `${folder}/${name}`, variables: {} })).rejects.toThrow(message);
  });

  test('that does not exist is refused with an example that is accepted', async () => {
    const error: unknown = await loadConfig({ file: 'none.yaml', variables: {} }).catch((thrown: unknown) => thrown);
    const { example } = error as MissingConfigError;
    expect(readConfig(example).problems).toEqual([]);
  });

  test('with problems names each of them', async () => {
    const file = fileOf(`${text}foo: ${canary}\nstore: {}\n`);
    const error: unknown = await loadConfig({ file, variables: {} }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigFileError);
    expect((error as Error).message.split('\n')).toEqual([
      `--config ${file} has 2 problems:`,
      expect.stringMatching(/syncline\.yaml:9:1: error: foo is not known here/),
      expect.stringMatching(/syncline\.yaml:10:1: error: store must have exactly one of sqlite, postgres/),
    ]);
    expect(inspect(error)).not.toContain(canary);
  });
});

describe('a connection', () => {
  const sandbox = createSandbox({ seed: 3, scale: { jobs: 2, history: 10 } });
  let url = '';
  beforeAll(async () => {
    ({ odata: url } = (await sandbox.listen()).urls);
  });
  afterAll(() => sandbox.close());
  const connected = async (content: string, variables: Record<string, string>, others: Record<string, string> = {}) => {
    const loaded = await loadConfig({ file: fileOf(content, others), environment: 'p', variables });
    return { loaded, connection: await loaded.connect('odata') };
  };
  const configFor = (credential: string, at = url) =>
    `environments: { p: { odata: { url: '${at}', credential: ${credential} } } }\n`;
  const works = async ({ connection }: Awaited<ReturnType<typeof connected>>): Promise<boolean> =>
    (await createODataClient({ baseUrl: connection.url, credential: connection.credential }).history.list()).length > 0;

  test('authenticates with a variable, a file and a command', async () => {
    const { username, password } = sandbox.credentials.basic;
    const variables = { U: username, P: password, ...(process.env['PATH'] && { PATH: process.env['PATH'] }) };
    for (const reference of ['{ env: P }', '{ file: p }', `{ command: ['${process.execPath}', -p, process.env.P] }`]) {
      const content = configFor(`{ basic: { username: { env: U }, password: ${reference} } }`);
      expect(await works(await connected(content, variables, { p: `${password}\n` }))).toBe(true);
    }
  });

  test('takes its address and credential from environment variables first', async () => {
    const { username, password } = sandbox.credentials.basic;
    const content = configFor('{ apiKeyQuery: { value: { env: NOT_SET } } }', 'https://nowhere.example.com');
    const variables = { SYNCLINE_ODATA_URL: url, SYNCLINE_USERNAME: username, SYNCLINE_PASSWORD: password };
    expect(await works(await connected(content, variables))).toBe(true);
    await expect(connected(content, { SYNCLINE_ODATA_URL: url, SYNCLINE_USERNAME: username })).rejects.toThrow(
      'environments.p.odata.credential is not used, because SYNCLINE_USERNAME is set: environment has no credential ' +
        'for odata. Set SYNCLINE_USERNAME with SYNCLINE_PASSWORD, or',
    );
  });

  test('shows no secret when it is inspected', async () => {
    const content = configFor('{ basic: { username: u, password: { env: P } } }');
    const { loaded, connection } = await connected(content, { P: canary });
    expect(inspect([loaded, connection], { depth: 10, showHidden: true })).not.toContain(canary);
    expect(JSON.stringify([loaded, connection])).not.toContain(canary);
  });

  test('to an interface that the environment does not have is refused', async () => {
    const { loaded } = await connected(configFor('{ basic: { username: u, password: { env: P } } }'), {});
    await expect(loaded.connect('v2')).rejects.toThrow('environments.p.v2 must be set in');
  });

  test('without its user name is refused, with the place and the variable', async () => {
    const content = configFor('{ basic: { username: { env: NO_USER }, password: { env: P } } }');
    await expect(connected(content, {})).rejects.toThrow(
      'environments.p.odata.credential.basic.username needs the environment variable NO_USER',
    );
    await expect(connected(content, {})).rejects.toBeInstanceOf(ConfigError);
  });
});

describe('config check', () => {
  const check = async (
    options: { variables?: Record<string, string>; environment?: string },
    others?: Record<string, string>,
  ) => {
    const file = fileOf(text, others);
    const { ok, text: printed } = await checkConfig({ file, variables: {}, ...options });
    return [ok, ...printed.replaceAll(file, 'f').split('\n')];
  };

  test('reports that everything is valid', async () => {
    expect(await check({ variables: { U: canary, K: canary } })).toEqual([
      true,
      'f: the environments production, staging can be used',
    ]);
  });

  test('a missing variable is an error if it is needed, and a warning otherwise', async () => {
    expect(await check({ environment: 'production' }, {})).toEqual([
      false,
      'f:3:75: error: environments.production.odata.credential.basic.username needs the environment variable U, which is not set here',
      'f:3:97: error: environments.production.odata.credential.basic.password needs the file secret, which cannot be read (ENOENT)',
      'f:5:89: warning: environments.staging.v2.credential.apiKeyHeader.value needs the environment variable K, which is not set here',
      'f: 2 errors, 1 warning',
    ]);
    expect((await check({}))[0], 'no environment is selected').toBe(true);
  });

  test('an environment that does not exist is refused', async () => {
    await expect(check({ environment: 'x' })).rejects.toThrow('--environment must be one of');
  });

  test('a secret that other users can read is a warning', async () => {
    const folder = folderWith({ 'syncline.yaml': text.replace('{ file: secret }', '{ file: syncline.yaml }') });
    const { chmodSync } = await import('node:fs');
    chmodSync(`${folder}/syncline.yaml`, 0o644);
    const { ok, problems } = await checkConfig({
      file: `${folder}/syncline.yaml`,
      environment: 'production',
      variables: { U: 'u', K: 'k' },
    });
    expect([ok, problems.map(({ severity, message }) => `${severity}: ${message}`)]).toEqual([
      true,
      ['warning: names syncline.yaml, which other users can read; run chmod 600'],
    ]);
  });
});

test.each([
  [{ environment: 'zzz' }, {}, '--environment must be one of'],
  [{ environment: 'zzz' }, { SYNCLINE_ENVIRONMENT: 'p' }, '--environment must be one of'],
  [{}, { SYNCLINE_ENVIRONMENT: 'zzz' }, 'SYNCLINE_ENVIRONMENT must be one of'],
  [{}, { SYNCLINE_ODATA_URL: 'ftp://example.com' }, 'SYNCLINE_ODATA_URL must be an https URL'],
  [{}, { SYNCLINE_ODATA_URL: 'http://example.com' }, 'SYNCLINE_ODATA_URL must be an https URL'],
])('an error names what the user set: %j %j', async (options, variables, message) => {
  const one =
    "environments: { p: { odata: { url: 'https://a.example.com', credential: { basic: { username: u, password: { env: P } } } } } }";
  const file = `${folderWith({ 'syncline.yaml': one })}/syncline.yaml`;
  const connecting = loadConfig({ file, variables, ...options }).then((loaded) => loaded.connect('odata'));
  await expect(connecting).rejects.toThrow(message);
});
