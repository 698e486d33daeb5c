// A file of its own, because modules that load later use it too: in call-context.ts, it would make a bundler divide the
// first chunk, which then takes 0.8 kB more (packages/bench/test/budget.test.ts).
import type { TransportBody } from './transport.ts';

/** The parts of a {@link ClientRequest} other than its address. */
export interface ClientRequestInit {
  readonly method: string;
  /** Lower-case names. @default `accept` JSON, and `content-type` JSON if there is a body */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | TransportBody | undefined;
  /** The operation id of the documents; undefined for a call through `raw` */
  readonly operation?: string | undefined;
}

const acceptJson = { accept: 'application/json' };

/**
 * The request of one call, as immutable plain data. The transport is the first to create an object of the platform.
 *
 * @example
 * ```ts
 * import { ClientRequest } from '@syncline/core/internal';
 *
 * const request = new ClientRequest('https://sync.example.com/history?$select=details', { method: 'GET' });
 * request.path; // "/history"
 * ```
 */
export class ClientRequest {
  declare readonly url: string;
  declare readonly method: string;
  /** Lower-case names */
  declare readonly headers: Readonly<Record<string, string>>;
  declare readonly body: string | TransportBody | undefined;
  declare readonly operation: string | undefined;

  constructor(url: string, { method, headers, body, operation }: ClientRequestInit) {
    this.url = url;
    this.method = method;
    this.body = body;
    this.headers = headers ?? (body === undefined ? acceptJson : { ...acceptJson, 'content-type': 'application/json' });
    this.operation = operation;
  }

  /** The path below the origin, without a query string */
  get path(): string {
    return /\/\/[^/?]*([^?]*)/.exec(this.url)?.[1] || '/';
  }
}
