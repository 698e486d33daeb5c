import type { ResolvedBehavior } from '../behavior/behavior.ts';
import type { AccessTokens } from '../authenticate/schemes.ts';
import type { SandboxCredentials } from '../authenticate/credentials.ts';
import type { SandboxRequest } from '../http/request.ts';
import type { SandboxResponse } from '../http/response.ts';
import type { Store } from '../store/store.ts';

/**
 * A request for an operation. It is routed and authenticated, and all its query parameters are known to the operation.
 */
export interface OperationRequest {
  readonly parameters: readonly string[];
  readonly query: ReadonlyMap<string, string>;
  readonly request: SandboxRequest;
}

/** What the operations need. */
export interface OperationContext {
  /** The jobs, which never change. */
  readonly jobs: Pick<Store, 'job'>;
  /** All records as of now, including every run that is due. */
  records(): Store;
  readonly tokens: AccessTokens;
  readonly credentials: SandboxCredentials;
  readonly behavior: ResolvedBehavior;
  /** The name of `runstartdate` in history records. */
  readonly startName: string;
  /** Seed for the random parts of a response. */
  readonly seed: number;
  /** The service's time. */
  now(): Date;
  /** Whether OData collections are sent as a bare array or as `{ value: […] }` (decision record 0005). */
  readonly envelope: 'array' | 'value';
  /** Names of the query parameters of the workspaces (decision record 0003). */
  readonly filterParameter: string;
  readonly sortParameter: string;
}

export type OperationHandler = (
  request: OperationRequest,
  context: OperationContext,
) => SandboxResponse | Promise<SandboxResponse>;
