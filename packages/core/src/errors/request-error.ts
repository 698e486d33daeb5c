import { withoutQueries } from '../secrets/without-queries.ts';
import { SynclineError } from './syncline-error.ts';

/** The request that an error is about. `path` is relative to the service's origin and never contains a query string. */
export interface RequestPlace {
  /** The operation id of the documents; undefined for a call through `raw` */
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  /** How many attempts the call has made, including the first */
  readonly attempts: number;
  /** The id that the service gave the request of the last attempt, if the client knows its header */
  readonly requestId?: string | undefined;
}

/** The base of the errors about one request: which call it was, and how many attempts it made. */
export abstract class RequestError extends SynclineError implements RequestPlace {
  declare readonly operation: string | undefined;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly requestId: string | undefined;

  /**
   * @param what - what happened, without secrets. Query strings are removed
   * @param facts - the other properties that the subclass declares, without secrets
   */
  constructor(place: RequestPlace, what: string, facts?: object, options?: ErrorOptions) {
    const { operation, method, path, attempts, requestId } = place;
    super(`${method} ${path}: ${withoutQueries(what)}`, options);
    Object.assign(this, { operation, method, path, attempts, requestId }, facts);
  }
}
