// The mistakes of a first hour with Syncline, and what each message must say: what is wrong, where (the function, the
// option, the variable), and what to do.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiKeyHeader, basic, bearer, clientCredentials, fromEnvironment, vendorHeaderName } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client } from '@syncline/client';
import { createNodeTransport } from '@syncline/client/node';
import { createSandbox, type ListeningSandbox } from '@syncline/sandbox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run } from '../src/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'first-hour-'));
const sandbox = createSandbox({ clock: { start: '2026-03-02T06:00:00Z' }, scale: { jobs: 12, history: 60 } });
/** A variable of the environment that is not set. */
const unset = undefined as unknown as string;
let listening: ListeningSandbox;
let plain: Server;
let tls: Server;

const listen = (server: Server): Promise<Server> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  listening = await sandbox.listen();
  // Answers with the status that the path begins with.
  plain = await listen(
    createHttpServer(({ url = '' }, response) => {
      const status = Number(url.split('/')[1]);
      response.writeHead(status, {
        'content-type': 'text/html',
        ...(status === 302 ? { location: 'https://login.example.com/' } : {}),
        ...(status === 407 ? { 'proxy-authenticate': 'Basic' } : {}),
      });
      response.end('<title>Log in</title>');
    }),
  );
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
  const subject = ['-subj', '/CN=localhost', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' });
  tls = await listen(createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }));
});
afterAll(async () => {
  await listening.close();
  await sandbox.close();
  plain.close();
  tls.close();
  rmSync(folder, { recursive: true });
});

const anyCredential = basic({ username: 'ada', password: 'secret' });
type Options = Parameters<typeof createODataClient>[0];
const odata = (options: Partial<Options> = {}) =>
  createODataClient({
    baseUrl: listening.urls.odata,
    credential: basic(sandbox.credentials.basic),
    retry: 0,
    ...options,
  });
const list = (options: Partial<Options>) => odata(options).history.list();
/** A client with options that the types refuse, as a program in JavaScript has them. */
const wrong = (options: object) => odata(options);
const history = (query: object) => odata().history.list(query);
const at = (status: number) => list({ baseUrl: `http://127.0.0.1:${portOf(plain)}/${status}` });

