import type { Clock } from '@syncline/core/internal';
import type { TokenEvent } from './events.ts';
import type { Token } from './token-store.ts';

/** How `clientCredentials` obtains a token that other processes may have requested. Created by `sharedTokens`. */
export interface TokenSharing {
  /** Returns another token than the rejected one, from `requestToken` if no other process has one. */
  obtain(request: SharingRequest): Promise<Token>;
}

/** What one credential needs from the store. */
export interface SharingRequest {
  /** Token address and client id. Credentials with the same ones share a token. */
  readonly client: string;
  /** Requests a token from the token endpoint. */
  readonly requestToken: () => Promise<Token>;
  /** The token that the service rejected */
  readonly refused: string | undefined;
  /** Whether the credential has a token that is still valid */
  readonly background: boolean;
  /** Milliseconds after which the request fails */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: () => number;
  readonly report: (event: TokenEvent) => void;
}
