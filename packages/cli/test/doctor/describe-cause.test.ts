import { expect, test } from 'vitest';
import { causeIds, type CauseId, type Circumstances, describeCause } from '../../src/doctor/causes.ts';
import type { Probe } from '../../src/doctor/probe.ts';
import { probeOfList } from './probe-of-list.ts';

const answer: Probe = { ...probeOfList, status: 0, contentType: null, body: undefined };
const direct = { host: 'sync.example:8443', hostname: 'sync.example', isHttps: true, proxy: null, code: '' };
const via = { proxy: { shown: 'http://proxy.example:3128', source: 'HTTPS_PROXY' } };

type Row = readonly [
  id: CauseId,
  about: Partial<Circumstances>,
  probe: Partial<Probe>,
  verdict: 'trouble' | 'unknown',
  says: string,
  remedy: string,
];
const trouble = (id: CauseId, says: string, remedy: string, about = {}, probe = {}): Row => [
  id,
  about,
  probe,
  'trouble',
  says,
  remedy,
];
const unknown = (id: CauseId, says: string, remedy: string, about = {}, probe = {}): Row => [
  id,
  about,
  probe,
  'unknown',
  says,
  remedy,
];

const ask = 'Ask the operator of the service what this response means.';
const rows: readonly Row[] = [
  trouble(
    'refused',
    'sync.example:8443 refused the connection.',
    'Check the port in the address and the firewall, and that the service is running.',
  ),
  trouble(
    'dns',
    'The name sync.example does not resolve.',
    'Check the spelling of the host. Inside a company network, connect to its VPN or pass --proxy.',
  ),
  trouble(
    'unreachable',
    'There is no route to sync.example:8443 (EHOSTUNREACH).',
    'Check the network and the VPN, or pass --proxy.',
    { code: 'EHOSTUNREACH' },
  ),
  trouble(
    'tls-self-signed',
    'sync.example:8443 has a self-signed certificate.',
    'Save that certificate as a PEM file and pass it: --ca server.pem. Do not turn the check off.',
  ),
  trouble(
    'tls-unknown-authority',
    'An authority that this machine does not trust signed the certificate of sync.example:8443.',
    'Pass the certificate of the authority: --ca authority.pem. The server must send its whole chain.',
  ),
  trouble(
    'tls-wrong-name',
    'The certificate is for a different name than sync.example.',
    'Use the host name of the certificate in the address, or issue a certificate for this name.',
  ),
  ...[
    ['CERT_HAS_EXPIRED', 'has expired'],
    ['CERT_NOT_YET_VALID', 'is not valid yet'],
  ].map(([code, state]) =>
    trouble(
      'tls-expired',
      `The certificate of sync.example:8443 ${state}.`,
      "Renew the certificate of the server, and check this machine's clock.",
      { code },
    ),
  ),
  trouble(
    'tls-on-plain-port',
    'sync.example:8443 does not speak TLS, but the address begins with https.',
    'Use the TLS port of the service. Use http:// only for a service on this machine.',
  ),
  trouble(
    'tls-other',
    'The TLS handshake with sync.example:8443 failed (EPROTO).',
    'Check the TLS versions of the server, and whether it asks for a client certificate.',
    { code: 'EPROTO' },
  ),
  trouble(
    'connection-closed',
    'sync.example:8443 closed the connection before it responded.',
    'Check for a firewall or a TLS inspection in between, and read the log of the server.',
  ),
  trouble(
    'connection-closed',
    'sync.example:8443 closed the connection before it responded.',
    'The port may expect TLS: try https://. Otherwise, read the log of the server.',
    { isHttps: false },
  ),
  trouble(
    'proxy-unreachable',
    'The proxy http://proxy.example:3128 cannot be reached (ECONNREFUSED).',
    'Fix HTTPS_PROXY. If sync.example needs no proxy, add it to NO_PROXY or pass --no-proxy.',
    { ...via, code: 'ECONNREFUSED' },
  ),
  trouble(
    'proxy-unreachable',
    'The proxy cannot be reached (ECONNREFUSED).',
    'Fix --proxy. If sync.example needs no proxy, add it to NO_PROXY or pass --no-proxy.',
    { code: 'ECONNREFUSED' },
  ),
  trouble(
    'proxy-authentication',
    'The proxy http://proxy.example:3128 requires a user name and a password (407).',
    'Put them into HTTPS_PROXY: http://USER:PASSWORD@proxy.example.com:3128',
    via,
  ),
  trouble(
    'proxy-authentication',
    'The proxy requires a user name and a password (407).',
    'Put them into --proxy: http://USER:PASSWORD@proxy.example.com:3128',
  ),
  ...[
    ['', ''],
    ['ECONNRESET', ' (ECONNRESET)'],
  ].map(([code, more]) =>
    trouble(
      'proxy-refused',
      `The proxy http://proxy.example:3128 does not connect to sync.example:8443${more}.`,
      'Ask its operator to allow this host and port, or add the host to NO_PROXY.',
      { ...via, code },
    ),
  ),
  trouble(
    'time-limit',
    'sync.example:8443 did not respond within 10 s.',
    'A firewall that drops packets, or an overloaded server, can cause this. Check the address, or pass --proxy.',
  ),
  trouble(
    'time-limit',
    'sync.example:8443 did not respond within 10 s.',
    'A firewall that drops packets, or an overloaded server, can cause this. Check the address and the proxy.',
    via,
  ),
  ...[
    { offers: [], asks: '' },
    { offers: ['Basic'], asks: ' The service asks for Basic.' },
    { offers: ['Basic', 'Negotiate'], asks: ' The service asks for Basic or Negotiate.' },
  ].map(({ offers, asks }) =>
    trouble(
      'wrong-credential',
      `The service refuses the credential (401).${asks}`,
      'Check the key or password, and that it is for this server. For a key, try --header NAME.',
      {},
      { offers },
    ),
  ),
  trouble(
    'wrong-header-name',
    'The key is right, but the service expects it in another header (401).',
    'Use the header name that worked.',
  ),
  trouble(
    'forbidden',
    'The service accepts the credential but does not allow this read (403).',
    'Give the user permission to read, or use the credential of a user who has it.',
  ),
  trouble(
    'wrong-path',
    'The server has nothing at this path (404).',
    'Check the path of the base URL: many installations need an application path such as /api.rsc.',
    {},
    { status: 404 },
  ),
  trouble(
    'v2-elsewhere',
    'The v2 interface is not under this address (405).',
    'Use the address that worked as the base URL of v2. It does not include /v2.',
    {},
    { status: 405 },
  ),
  trouble(
    'html',
    'The server sends a web page instead of JSON (200).',
    'The base URL leads to the web application. Add the path of the interface, such as /api.rsc.',
    {},
    { status: 200 },
  ),
  ...[
    { location: null, says: 'sends a login page instead of JSON (200).' },
    { location: 'https://a.example/login', says: 'redirects to a login page (200): https://a.example/login' },
  ].map(({ location, says }) =>
    trouble(
      'login-page',
      `The server ${says}`,
      'The base URL leads to the web pages for users. Use the path of the interface, such as /api.rsc.',
      {},
      { status: 200, location },
    ),
  ),
  ...[
    { location: 'https://a.example/new', where: ': https://a.example/new' },
    { location: null, where: '' },
  ].map(({ location, where }) =>
    trouble(
      'redirect',
      `The server redirects (301)${where}`,
      'Use the final address as the base URL. A credential is not sent to another origin.',
      {},
      { status: 301, location },
    ),
  ),
  ...[
    { contentType: 'text/plain', what: 'text/plain' },
    { contentType: null, what: 'a body without a type' },
  ].map(({ contentType, what }) =>
    trouble(
      'not-json',
      `The response is ${what}, not JSON (200).`,
      'Check the path of the base URL, and whether a proxy replaces the response.',
      {},
      { status: 200, contentType },
    ),
  ),
  trouble(
    'not-a-list',
    'The response is JSON, but not a list of records (200).',
    'Check the path of the base URL: another interface uses it.',
    {},
    { status: 200 },
  ),
  ...[
    { about: {}, more: '' },
    { about: via, more: ', or the proxy http://proxy.example:3128 does' },
  ].map(({ about, more }) =>
    trouble(
      'server-error',
      `The server fails (502)${more}.`,
      'Read the log of the server at this time. Try again later.',
      about,
      { status: 502 },
    ),
  ),
  unknown(
    'too-many-requests',
    'The service limits the number of requests (429).',
    'Run this command again in a few minutes.',
  ),
  unknown(
    'too-large',
    'The response is larger than 32 MiB, so it was not read.',
    'Read this collection with a filter or as a stream.',
  ),
  unknown('unexpected', 'There was no response.', ask),
  unknown('unexpected', 'There was no response (EMFILE).', ask, { code: 'EMFILE' }),
  unknown('unexpected', 'The response is 418.', ask, {}, { status: 418 }),
];

test.each(rows)('%s, with %j and %j: %s', (id, about, probe, verdict, says, remedy) => {
  const seen = { ...direct, ...about, probe: { ...answer, ...probe } };
  expect(describeCause(id, seen)).toEqual({ verdict, says, remedy });
});

test('every cause has a row', () => {
  expect([...new Set(rows.map(([id]) => id))]).toEqual(causeIds);
});
