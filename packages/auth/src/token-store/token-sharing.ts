import type { TokenEvent } from '../client-credentials/events.ts';
import type { Token } from '../client-credentials/token.ts';

/** How `clientCredentials` gets a token that others may have fetched. Made by `sharedTokens`. */
export interface TokenSharing {
  /** A token other than the refused one, by `exchange` where nobody else has one. */
  obtain(request: SharingRequest): Promise<Token>;
}

/** What one credential asks of the store. */
export interface SharingRequest {
  /** Token address and client id: who shares. */
  readonly client: string;
  readonly exchange: () => Promise<Token>;
  readonly refused: string | undefined;
  /** The caller has a token that still serves. */
  readonly background: boolean;
  readonly signal: AbortSignal;
  readonly clock: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly report: (event: TokenEvent) => void;
}
