import { RequestError, type RequestPlace } from '@syncline/core';

/**
 * The service answered with a redirect that the client does not follow: to another origin, of a request that is no GET,
 * with a target that is no address, or one too many. Nothing was sent to the target.
 */
export class RedirectError extends RequestError {
  override readonly name = 'RedirectError';
  readonly code = 'REDIRECT_REFUSED';
  /** The target's origin; undefined where the platform hides it (browsers) or it is no address */
  declare readonly targetOrigin: string | undefined;
  declare readonly status: number;

  constructor(place: RequestPlace, status: number, targetOrigin: string | undefined, why: string) {
    super(place, `redirect${targetOrigin === undefined ? '' : ` to ${targetOrigin}`} refused: ${why}`, {
      status,
      targetOrigin,
    });
  }
}
