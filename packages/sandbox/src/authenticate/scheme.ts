import type { PlainRequest } from '../contract.ts';

/** The security schemes by the ids of the documents. */
export const schemeIds = [
  'basic',
  'apiKeyHeader',
  'apiKeyQuery',
  'userToken',
  'personalAccessToken',
  'clientCredentials',
] as const;
/** The id of a security scheme in the documents. */
export type SchemeId = (typeof schemeIds)[number];

/** What a scheme says of a request: it is not used, it is used rightly, or it is used wrongly. */
export type Verdict = 'absent' | 'accepted' | 'refused';

export interface Scheme {
  judge(request: PlainRequest, query: ReadonlyMap<string, string>): Verdict;
  /** Value of WWW-Authenticate for a 401, where the scheme has one. */
  challenge(verdict: Verdict): string | undefined;
}
