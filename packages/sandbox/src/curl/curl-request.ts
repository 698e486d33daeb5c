import type { SandboxCredentials } from '../authenticate/credentials.ts';
import type { SchemeId } from '../authenticate/schemes.ts';
import type { RequestDetail } from '../http/request-log.ts';

/** Quotes a text for a POSIX shell: within single quotes, only the single quote itself is special. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The curl option that sends the credential of each scheme, quoted for a POSIX shell. The preferred scheme is first.
 */
export function curlOptions({
  basic,
  apiKey,
  userToken,
  personalAccessToken,
}: SandboxCredentials): Readonly<Record<SchemeId, string>> {
  return {
    apiKeyHeader: `-H ${shellQuote(`${apiKey.headerName}: ${apiKey.value}`)}`,
    userToken: `-H ${shellQuote(`${userToken.headerName}: ${userToken.value}`)}`,
    personalAccessToken: `-u ${shellQuote(`${personalAccessToken.email}:${personalAccessToken.token}`)}`,
    basic: `-u ${shellQuote(`${basic.username}:${basic.password}`)}`,
    apiKeyQuery: `--url-query ${shellQuote(`@authtoken=${apiKey.value}`)}`,
    clientCredentials: '-H "Authorization: Bearer $ACCESS_TOKEN"',
  };
}

/** Headers that curl sets itself. */
const ownHeaders = new Set(['host', 'content-length', 'accept-encoding', 'connection', 'user-agent', 'traceparent']);

/**
 * A command that sends a logged request again. A request that was authenticated carries the sandbox's credential for
 * the same scheme. Other secrets are not known, so `[redacted]` is sent in their place.
 *
 * @returns undefined if the log does not have the whole request
 */
export function curlRequest(
  request: RequestDetail,
  origin: string,
  credentials: SandboxCredentials,
): string | undefined {
  if (request.isBodyCut || request.isUnread) return undefined;
  const scheme = request.scheme as SchemeId | undefined;
  const carrier = scheme === undefined ? undefined : carriers[scheme](credentials);
  const headers = Object.entries(request.headers)
    .filter(([name]) => !ownHeaders.has(name) && name !== carrier && !name.startsWith('sec-'))
    .map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`);
  const query = request.query.split('&').filter((part) => part !== '' && (scheme !== 'apiKeyQuery' || !isKey(part)));
  const url = `${origin}${request.path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return [
    // Makes curl send brackets, braces and `..` unchanged.
    'curl -g --path-as-is',
    ...(request.method === 'GET' ? [] : [`-X ${shellQuote(request.method)}`]),
    ...(scheme === undefined ? [] : [curlOptions(credentials)[scheme]]),
    ...headers,
    ...(request.body === undefined ? [] : [`--data-raw ${shellQuote(bodyOf(request.body, request, credentials))}`]),
    shellQuote(url),
  ].join(' ');
}

/** The header that contains the credential of each scheme; undefined if it is in the query. */
const carriers: Readonly<Record<SchemeId, (credentials: SandboxCredentials) => string | undefined>> = {
  apiKeyHeader: ({ apiKey }) => apiKey.headerName,
  userToken: ({ userToken }) => userToken.headerName,
  basic: () => 'authorization',
  personalAccessToken: () => 'authorization',
  clientCredentials: () => 'authorization',
  apiKeyQuery: () => undefined,
};

function isKey(part: string): boolean {
  return /^(?:@|%40)authtoken=/i.test(part);
}

/** Puts the sandbox's service account back into the form of a token request that succeeded. */
function bodyOf(
  body: string,
  { operationId, status }: RequestDetail,
  { serviceAccount: { clientId, clientSecret } }: SandboxCredentials,
): string {
  if (operationId !== 'createToken' || status >= 300) return body;
  return body
    .replace(/(^|&)client_id=[^&]*/, (_, start: string) => `${start}client_id=${encodeURIComponent(clientId)}`)
    .replace(
      /(^|&)client_secret=[^&]*/,
      (_, start: string) => `${start}client_secret=${encodeURIComponent(clientSecret)}`,
    );
}
