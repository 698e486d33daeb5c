import type { Draft } from './draft.ts';

/** One request of one attempt. The credential is added to a copy, so that the next one starts without it. */
export interface Outgoing {
  url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly draft: Draft;
}
