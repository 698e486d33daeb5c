import { createServer, type RequestListener } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { causeIds } from '../../src/doctor/causes.ts';
import { apiKey, causesOf, runDoctor, secrets, stillClock } from './run-doctor.ts';
import { closedPort, createCertificates, http, https, listen, proxy, tcp } from './servers.ts';

const made = createCertificates();
afterAll(() => made.remove());

const send =
  (status: number, type: string, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type, ...headers }).end(body);
const json = (status: number, body: unknown = [], headers?: Record<string, string>): RequestListener =>
  send(status, 'application/json', JSON.stringify(body), headers);
const closed = async (): Promise<string> => `http://127.0.0.1:${await closedPort()}`;

interface Case {
  readonly cause: string;
  readonly title: string;
  readonly set: () => Promise<{ odata?: string; v2?: string; ca?: string; proxy?: string; environment?: object }>;
  readonly says: RegExp;
  readonly status?: number;
}

/** A service that accepts the API key in the given header. */
const keyIn =
  (header: string, body: unknown = [{ connectorid: 'a' }]): RequestListener =>
  (request, response) =>
    json(request.headers[header] === apiKey.SYNCLINE_API_KEY ? 200 : 401, body)(request, response);
const only =
  (path: string): RequestListener =>
  (request, response) =>
    json(request.url?.startsWith(path) ? 200 : 404)(request, response);

