export { ConfigError, isConfigError } from '@syncline/core/internal';
export { apiKeyHeader, type ApiKeyHeaderOptions, vendorHeaderName } from './api-key-header.ts';
export { apiKeyQuery, type ApiKeyQueryOptions } from './api-key-query.ts';
export { basic, type BasicOptions } from './basic.ts';
export { bearer } from './bearer.ts';
export { clientCredentials } from './client-credentials/client-credentials.ts';
export type { ClientCredentialsOptions } from './client-credentials/options.ts';
export type { Credential, CredentialRequest } from './credential/credential.ts';
export { AuthError, type AuthErrorDetails, isAuthError } from './credential/auth-error.ts';
export { type Alternative, explain, type Explanation } from './explain.ts';
export {
  type CredentialMiddleware,
  type SenderOptions,
  toFetch,
  type ToFetchOptions,
  toMiddleware,
} from './fetch/sender.ts';
export { environmentVariables, fromEnvironment } from './from-environment.ts';
export { oauthEndpoints, type OAuthEndpoints } from './client-credentials/oauth-endpoints.ts';
export { personalAccessToken, type PersonalAccessTokenOptions } from './personal-access-token.ts';
export type { Secret } from './credential/secret.ts';
export { memoryTokenStore, type Token, type TokenStore } from './token-store/token-store.ts';
export type { TokenEvent } from './token-store/events.ts';
export { sharedTokens, type SharedTokensOptions } from './token-store/shared-tokens.ts';
export type { SharingRequest, TokenSharing } from './token-store/token-sharing.ts';
