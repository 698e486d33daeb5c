import type { Clock, Transport } from '@syncline/core/internal';
import type { Secret } from '../credential/secret.ts';
import type { TokenEvent } from '../token-store/events.ts';
import type { TokenSharing } from '../token-store/token-sharing.ts';

/** Options of `clientCredentials`. */
export interface ClientCredentialsOptions {
  /** The address that section 5.3 writes as `{auth_url}`: https, or http on loopback. */
  readonly authUrl: string | URL;
  /** Client Id of the service account. */
  readonly clientId: string;
  /** Client Secret of the service account. A function is called for each attempt of a token request. */
  readonly clientSecret: Secret;
  /**
   * Where the client id and secret are sent: in the form body, as section 5.3 shows, or in a Basic header, each
   * form-encoded before Base64 (RFC 6749 section 2.3.1).
   *
   * @default 'client_secret_post'
   */
  readonly clientAuthentication?: 'client_secret_post' | 'client_secret_basic' | undefined;
  /**
   * Shares one token between processes; created by `sharedTokens`. @default each process keeps its own token in memory
   */
  readonly tokenStore?: TokenSharing | undefined;
  /** Sends the token requests. @default the transport of the client that needs the token, otherwise globalThis.fetch */
  readonly fetch?: Transport | undefined;
  /** Milliseconds for one attempt, the secret function included. @default 30000 */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds for all attempts and the pauses between them, the token store included. A refresh in the background
   * has at most 10000. @default 60000
   */
  readonly deadline?: number | undefined;
  /** The maximum number of attempts for one token before the call fails. @default 3 */
  readonly tries?: number | undefined;
  /** Also accept a plain http `authUrl` on other machines. @default false */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Called with each event about tokens. No event contains a token or a secret. */
  readonly onEvent?: ((event: TokenEvent) => void) | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
  /** A number in [0, 1), for the length of pauses. @default Math.random */
  readonly random?: (() => number) | undefined;
}
