import type { Draft } from './draft.ts';

/** One request of one attempt: what the credential is added to, and what the transport sends. */
export interface Outgoing {
  url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly draft: Draft;
}
