import { type RequestPlace, SynclineError } from './syncline-error.ts';

/** What the errors about one request share: which call it was, and how many attempts it took. */
export abstract class RequestError extends SynclineError implements RequestPlace {
  declare readonly operation: string | undefined;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;

  /** @param facts - the properties that the class declares beyond these */
  constructor(
    { operation, method, path, attempts }: RequestPlace,
    what: string,
    facts?: object,
    options?: ErrorOptions,
  ) {
    super(`${method} ${path}: ${what}`, options);
    Object.assign(this, { operation, method, path, attempts }, facts);
  }
}