test.each<[mistake: string, make: () => unknown, message: RegExp]>([
  [
    'the variable of a key is not set',
    () => apiKeyHeader({ name: 'x-acme-authtoken', value: unset }),
    /^value of apiKeyHeader is missing\. Is its env variable set\?$/,
  ],
  [
    'the variable of a password is not set',
    () => basic({ username: 'ada', password: unset }),
    /^password of basic is missing\. Is/,
  ],
  [
    'the variable of a user is not set',
    () => basic({ username: unset, password: 'x' }),
    /^username of basic is missing\. Is/,
  ],
  ['the variable of a token is not set', () => bearer(unset), /^token of bearer is missing\. Is/],
  [
    'the variable of a client id is not set',
    () => clientCredentials({ authUrl: 'https://auth.example', clientId: unset, clientSecret: 'x' }),
    /^clientId of clientCredentials is missing\. Is/,
  ],
  [
    'the variable of the vendor is not set',
    () => vendorHeaderName(unset),
    /^vendor of vendorHeaderName is missing\. Is/,
  ],
  [
    'the variable of the address is not set',
    () => wrong({ baseUrl: undefined }),
    /^baseUrl is missing\. Is its env variable set\?$/,
  ],
  [
    'no variable is set',
    () => fromEnvironment('odata', {}),
    /^environment has no credential for odata\. Set SYNCLINE_USERNAME with/,
  ],
  [
    'a key that was read with the line break of its file',
    () => apiKeyHeader({ name: 'x-acme-authtoken', value: 'key\n' }),
    /^value of apiKeyHeader must be text without .*line breaks/,
  ],
  [
    'two texts',
    () => (basic as (...all: unknown[]) => unknown)('ada', 'x'),
    /^options must be an object: { username, password }$/,
  ],
  [
    'a text instead of options',
    () => createODataClient('https://x' as never),
    /^options must be an object: { baseUrl, credential }$/,
  ],
  [
    'no credential',
    () => wrong({ credential: undefined }),
    /^credential must be a credential such as basic\(\) of @syncline\/auth$/,
  ],
  [
    'a user and a password as credential',
    () => wrong({ credential: { username: 'ada' } }),
    /^credential must be a credential such as/,
  ],
  [
    'the function instead of its credential',
    () => wrong({ credential: basic }),
    /^credential must be a credential such as basic\(\)/,
  ],
  [
    'http',
    () => wrong({ baseUrl: 'http://sync.example.com' }),
    /^baseUrl must be an https URL .*\(http only .* allowInsecureHttp\)$/,
  ],
  ['an address without https://', () => wrong({ baseUrl: 'sync.example.com' }), /^baseUrl must be an https URL/],
  [
    'a password in the address',
    () => wrong({ baseUrl: 'https://a:b@x.example' }),
    /^baseUrl must be an https URL without user name/,
  ],
  ['a misspelt option', () => wrong({ timout: 1 }), /^timout is not an option: did you mean timeout\?$/],
  ['the option of another library', () => wrong({ url: 'x' }), /^url is not an option: use baseUrl, credential, /],
  ['a time as text', () => wrong({ timeout: '30s' }), /^timeout must be a whole number from 1 to \d+ milliseconds$/],
  [
    'a filter as text',
    () => history({ filter: "details eq 'x'" }),
    /^filter must .* found a string; .*rawFilter\(text\)$/,
  ],
  [
    'a filter as an object',
    () => history({ filter: { details: 'x' } }),
    /^filter must .* write \(h\) => h\.name\.eq\(value\)$/,
  ],
  [
    'a filter with ===',
    () => history({ filter: (h: object) => h === null }),
    /^filter must .*found a boolean; write \(h\) => h\.name\.eq/,
  ],
  ['an option of OData', () => history({ $filter: 'x' }), /^\$filter is not an option: did you mean filter\?$/],
  [
    'a key as a number',
    () => odata().jobs.get(42 as never),
    /^JobName must be a string .* found a number; write the key as text$/,
  ],
  ['no key', () => odata().jobs.get(unset), /^JobName must be a string .* found undefined/],
  ['a misspelt job', () => odata().jobs.get('Ordrs'), /^GET \/odata\/jobs\('Ordrs'\): 404 .*There is no job 'Ordrs'/],
  [
    'a misspelt property',
    () => history({ select: ['detail'] }),
    /400 .*There is no property 'detail' here\. Did you mean 'details'\?/,
  ],
  [
    'a date as text',
    () => history({ filter: (h: { runstartdate: { gt(text: string): unknown } }) => h.runstartdate.gt('2026-03-01') }),
    /400 .*Write the date without quotes: 2026-01-31T00:00:00Z/,
  ],
  ['a path after the address', () => list({ baseUrl: `${listening.urls.odata}/history` }), /404 .*Below \/odata are /],
  [
    'the address of another interface',
    () => createV2Client({ baseUrl: listening.urls.odata, credential: anyCredential, retry: 0 }).workspaces.list(),
    /^GET \/odata\/v2\/workspaces: 404 .*Below \/odata are /,
  ],
  [
    'a wrong password',
    () => list({ credential: anyCredential }),
    /: 401 .*The credential sent as basic is wrong\. Accepted here: basic, /,
  ],
  [
    'an expired token',
    async () => {
      const { clientId, clientSecret } = sandbox.credentials.serviceAccount;
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      });
      const answer = await fetch(`${listening.urls.auth}/oauth/token`, { method: 'POST', body });
      const { access_token: token } = (await answer.json()) as { access_token: string };
      sandbox.expireTokens();
      await createCloudClient({ baseUrl: listening.urls.cloud, credential: bearer(token), retry: 0 }).query(
        'SELECT JobName FROM jobs',
      );
    },
    /: 401 .*The access token has expired: request another one\. Accepted here: /,
  ],
  ['a login page', () => at(200), /^GET \/200\/history: 200 with a body that is not JSON but text\/html$/],
  ['a redirect to a login', () => at(302), /redirect to https:\/\/login\.example\.com refused: another origin$/],
  ['a proxy that wants a password', () => at(407), /\(?407\)?: set the user name and password of the proxy$/],
  ['too many requests', () => at(429), /^GET \/429\/history: 429$/],
  [
    'a closed port',
    () => list({ baseUrl: 'http://127.0.0.1:9', fetch: createNodeTransport() }),
    /from http:\/\/127\.0\.0\.1:9: ECONNREFUSED$/,
  ],
  [
    'a name that does not resolve',
    () => list({ baseUrl: 'https://sync.invalid' }),
    /from https:\/\/sync\.invalid: (ENOTFOUND|EAI_AGAIN)$/,
  ],
  [
    'a self-signed certificate',
    () => list({ baseUrl: `https://localhost:${portOf(tls)}` }),
    /from https:\/\/localhost:\d+: DEPTH_ZERO_SELF_SIGNED_CERT: set NODE_EXTRA_CA_CERTS$/,
  ],
  [
    'https to a port that speaks http',
    () => list({ baseUrl: `https://127.0.0.1:${portOf(plain)}` }),
    /from https:\/\/127\.0\.0\.1:\d+: ERR_SSL_/,
  ],
])('in a program: %s', async (_mistake, make, message) => {
  const error = await Promise.resolve()
    .then(make)
    .catch((thrown: unknown) => thrown);
  expect((error as Error | undefined)?.message).toMatch(message);
});

