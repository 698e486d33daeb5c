import type { CauseId, Circumstances } from './causes.ts';
import type { Failure, Probe } from './probe.ts';
import { isCollection } from './shape.ts';

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