const cases: readonly Case[] = [
  {
    cause: 'refused',
    title: 'nothing listens at the port',
    set: async () => ({ odata: await closed() }),
    says: /127\.0\.0\.1:\d+ refused the connection[^]*Check the port/,
  },
  {
    cause: 'dns',
    title: 'the host does not exist',
    set: async () => ({ odata: 'https://service.invalid/api.rsc' }),
    says: /The name service\.invalid does not resolve/,
  },
  {
    cause: 'tls-self-signed',
    title: 'the certificate is self-signed',
    set: async () => ({ odata: await https(made.selfSigned, json(200)) }),
    says: /self-signed certificate[^]*--ca server\.pem/,
  },
  {
    cause: 'tls-unknown-authority',
    title: 'an unknown authority signed the certificate',
    set: async () => ({ odata: await https(made.issued, json(200)) }),
    says: /authority[^]*--ca authority\.pem/,
  },
  {
    cause: 'tls-wrong-name',
    title: 'the certificate is for another name',
    set: async () => ({ odata: await https(made.wrongName, json(200)), ca: made.authority.certFile }),
    says: /different name than localhost/,
  },
  {
    cause: 'tls-expired',
    title: 'the certificate has expired',
    set: async () => ({ odata: await https(made.expired, json(200)), ca: made.authority.certFile }),
    says: /has expired/,
  },
  {
    cause: 'tls-on-plain-port',
    title: 'the port does not speak TLS',
    set: async () => ({ odata: (await http(json(200))).replace('http:', 'https:') }),
    says: /does not speak TLS/,
  },
  {
    cause: 'tls-other',
    title: 'the server ends the handshake with an alert',
    set: async () => {
      const alert = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);
      const port = await tcp((socket) => void socket.once('data', () => socket.end(alert)));
      return { odata: `https://localhost:${port}` };
    },
    says: /The TLS handshake with localhost:\d+ failed \([^)]*alert handshake failure\)/,
  },
  {
    cause: 'connection-closed',
    title: 'the server hangs up',
    set: async () => ({
      odata: `http://127.0.0.1:${await tcp((socket) => void socket.once('data', () => socket.destroy()))}`,
    }),
    says: /closed the connection before it responded/,
  },
  {
    cause: 'connection-closed',
    title: 'the port expects TLS, the address says http',
    set: async () => ({ odata: (await https(made.selfSigned, json(200))).replace('https:', 'http:') }),
    says: /try https:/,
  },
  {
    cause: 'proxy-unreachable',
    title: 'the proxy of the environment is down',
    set: async () => ({ odata: 'https://localhost:1', environment: { HTTPS_PROXY: await closed() } }),
    says: /The proxy http:\/\/127\.0\.0\.1:\d+ cannot be reached[^]*Fix HTTPS_PROXY/,
  },
  {
    cause: 'proxy-authentication',
    title: 'the proxy wants a password for a tunnel',
    set: async () => ({ odata: 'https://localhost:1', proxy: `http://127.0.0.1:${(await proxy(407)).port}` }),
    says: /requires a user name and a password \(407\)/,
  },
  {
    cause: 'proxy-authentication',
    title: 'the proxy wants another password, and the address is http',
    set: async () => ({
      odata: 'http://localhost:1',
      environment: { http_proxy: `http://ada:wrong-proxy-password@127.0.0.1:${(await proxy(407)).port}` },
    }),
    says: /Put them into http_proxy/,
  },
  {
    cause: 'proxy-authentication',
    title: 'a proxy that nobody named wants a password',
    set: async () => ({ odata: await http(json(407)) }),
    says: /The proxy requires a user name and a password \(407\)\.[^]*Put them into --proxy: http/,
  },
  {
    cause: 'proxy-refused',
    title: 'the proxy does not allow the host',
    set: async () => ({ odata: 'https://localhost:1', proxy: `http://127.0.0.1:${(await proxy(403)).port}` }),
    says: /does not connect to localhost:1/,
  },
  {
    cause: 'wrong-credential',
    title: 'the password is wrong',
    set: async () => ({ odata: await http(json(401, {}, { 'www-authenticate': 'Basic realm="x"' })) }),
    says: /refuses the credential \(401\)\. The service asks for Basic/,
  },
  {
    cause: 'wrong-credential',
    title: 'the key is wrong, in every header',
    set: async () => ({ odata: await http(keyIn('x-nothing-of-this')), environment: { ...none, ...apiKey } }),
    says: /Tried without success: x-acme-authtoken/,
  },
  {
    cause: 'wrong-header-name',
    title: 'the key is right, and its header is not',
    set: async () => ({ odata: await http(keyIn('x-api-key')), environment: { ...none, ...apiKey } }),
    says: /The header x-api-key works/,
  },
  {
    cause: 'wrong-credential',
    title: 'the password is wrong, and the key of the environment would work',
    set: async () => ({
      odata: await http(keyIn('x-api-key')),
      environment: { SYNCLINE_API_KEY: apiKey.SYNCLINE_API_KEY },
    }),
    says: /refuses the credential \(401\)[^]*API key of the environment works, in the header x-api-key/,
  },
  {
    cause: 'forbidden',
    title: 'the user may not read',
    set: async () => ({ odata: await http(json(403)) }),
    says: /does not allow this read \(403\)/,
  },
  {
    cause: 'wrong-path',
    title: 'the application path is missing',
    set: async () => ({ odata: await http(only('/api.rsc/')) }),
    says: /nothing at this path \(404\)[^]*is at http:\/\/127\.0\.0\.1:\d+\/api\.rsc\./,
  },
  {
    cause: 'wrong-path',
    title: 'the path is wrong, and the interface is at the root',
    set: async () => ({
      odata: `${await http((q, r) => json(/^\/(connectors|history)/.test(q.url ?? '') ? 200 : 404)(q, r))}/app/api.rsc`,
    }),
    says: /is at http:\/\/127\.0\.0\.1:\d+\. Use/,
  },
  {
    cause: 'wrong-path',
    title: 'nothing is anywhere',
    set: async () => ({ odata: await http(json(404)) }),
    says: /Tried without success: http/,
  },
  {
    cause: 'v2-elsewhere',
    title: 'v2 is at the root',
    set: async () => ({ v2: `${await http(only('/v2/'))}/api.rsc` }),
    says: /v2 interface is not under this address \(404\)[^]*is at http:\/\/127\.0\.0\.1:\d+\. Use/,
  },
  {
    cause: 'html',
    title: 'the base URL is the web application',
    set: async () => ({ odata: await http(send(200, 'text/html', '<!doctype html><title>Hello</title>')) }),
    says: /a web page instead of JSON \(200\)/,
  },
  {
    cause: 'login-page',
    title: 'a login form comes with 200',
    set: async () => ({ odata: await http(send(200, 'text/html', '<form><input type="password"></form>')) }),
    says: /sends a login page/,
  },
  {
    cause: 'login-page',
    title: 'a login form comes without quotation marks',
    set: async () => ({ odata: await http(send(200, 'text/html', '<input name=p type = PASSWORD>')) }),
    says: /sends a login page/,
  },
  {
    cause: 'login-page',
    title: 'the server redirects to its login page',
    set: async () => ({ odata: await http(send(302, 'text/html', '', { location: '/login.rst?back=secret-place' })) }),
    says: /redirects to a login page \(302\): http:\/\/127\.0\.0\.1:\d+\/login\.rst /,
  },
  {
    cause: 'redirect',
    title: 'the server moved',
    set: async () => ({
      odata: await http(send(301, 'text/html', '', { location: 'https://other.example.com/api.rsc' })),
    }),
    says: /redirects \(301\): https:\/\/other\.example\.com\/api\.rsc/,
  },
  {
    cause: 'not-json',
    title: 'the answer is XML',
    set: async () => ({ odata: await http(send(200, 'application/atom+xml', '<feed/>')) }),
    says: /application\/atom\+xml, not JSON/,
  },
  {
    cause: 'not-a-list',
    title: 'another interface answers',
    set: async () => ({ odata: await http(json(200, { ok: true })) }),
    says: /not a list of records/,
  },
  {
    cause: 'server-error',
    title: 'the server fails',
    set: async () => ({ odata: await http(json(503)) }),
    says: /The server fails \(503\)/,
  },
  {
    cause: 'too-many-requests',
    title: 'the service limits requests',
    set: async () => ({ odata: await http(json(429)) }),
    says: /limits the number of requests/,
    status: 3,
  },
  {
    cause: 'too-large',
    title: 'the answer does not end',
    set: async () => ({ odata: await http(send(200, 'application/json', ' '.repeat(33 * 1024 * 1024))) }),
    says: /larger than 32 MiB/,
    status: 3,
  },
  {
    cause: 'unexpected',
    title: 'an answer that nobody explains',
    set: async () => ({ odata: await http(json(418)) }),
    says: /The response is 418/,
    status: 3,
  },
];
const none = { SYNCLINE_USERNAME: undefined, SYNCLINE_PASSWORD: undefined };