/** How the history is read. */
const read = `outcomes: { succeeded: [SUCCESS] }
history: { key: historyid, job: jobname, status: status, start: runstartdate }`;

/** A configuration for the sandbox, with what follows the environment. */
const file = (more = read) => `environments:
  production:
    odata:
      url: ${listening.urls.odata}
      credential: { basic: { username: ${sandbox.credentials.basic.username}, password: { env: FIRST_HOUR_PASSWORD } } }
${more}
`;

test.each<[mistake: string, args: string, content: () => string | undefined, says: readonly (string | RegExp)[]]>([
  [
    'no configuration',
    'freshness',
    () => undefined,
    [
      'does not exist',
      '--config or SYNCLINE_CONFIG',
      /\n\nenvironments:\n {2}production:/,
      'init --ops',
      /https:\/\/\S+\/guides\//,
    ],
  ],
  ['no run to diagnose', 'diagnose', () => '', ['missing argument RUN: the key of a run, or the name of a job']],
  ['a misspelt command', 'statsu', () => '', ['Did you mean status?']],
  ['a misspelt option', 'freshness --sinc 2d', () => '', ['Did you mean --since?']],
  ['a job as an argument', 'status Orders', () => '', ["takes no argument 'Orders'", "write --job 'Orders'"]],
  [
    'an address as an argument',
    'doctor https://a:b@x.example',
    () => '',
    ['takes no argument URL', '--odata URL or --v2 URL'],
  ],
  ['a misspelt subcommand', 'jobs shw', () => '', ['did you mean show?']],
  ['an empty file', 'status', () => '', ['is empty; it needs environments']],
  [
    'a tab',
    'status',
    () => 'environments:\n\tproduction: {}\n',
    [/:2:1: error: the file is indented with a tab; use spaces/],
  ],
  [
    'an unknown key',
    'status',
    () => file('freshnes: []'),
    [/:6:1: error: freshnes is not known here; did you mean freshness\?/],
  ],
  [
    'a secret in the file',
    'status',
    () => file().replace(/\{ env: \w+ \}/, 'hunter2'),
    ['{ env: NAME }', 'remove it from the file'],
  ],
  [
    'two environments',
    'status',
    () =>
      file(
        '  staging: { odata: { url: https://s.example, credential: { basic: { username: a, password: { env: B } } } } }',
      ),
    ['must be one of production, staging', 'default: production'],
  ],
  ['a misspelt environment', 'status --environment prod', () => file(), ['--environment must be one of production']],
  [
    'no status words',
    'status',
    () => file(''),
    ['outcomes must be set', /\n\noutcomes:\n {2}succeeded: \[SUCCESS\]/, 'init --ops'],
  ],
  ['no freshness', 'freshness', () => file(), ['freshness must be set', /\n\nfreshness:\n {2}- { jobs: '\*'/]],
  ['no store', 'status --from store', () => file(), ['store must be set', /\n\nstore:\n {2}sqlite: /]],
  ['the variable of a password is not set', 'history', () => file(), ['FIRST_HOUR_PASSWORD, which is not set; set it']],
  [
    'a date that is no date',
    'history --since yesterday',
    () => file(),
    ['such as 90m, 24h or 7d', 'found "yesterday"'],
  ],
  ['a misspelt outcome', 'history --outcome fail', () => file(), ['must be one or more of', 'found "fail"']],
  [
    'a misspelt field',
    'history --fields statsu',
    () => file().replace('FIRST_HOUR_PASSWORD', 'FIRST_HOUR_SET'),
    ['did you mean status?'],
  ],
  ['an impossible port', 'monitor --port 70000', () => file(), ['--port must be a number from 0 to 65535']],
  [
    'a folder that does not exist',
    'report --out /nowhere/x.html',
    () => file(),
    ['its folder does not exist; create it'],
  ],
])('on the command line: %s', async (_mistake, args, content, says) => {
  const path = join(folder, `${String(content()?.length ?? 'none')}.yaml`);
  const text = content();
  if (text !== undefined) writeFileSync(path, text);
  vi.stubEnv('SYNCLINE_CONFIG', path);
  vi.stubEnv('FIRST_HOUR_SET', sandbox.credentials.basic.password);
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const status = await run(args.split(' '), { out: print, err: print, colored: false });
  vi.unstubAllEnvs();
  expect(status, lines.join('\n')).toBe(2);
  for (const each of says) expect(lines.join('\n')).toMatch(each);
  expect(lines.join('\n')).not.toMatch(/hunter2|a:b@/);
});
