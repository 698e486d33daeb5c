import { describeRequest, type RequestPlace, SynclineError } from './syncline-error.ts';

/** What the errors about one request share: which call it was, and how many attempts it took. */
export abstract class RequestError extends SynclineError implements RequestPlace {
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly attempts: number;

  constructor(place: RequestPlace, what: string, options?: ErrorOptions) {
    super(`${describeRequest(place)}: ${what}`, options);
    this.operation = place.operation;
    this.method = place.method;
    this.path = place.path;
    this.attempts = place.attempts;
  }
}
