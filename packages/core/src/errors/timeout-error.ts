import { RequestError, type RequestPlace } from './request-error.ts';

/**
 * A time limit passed: the limit of one attempt or of a silence in a stream (`timeout`), or of the whole call
 * (`deadline`).
 */
export class TimeoutError extends RequestError {
  override readonly name = 'TimeoutError';
  readonly code = 'TIMEOUT';
  /** The limit that passed */
  declare readonly limit: 'timeout' | 'deadline';
  /** The limit in milliseconds */
  declare readonly milliseconds: number;
  /** What did not respond, if it was not the service: a token endpoint, or a function that you passed */
  declare readonly waitingFor: string | undefined;
  /** The last record that a watch read, if a watch ended; otherwise undefined */
  declare readonly lastRecord: unknown;

  /** @param watched - of a watch: what did not come in time, and its last record */
  constructor(
    place: RequestPlace,
    limit: 'timeout' | 'deadline',
    milliseconds: number,
    waitingFor?: string | undefined,
    watched?: { readonly missing: string; readonly lastRecord: unknown },
  ) {
    const what =
      waitingFor === undefined ? `no ${watched?.missing ?? 'complete response'}` : `no response from ${waitingFor}`;
    const lastRecord = watched?.lastRecord;
    super(place, `${what} within the ${limit} of ${milliseconds} ms`, { limit, milliseconds, waitingFor, lastRecord });
  }
}
