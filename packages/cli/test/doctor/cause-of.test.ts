import { describe, expect, it } from 'vitest';
import { causeOf, type Circumstances } from '../../src/doctor/causes.ts';
import type { Failure, Probe } from '../../src/doctor/probe.ts';
import { probeOfList } from './probe-of-list.ts';

const seen = (probe: Partial<Probe>, more: Partial<Circumstances> = {}): Circumstances => ({
  host: 'sync.example:443',
  hostname: 'sync.example',
  isHttps: true,
  proxy: null,
  probe: { ...probeOfList, ...probe },
  code: '',
  ...more,
});
const proxy = { shown: 'http://proxy.example:3128', source: '--proxy' };
const network = (reason: string, message = ''): Failure => ({ kind: 'network', reason, message });

describe('the cause of a bad response', () => {
  it.each<[Partial<Probe>, string | null]>([
    [{}, null],
    [{ status: 299 }, null],
    [{ body: { value: [] } }, null],
    [{ body: { value: {} } }, 'not-a-list'],
    [{ body: 'text' }, 'not-a-list'],
    [{ problem: 'no JSON' }, 'not-json'],
    [{ isHtml: true }, 'html'],
    [{ isHtml: true, isLoginForm: true }, 'login-page'],
    [{ status: 300 }, 'redirect'],
    [{ status: 302, location: 'https://sync.example/app' }, 'redirect'],
    [{ status: 302, location: 'https://sync.example/catalogue/authors' }, 'redirect'],
    [{ status: 399, location: 'https://sync.example/login' }, 'login-page'],
    [{ status: 302, location: 'https://sync.example/Sign-In' }, 'login-page'],
    [{ status: 302, location: 'https://sync.example/log_on' }, 'login-page'],
    [{ status: 302, location: 'https://sso.example/' }, 'login-page'],
    [{ status: 302, location: 'https://idp.example/saml2/start' }, 'login-page'],
    [{ status: 302, location: 'https://a.example/oauth/authorize' }, 'login-page'],
    [{ status: 302, location: 'https://a.example/oauth2/authorize' }, 'login-page'],
    [{ status: 302, location: 'https://a.example/saml/start' }, 'login-page'],
    [{ status: 400 }, 'unexpected'],
    [{ status: 401 }, 'wrong-credential'],
    [{ status: 403 }, 'forbidden'],
    [{ status: 404 }, 'wrong-path'],
    [{ status: 405 }, 'wrong-path'],
    [{ status: 410 }, 'wrong-path'],
    [{ status: 407 }, 'proxy-authentication'],
    [{ status: 429 }, 'too-many-requests'],
    [{ status: 499 }, 'unexpected'],
    [{ status: 500 }, 'server-error'],
    [{ status: 599 }, 'server-error'],
  ])('%j: %s', (probe, cause) => expect(causeOf(seen(probe))).toBe(cause));
});

describe('the cause of a request without a response', () => {
  it.each<[Failure, string]>([
    [{ kind: 'time limit' }, 'time-limit'],
    [{ kind: 'other', name: 'ResponseTooLargeError' }, 'too-large'],
    [{ kind: 'other', name: 'Error' }, 'unexpected'],
    [network('', 'Proxy response (407) !== 200 when HTTP Tunneling'), 'proxy-authentication'],
    [network('', 'Proxy response (403) !== 200 when HTTP Tunneling'), 'proxy-refused'],
    [network('ECONNREFUSED'), 'refused'],
    [network('ENOTFOUND'), 'dns'],
    [network('EAI_AGAIN'), 'dns'],
    ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'].map((code): [Failure, string] => [
      network(code),
      'unreachable',
    ]),
    [network('UND_ERR_CONNECT_TIMEOUT'), 'time-limit'],
    [network('ETIMEDOUT'), 'time-limit'],
    [network('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls-self-signed'],
    [network('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls-wrong-name'],
    [network('CERT_HAS_EXPIRED'), 'tls-expired'],
    [network('CERT_NOT_YET_VALID'), 'tls-expired'],
    ...[
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_UNTRUSTED',
    ].map((code): [Failure, string] => [network(code), 'tls-unknown-authority']),
    ...['WRONG_VERSION_NUMBER', 'PACKET_LENGTH_TOO_LONG', 'HTTP_REQUEST'].map((code): [Failure, string] => [
      network(`ERR_SSL_${code}`),
      'tls-on-plain-port',
    ]),
    ...['ERR_SSL_NO_PROTOCOLS_AVAILABLE', 'ERR_TLS_HANDSHAKE_TIMEOUT', 'EPROTO', 'CERT_REVOKED'].map(
      (code): [Failure, string] => [network(code), 'tls-other'],
    ),
    [network('', 'write 80:error:0A000126:SSL routines::unexpected eof'), 'tls-other'],
    ...['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT'].map((code): [Failure, string] => [
      network(code),
      'connection-closed',
    ]),
    [network('EMFILE'), 'unexpected'],
    // These are not codes of these kinds, although each contains one.
    ...['XECONNRESET', 'ECONNRESETX', 'NOT_CERT_UNTRUSTED', 'XEADDRNOTAVAIL', 'EHOSTUNREACHABLE'].map(
      (code): [Failure, string] => [network(code), 'unexpected'],
    ),
  ])('%j: %s', (failure, cause) => expect(causeOf(seen({ status: 0, failure }))).toBe(cause));

  it.each<[string, boolean, string]>([
    ['ECONNREFUSED', true, 'proxy-unreachable'],
    ['ENOTFOUND', true, 'proxy-unreachable'],
    ['EAI_AGAIN', true, 'proxy-unreachable'],
    ['EHOSTUNREACH', false, 'proxy-unreachable'],
    ['ENETUNREACH', false, 'proxy-unreachable'],
    ['ETIMEDOUT', true, 'time-limit'],
    ['ECONNRESET', true, 'connection-closed'],
    ['ECONNRESET', false, 'proxy-refused'],
  ])('%s through a proxy, with https %s: %s', (reason, isHttps, cause) =>
    expect(causeOf(seen({ status: 0, failure: network(reason) }, { proxy, isHttps }))).toBe(cause));
});
