import type { Clock } from '@syncline/core';
import type { TokenEvent } from './events.ts';
import type { Token } from './token.ts';

/** How `clientCredentials` gets a token that others may have fetched. Made by `sharedTokens`. */
export interface TokenSharing {
  /** A token other than the refused one, by `requestToken` if nobody else has one. */
  obtain(request: SharingRequest): Promise<Token>;
}

/** What one credential asks of the store. */
export interface SharingRequest {
  /** Token address and client id: who shares. */
  readonly client: string;
  /** Requests a token from the token endpoint */
  readonly requestToken: () => Promise<Token>;
  readonly refused: string | undefined;
  /** The caller has a token that still serves. */
  readonly background: boolean;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: () => number;
  readonly report: (event: TokenEvent) => void;
}
