import type { AccessTokens } from '../authenticate/access-tokens.ts';
import type { SandboxCredentials } from '../authenticate/credentials.ts';
import type { Answer, PlainRequest } from '../contract.ts';
import type { Store } from '../store/store.ts';

/** One request that reached its operation: routed, authenticated, its query parameters known to be the operation's. */
export interface Call {
  readonly parameters: readonly string[];
  readonly query: ReadonlyMap<string, string>;
  readonly request: PlainRequest;
}

/** What the operations work with. */
export interface Backend {
  /** The jobs, which nothing changes. */
  readonly jobs: Pick<Store, 'job'>;
  /** All records as of now: what fell due by the clock has happened. */
  records(): Store;
  readonly tokens: AccessTokens;
  readonly credentials: SandboxCredentials;
  /** Whether OData collections come as a bare array or in `{ value: […] }` (decision record 0005). */
  readonly envelope: 'array' | 'value';
  /** Names of the workspaces' query parameters (decision record 0003). */
  readonly filterParameter: string;
  readonly sortParameter: string;
}

export type Operation = (call: Call, backend: Backend) => Answer | Promise<Answer>;
