import { RequestError, type RequestPlace } from '@syncline/core';

/**
 * The service responded with a redirect that the client does not follow: to another origin, after a POST, without a
 * valid address, or for the sixth time in a row. Nothing was sent to the target.
 */
export class RedirectError extends RequestError {
  override readonly name = 'RedirectError';
  readonly code = 'REDIRECT_REFUSED';
  /** The target's origin; undefined if the platform hides it, as browsers do, or if it is not a valid address */
  declare readonly targetOrigin: string | undefined;
  declare readonly status: number;

  constructor(place: RequestPlace, status: number, targetOrigin: string | undefined, why: string) {
    super(place, `redirect${targetOrigin === undefined ? '' : ` to ${targetOrigin}`} refused: ${why}`, {
      status,
      targetOrigin,
    });
  }
}
