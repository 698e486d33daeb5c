import { nearestName } from '@syncline/core/errors';
import type { SecuritySchemeId } from '@syncline/openapi';
import type { SandboxRequest } from '../http/request.ts';
import { ServiceError } from '../http/response.ts';
import type { Clock } from '../time/clock.ts';
import type { SandboxCredentials } from './credentials.ts';

const maxTokens = 10_000;

/** The access tokens that the token endpoint has issued. They expire by the sandbox's clock. */
export interface AccessTokens {
  issue(): { token: string; lifetimeSeconds: number };
  /** Whether the token was issued, and whether it has expired. */
  check(token: string): Exclude<Verdict, 'absent'>;
  /** Expires every token issued so far. */
  expireAll(): void;
}

/** Keeps the newest 10,000 tokens. */
export function createAccessTokens(clock: Pick<Clock, 'now'>, lifetimeSeconds: number): AccessTokens {
  const expiries = new Map<string, number>();
  return {
    issue() {
      const token = `sandbox-${crypto.randomUUID()}`;
      if (expiries.size >= maxTokens) expiries.delete(expiries.keys().next().value as string);
      expiries.set(token, clock.now().getTime() + lifetimeSeconds * 1000);
      return { token, lifetimeSeconds };
    },
    check(token) {
      const expiry = expiries.get(token);
      if (expiry === undefined) return 'rejected';
      return clock.now().getTime() < expiry ? 'accepted' : 'expired';
    },
    expireAll() {
      for (const token of expiries.keys()) expiries.set(token, Number.NEGATIVE_INFINITY);
    },
  };
}

/**
 * Returns the scheme that authenticates the request, or undefined for an operation without security. Every credential
 * in the request must be correct: a wrong key next to a correct one is rejected.
 *
 * @throws ServiceError (401) with the challenges of the accepted schemes
 */
export function authenticate(
  alternatives: readonly SchemeId[],
  schemes: Schemes,
  request: SandboxRequest,
  query: ReadonlyMap<string, string>,
): SchemeId | undefined {
  if (alternatives.length === 0) return undefined;
  let accepted: SchemeId | undefined;
  let rejected: { readonly id: SchemeId; readonly isExpired: boolean } | undefined;
  for (const id of alternatives) {
    const scheme = schemes[id];
    if (scheme === undefined) continue;
    const verdict = scheme.verify(request, query);
    if (verdict === 'accepted') accepted ??= id;
    else if (verdict !== 'absent') rejected ??= { id, isExpired: verdict === 'expired' };
  }
  if (accepted !== undefined && rejected === undefined) return accepted;
  const challenges = alternatives.flatMap((id) => {
    const scheme = schemes[id];
    const verdict = scheme?.verify(request, query);
    return verdict === undefined || verdict === 'accepted' ? [] : (scheme?.challenge?.(verdict) ?? []);
  });
  const known = alternatives.flatMap((id) => {
    const scheme = schemes[id];
    return scheme === undefined ? [] : [scheme.location === undefined ? id : `${id} (${scheme.location})`];
  });
  const problem =
    rejected === undefined
      ? `No credential was sent.${similarHeader(request, known)}`
      : rejected.isExpired
        ? 'The access token has expired: request another one.'
        : `The credential sent as ${rejected.id} is wrong.`;
  const message = `${problem} Accepted here: ${known.join(', ') || 'none'}.`;
  throw new ServiceError(
    401,
    'Unauthorized',
    message,
    challenges.length === 0 ? {} : { 'www-authenticate': challenges },
  );
}

/** A sentence about a header of the request whose name looks like one that is accepted. */
function similarHeader(request: SandboxRequest, known: readonly string[]): string {
  const accepted = known.flatMap((each) => /header (\S+)\)/.exec(each)?.[1] ?? []);
  for (const name of Object.keys(request.headers())) {
    if (!/auth|key|token/i.test(name) || name === 'authorization') continue;
    const near = nearestName(name, accepted);
    if (near !== undefined) return ` The header ${name} was sent: did you mean ${near}?`;
  }
  return '';
}

/** The id of a security scheme in the documents. */
export type SchemeId = SecuritySchemeId;

/** What a request sends for a scheme: no credential, the correct one, one that has expired, or a wrong one. */
type Verdict = 'absent' | 'accepted' | 'expired' | 'rejected';

/** How the sandbox enforces one security scheme. */
interface Scheme {
  verify(request: SandboxRequest, query: ReadonlyMap<string, string>): Verdict;
  /** Where the key is, for the message of a 401. */
  readonly location?: string;
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
const schemeIds = Object.keys(schemeFactories) as readonly SchemeId[];

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
  location: string,
  read: (request: SandboxRequest, query: ReadonlyMap<string, string>) => string | undefined,
  expected: string,
): Scheme {
  return {
    location,
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
      return tokens.check(match[1] ?? '');
    },
    challenge: (verdict) =>
      verdict === 'absent' ? 'Bearer realm="sandbox"' : 'Bearer realm="sandbox", error="invalid_token"',
  };
}
