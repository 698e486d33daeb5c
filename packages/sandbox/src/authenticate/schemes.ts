import type { SecuritySchemeId } from '@syncline/openapi';
import type { SandboxRequest } from '../http/request.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SandboxCredentials } from './credentials.ts';

/** The id of a security scheme in the documents. */
export type SchemeId = SecuritySchemeId;

/** What a request sends for a scheme: no credential, the correct one, or a wrong one. */
export type Verdict = 'absent' | 'accepted' | 'rejected';

/** How the sandbox enforces one security scheme. */
export interface Scheme {
  verify(request: SandboxRequest, query: ReadonlyMap<string, string>): Verdict;
  /** Where the key is, for the message of a 401. */
  readonly place?: string;
  /** The `WWW-Authenticate` value for a 401, for a scheme that has one. */
  challenge?(verdict: Verdict): string;
}

/** The schemes that a sandbox enforces, by their ids. */
export type Schemes = Readonly<Partial<Record<SchemeId, Scheme>>>;

/** What creates each scheme. */
export const schemeFactories: Readonly<
  Record<SchemeId, (credentials: SandboxCredentials, tokens: AccessTokens) => Scheme>
> = {
  basic: ({ basic }) => basicScheme(basic.username, basic.password),
  apiKeyHeader: ({ apiKey }) =>
    keyScheme(`header ${apiKey.headerName}`, (request) => request.header(apiKey.headerName), apiKey.value),
  apiKeyQuery: ({ apiKey }) =>
    keyScheme('query parameter @authtoken', (_request, query) => query.get('@authtoken'), apiKey.value),
  userToken: ({ userToken }) =>
    keyScheme(`header ${userToken.headerName}`, (request) => request.header(userToken.headerName), userToken.value),
  personalAccessToken: ({ personalAccessToken: { email, token } }) => basicScheme(email, token),
  clientCredentials: (_credentials, tokens) => bearerScheme(tokens),
};

/** The ids of all security schemes. */
export const schemeIds = Object.keys(schemeFactories) as readonly SchemeId[];

/** The schemes, without those that are set to `false`. */
export function createSchemes(
  enabled: Readonly<Partial<Record<SchemeId, boolean>>>,
  credentials: SandboxCredentials,
  tokens: AccessTokens,
): Schemes {
  return Object.fromEntries(
    schemeIds.filter((id) => enabled[id] !== false).map((id) => [id, schemeFactories[id](credentials, tokens)]),
  );
}

/** HTTP Basic (RFC 7617): Base64 of the UTF-8 bytes of `user:password`. */
function basicScheme(username: string, password: string): Scheme {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const expected = btoa(String.fromCharCode(...bytes));
  return {
    verify(request) {
      const sent = request.header('authorization') ?? '';
      if (!/^basic\b/i.test(sent)) return 'absent';
      return /^basic +(\S+) *$/i.exec(sent)?.[1] === expected ? 'accepted' : 'rejected';
    },
    challenge: () => 'Basic realm="sandbox", charset="UTF-8"',
  };
}

/** An API key in a header or in the query. */
function keyScheme(
  place: string,
  read: (request: SandboxRequest, query: ReadonlyMap<string, string>) => string | undefined,
  expected: string,
): Scheme {
  return {
    place,
    verify(request, query) {
      const sent = read(request, query);
      return sent === undefined ? 'absent' : sent === expected ? 'accepted' : 'rejected';
    },
  };
}

/** A bearer token (RFC 6750) from the client credentials grant. */
function bearerScheme(tokens: AccessTokens): Scheme {
  return {
    verify(request) {
      const match = /^bearer(?: +(\S+))? *$/i.exec(request.header('authorization') ?? '');
      if (match === null) return 'absent';
      return tokens.isValid(match[1] ?? '') ? 'accepted' : 'rejected';
    },
    challenge: (verdict) =>
      verdict === 'rejected' ? 'Bearer realm="sandbox", error="invalid_token"' : 'Bearer realm="sandbox"',
  };
}
