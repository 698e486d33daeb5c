import type { Probe, Failure } from './probe.ts';
import { isCollection } from './shape.ts';

/** What can be wrong between a client and a service. */
export type CauseId = keyof typeof causes;

/** The values that the texts about a cause contain. */
export interface Circumstances {
  /** The host and port that were called. */
  readonly host: string;
  readonly hostname: string;
  readonly isHttps: boolean;
  readonly proxy: { readonly shown: string; readonly source: string } | null;
  readonly probe: Probe;
  /** The platform's error code, or an empty text. */
  readonly code: string;
}

interface CauseText {
  /** @default trouble */
  readonly verdict?: 'trouble' | 'unknown';
  readonly says: (seen: Circumstances) => string;
  readonly remedy: (seen: Circumstances) => string;
}

const proxyName = ({ proxy }: Circumstances): string => (proxy === null ? '' : ` ${proxy.shown}`);
const offered = ({ probe }: Circumstances): string =>
  probe.offers.length === 0 ? '' : ` The service asks for ${probe.offers.join(' or ')}.`;

/** Every cause, with what happened and what to do next. */
const causes = {
  refused: {
    says: ({ host }) => `${host} refused the connection.`,
    remedy: () => 'Check the port in the address and the firewall, and that the service is running.',
  },
  dns: {
    says: ({ hostname }) => `The name ${hostname} does not resolve.`,
    remedy: () => 'Check the spelling of the host. Inside a company network, connect to its VPN or pass --proxy.',
  },
  unreachable: {
    says: ({ host, code }) => `There is no route to ${host} (${code}).`,
    remedy: () => 'Check the network and the VPN, or pass --proxy.',
  },
  'tls-self-signed': {
    says: ({ host }) => `${host} has a self-signed certificate.`,
    remedy: () => 'Save that certificate as a PEM file and pass it: --ca server.pem. Do not turn the check off.',
  },
  'tls-unknown-authority': {
    says: ({ host }) => `An authority that this machine does not trust signed the certificate of ${host}.`,
    remedy: () => 'Pass the certificate of the authority: --ca authority.pem. The server must send its whole chain.',
  },
  'tls-wrong-name': {
    says: ({ hostname }) => `The certificate is for a different name than ${hostname}.`,
    remedy: () => 'Use the host name of the certificate in the address, or issue a certificate for this name.',
  },
  'tls-expired': {
    says: ({ host, code }) =>
      `The certificate of ${host} ${code === 'CERT_NOT_YET_VALID' ? 'is not valid yet' : 'has expired'}.`,
    remedy: () => "Renew the certificate of the server, and check this machine's clock.",
  },
  'tls-on-plain-port': {
    says: ({ host }) => `${host} does not speak TLS, but the address begins with https.`,
    remedy: () => 'Use the TLS port of the service. Use http:// only for a service on this machine.',
  },
  'tls-other': {
    says: ({ host, code }) => `The TLS handshake with ${host} failed (${code}).`,
    remedy: () => 'Check the TLS versions of the server, and whether it asks for a client certificate.',
  },
  'connection-closed': {
    says: ({ host }) => `${host} closed the connection before it responded.`,
    remedy: ({ isHttps }) =>
      isHttps
        ? 'Check for a firewall or a TLS inspection in between, and read the log of the server.'
        : 'The port may expect TLS: try https://. Otherwise, read the log of the server.',
  },
  'proxy-unreachable': {
    says: (seen) => `The proxy${proxyName(seen)} cannot be reached (${seen.code}).`,
    remedy: ({ proxy, hostname }) =>
      `Fix ${proxy?.source ?? '--proxy'}. If ${hostname} needs no proxy, add it to NO_PROXY or pass --no-proxy.`,
  },
  'proxy-authentication': {
    says: (seen) => `The proxy${proxyName(seen)} requires a user name and a password (407).`,
    remedy: ({ proxy }) => `Put them into ${proxy?.source ?? '--proxy'}: http://USER:PASSWORD@proxy.example.com:3128`,
  },
  'proxy-refused': {
    says: (seen) => `The proxy${proxyName(seen)} does not connect to ${seen.host}${seen.code && ` (${seen.code})`}.`,
    remedy: () => 'Ask its operator to allow this host and port, or add the host to NO_PROXY.',
  },
  'time-limit': {
    says: ({ host }) => `${host} did not respond within 10 s.`,
    remedy: ({ proxy }) =>
      `A firewall that drops packets, or an overloaded server, can cause this.${
        proxy === null ? ' Check the address, or pass --proxy.' : ' Check the address and the proxy.'
      }`,
  },
  'wrong-credential': {
    says: (seen) => `The service refuses the credential (401).${offered(seen)}`,
    remedy: () => 'Check the key or password, and that it is for this server. For a key, try --header NAME.',
  },
  'wrong-header-name': {
    says: () => 'The key is right, but the service expects it in another header (401).',
    remedy: () => 'Use the header name that worked.',
  },
  forbidden: {
    says: () => 'The service accepts the credential but does not allow this read (403).',
    remedy: () => 'Give the user permission to read, or use the credential of a user who has it.',
  },
  'wrong-path': {
    says: ({ probe }) => `The server has nothing at this path (${probe.status}).`,
    remedy: () => 'Check the path of the base URL: many installations need an application path such as /api.rsc.',
  },
  'v2-elsewhere': {
    says: ({ probe }) => `The v2 interface is not under this address (${probe.status}).`,
    remedy: () => 'Use the address that worked as the base URL of v2. It does not include /v2.',
  },
  html: {
    says: ({ probe }) => `The server sends a web page instead of JSON (${probe.status}).`,
    remedy: () => 'The base URL leads to the web application. Add the path of the interface, such as /api.rsc.',
  },
  'login-page': {
    says: ({ probe }) =>
      probe.location === null
        ? `The server sends a login page instead of JSON (${probe.status}).`
        : `The server redirects to a login page (${probe.status}): ${probe.location}`,
    remedy: () => 'The base URL leads to the web pages for users. Use the path of the interface, such as /api.rsc.',
  },
  redirect: {
    says: ({ probe }) =>
      `The server redirects (${probe.status})${probe.location === null ? '' : `: ${probe.location}`}`,
    remedy: () => 'Use the final address as the base URL. A credential is not sent to another origin.',
  },
  'not-json': {
    says: ({ probe }) => `The response is ${probe.contentType ?? 'a body without a type'}, not JSON (${probe.status}).`,
    remedy: () => 'Check the path of the base URL, and whether a proxy replaces the response.',
  },
  'not-a-list': {
    says: ({ probe }) => `The response is JSON, but not a list of records (${probe.status}).`,
    remedy: () => 'Check the path of the base URL: another interface uses it.',
  },
  'server-error': {
    says: ({ probe, proxy }) =>
      `The server fails (${probe.status})${proxy === null ? '' : `, or the proxy ${proxy.shown} does`}.`,
    remedy: () => 'Read the log of the server at this time. Try again later.',
  },
  'too-many-requests': {
    verdict: 'unknown',
    says: () => 'The service limits the number of requests (429).',
    remedy: () => 'Run this command again in a few minutes.',
  },
  'too-large': {
    verdict: 'unknown',
    says: () => 'The response is larger than 32 MiB, so it was not read.',
    remedy: () => 'Read this collection with a filter or as a stream.',
  },
  unexpected: {
    verdict: 'unknown',
    says: ({ probe, code }) =>
      probe.status === 0 ? `There was no response${code && ` (${code})`}.` : `The response is ${probe.status}.`,
    remedy: () => 'Ask the operator of the service what this response means.',
  },
} satisfies Record<string, CauseText>;