test.each(cases)('$cause: $title', async ({ cause, set, says, status = 1 }) => {
  const { environment, ...options } = await set();
  const ran = await runDoctor(options, { ...secrets, ...environment });
  expect(causesOf(ran)[0]).toBe(cause);
  expect(ran.status).toBe(status);
  expect(ran.text.replaceAll(/\n +/g, ' ')).toMatch(says);
  const shown = ran.text + JSON.stringify(ran.json);
  expect(shown).not.toMatch(/the-long-password|the-long-api-key|wrong-proxy-password|secret-place/);
  for (const { says: what, remedy, verdict } of ran.json.interfaces.flatMap(({ checks }) => checks)) {
    expect(what).not.toMatch(/undefined|null|false|true/);
    if (verdict !== 'fine') expect(remedy).toMatch(/^[A-Z][^]{20,}$/);
  }
  for (const line of ran.text.split('\n')) if (!line.includes('http')) expect(line.length).toBeLessThanOrEqual(80);
});

test('time-limit: the server never responds', async () => {
  const { clock, pass } = stillClock();
  const port = await listen(createServer(() => pass()));
  const ran = await runDoctor({ odata: `http://127.0.0.1:${port}` }, secrets, clock);
  expect(causesOf(ran)).toEqual(['time-limit']);
  expect(ran.status).toBe(1);
  expect(ran.text).toContain('did not respond within 10 s');
});

test('every cause has a case; a missing route cannot be simulated on loopback', () => {
  const tested = new Set([...cases.map(({ cause }) => cause), 'time-limit', 'unreachable']);
  expect([...causeIds].filter((id) => !tested.has(id))).toEqual([]);
});
