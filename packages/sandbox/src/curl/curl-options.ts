import type { SandboxCredentials } from '../authenticate/credentials.ts';
import type { SchemeId } from '../authenticate/schemes.ts';
import { shellQuote } from './shell-quote.ts';

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