/** All causes, for the tests and the guide. */
export const causeIds = Object.keys(causes) as readonly CauseId[];

/** What happened and what to do about it. */
export function describeCause(
  id: CauseId,
  seen: Circumstances,
): { readonly verdict: 'trouble' | 'unknown'; readonly says: string; readonly remedy: string } {
  const { verdict = 'trouble', says, remedy }: CauseText = causes[id];
  return { verdict, says: says(seen), remedy: remedy(seen) };
}

/** The cause of a bad response; null for a list of records. */
export function causeOf(seen: Circumstances): CauseId | null {
  const { probe } = seen;
  const { status, failure, isHtml } = probe;
  if (failure !== null) return causeOfFailure(failure, seen);
  if (status === 407) return 'proxy-authentication';
  if (status >= 300 && status < 400) return isLogin(probe) ? 'login-page' : 'redirect';
  if (status === 401) return 'wrong-credential';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 405 || status === 410) return 'wrong-path';
  if (status === 429) return 'too-many-requests';
  if (status >= 500) return 'server-error';
  if (status >= 400) return 'unexpected';
  if (isHtml) return probe.isLoginForm ? 'login-page' : 'html';
  if (probe.problem !== null) return 'not-json';
  return isCollection(probe) ? null : 'not-a-list';
}

function causeOfFailure(failure: Failure, { proxy, isHttps }: Circumstances): CauseId {
  if (failure.kind === 'other') return failure.name === 'ResponseTooLargeError' ? 'too-large' : 'unexpected';
  if (failure.kind === 'time limit') return 'time-limit';
  const { reason, message } = failure;
  const refusal = /prox.*\((\d{3})\)/i.exec(message)?.[1];
  if (refusal === '407') return 'proxy-authentication';
  if (refusal !== undefined) return 'proxy-refused';
  // With a proxy, the client looks up only the proxy's name and connects only to the proxy.
  if (proxy !== null && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(reason))
    return 'proxy-unreachable';
  if (reason === 'ECONNREFUSED') return 'refused';
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN') return 'dns';
  if (/^E(HOST|NET)(UNREACH|DOWN)$|^EADDRNOTAVAIL$/.test(reason)) return 'unreachable';
  if (reason === 'UND_ERR_CONNECT_TIMEOUT' || reason === 'ETIMEDOUT') return 'time-limit';
  if (reason === 'DEPTH_ZERO_SELF_SIGNED_CERT') return 'tls-self-signed';
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'tls-wrong-name';
  if (reason === 'CERT_HAS_EXPIRED' || reason === 'CERT_NOT_YET_VALID') return 'tls-expired';
  if (/^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY|GET)_\w+|CERT_UNTRUSTED)$/.test(reason))
    return 'tls-unknown-authority';
  if (/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/.test(reason)) return 'tls-on-plain-port';
  if (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_)/.test(reason) || message.includes('SSL routines')) return 'tls-other';
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_\w+)$/.test(reason))
    return isHttps || proxy === null ? 'connection-closed' : 'proxy-refused';
  return 'unexpected';
}

const isLogin = ({ location }: Probe): boolean =>
  location !== null && /(log|sign)[-_]?(in|on)|\b(sso|saml2?|oauth2?|oidc|auth|adfs|idp)\b/i.test(location);
