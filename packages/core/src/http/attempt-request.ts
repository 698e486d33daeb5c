import type { Cancellation } from '../time/cancellation.ts';
import type { CallContext } from './call-context.ts';
import type { Transport } from './transport.ts';

/**
 * One request as it is sent. A credential adds to it in place; what is sent after a 401 or a redirect is created anew, without the
 * credential.
 */
export class AttemptRequest {
  /** A credential may add a parameter */
  url: string;
  /** The address without what a credential added */
  readonly target: string;
  readonly method: string;
  /** Lower-case names; a credential may add one */
  readonly headers: Record<string, string>;
  /** Part of the token request's credential, hence not constant */
  body: string | undefined;
  /** Redirects followed before this request */
  readonly redirects: number;
  /** Whether the request before this one was answered with a 401 */
  readonly isRenewed: boolean;
  readonly context: CallContext;
  readonly cancellation: Cancellation;
  /** What carries this request; a credential's own requests go the same way */
  readonly transport: Transport;

  constructor(
    context: CallContext,
    cancellation: Cancellation,
    transport: Transport,
    target: string,
    redirects: number,
    isRenewed: boolean,
  ) {
    const { request } = context;
    this.url = target;
    this.target = target;
    this.method = request.method;
    this.headers = { ...request.headers };
    this.body = request.body;
    this.redirects = redirects;
    this.isRenewed = isRenewed;
    this.context = context;
    this.cancellation = cancellation;
    this.transport = transport;
  }

  /** For a credential that has to wait */
  get signal(): AbortSignal {
    return this.cancellation.signal;
  }

  /** The same request once more, without its credential, after a 401. */
  renewed(): AttemptRequest {
    return new AttemptRequest(this.context, this.cancellation, this.transport, this.target, this.redirects, true);
  }

  /** The request that follows a redirect. */
  redirectedTo(target: string): AttemptRequest {
    return new AttemptRequest(this.context, this.cancellation, this.transport, target, this.redirects + 1, false);
  }
}
